/** The public figures, as the server last computed them. */
import { queryOptions } from '@tanstack/react-query';
import type { Output } from '@tern/protocol/client';
import { call } from '../../../platform/http/call.ts';

export type Figures = NonNullable<Output<'GET /transparency/figures'>['figures']>;

const REFRESH_MS = 60_000;

/** Null until the server has computed them for the first time. */
export const figuresQuery = queryOptions({
  queryKey: ['transparency', 'figures'],
  queryFn: async () => (await call('GET /transparency/figures', {})).figures,
  refetchInterval: REFRESH_MS,
});
