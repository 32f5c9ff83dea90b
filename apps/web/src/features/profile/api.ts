/** Profile's calls. */
import { callQuietly } from '../../kernel/config-call.ts';
import { leaveSession } from '../../kernel/session-end.ts';
import { call } from '../../platform/http/call.ts';

/** Ends the session on the server as far as that can be reached, and on this device in any case. */
export async function logOut(): Promise<void> {
  await callQuietly(call('POST /user/logout', {}));
  leaveSession();
}
