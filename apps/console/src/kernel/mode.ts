/** Whether the money of this deployment is real: what the server says, and before its answer what the page says that it served. */
import { useQuery } from '@tanstack/react-query';
import { call } from '../platform/call.ts';
import { isPageSimulated } from '../platform/remembered.ts';

export function useIsLive(): boolean {
  const me = useQuery({ queryKey: ['me'], queryFn: () => call('GET /operator/me', {}) });
  return me.data === undefined ? !isPageSimulated() : me.data.mode === 'live';
}
