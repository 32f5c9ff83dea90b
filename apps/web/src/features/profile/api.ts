/** Profile's calls. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callQuietly } from '../../kernel/config-call.ts';
import { updateUser, type User, useSession } from '../../kernel/session.ts';
import { leaveSession } from '../../kernel/session-end.ts';
import { call } from '../../platform/http/call.ts';

const userQuery = queryOptions({
  queryKey: ['member'],
  queryFn: ({ signal }) => call('GET /user/getUserInfo', {}, { signal }),
});

/** The member as stored at login, brought up to date when the screen opens. */
export function useMember(): User | undefined {
  const session = useSession();
  const { data } = useQuery({ ...userQuery, enabled: session !== undefined });
  const fresh = data?.userInfo;
  useEffect(() => {
    if (fresh) updateUser(fresh);
  }, [fresh]);
  return session?.user;
}

/** Ends the session on the server as far as that can be reached, and on this device in any case. */
export async function logOut(): Promise<void> {
  await callQuietly(call('POST /user/logout', {}));
  leaveSession();
}
