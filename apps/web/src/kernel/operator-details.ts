/** Who operates this installation: name, registration, office. */
import { queryOptions } from '@tanstack/react-query';
import { call } from '../platform/http/call.ts';

export const operatorQuery = queryOptions({
  queryKey: ['operator'],
  queryFn: ({ signal }) => call('GET /base/operator', {}, { signal }),
});
