/** The member's own data, refetched where it matters. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../platform/http/call.ts';
import { onMemberEvent } from './member-events.ts';
import { queryClient } from './query-client.ts';
import { updateUser, type User, useSession } from './session.ts';

const userQuery = queryOptions({
  queryKey: ['member'],
  queryFn: ({ signal }) => call('GET /user/getUserInfo', {}, { signal }),
});

/** The member as stored at login, refetched when the screen opens. */
export function useMember(): User | undefined {
  const session = useSession();
  const { data } = useQuery({ ...userQuery, enabled: session !== undefined });
  const fresh = data?.userInfo;
  useEffect(() => {
    if (fresh) updateUser(fresh);
  }, [fresh]);
  return session?.user;
}

// From the first of these screens on: a decision about the member's identity shows on every device.
onMemberEvent('identity.changed', reloadMember);

/** Refetches the member after a change on the server. */
export function reloadMember(): void {
  void queryClient.invalidateQueries({ queryKey: userQuery.queryKey });
}
