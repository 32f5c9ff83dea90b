/** What the server says of the signed-in operator and of the deployment. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../platform/call.ts';
import { isPageSimulated } from '../platform/remembered.ts';
import { renewOperator } from './session.ts';

/** First part of the query keys of the signed-in operator. */
export const ME = 'me';

const useMe = () => useQuery({ queryKey: [ME], queryFn: () => call('GET /operator/me', {}) });

/** Keeps the permissions of the session, and the names of roles, as the server has them: two people may change a role while it is open. */
export function useRenewedOperator(): void {
  const me = useMe().data;
  useEffect(() => {
    if (me === undefined) return;
    const { operator, roleNames } = me;
    renewOperator({ operator, roleNames });
  }, [me]);
}

/** Whether the money is real: what the server says, and before its answer what the page says that it served. */
export function useIsLive(): boolean {
  const me = useMe();
  return me.data === undefined ? !isPageSimulated() : me.data.mode === 'live';
}
