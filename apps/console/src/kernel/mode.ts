/** Whether the money of this deployment is real; unknown counts as paper money. */
import { useQuery } from '@tanstack/react-query';
import { call } from '../platform/call.ts';

export function useIsLive(): boolean {
  const me = useQuery({ queryKey: ['me'], queryFn: () => call('GET /operator/me', {}) });
  return me.data?.mode === 'live';
}
