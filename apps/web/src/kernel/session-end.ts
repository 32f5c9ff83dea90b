/** Sessions the server ends: message, then logout, then the login page (spec §8). */
import type { CallError } from '../platform/http/call-error.ts';
import { forgetEnd, rememberEnd } from './ended-session.ts';
import { queryClient } from './query-client.ts';
import { currentSession, forgetSession } from './session.ts';

const NOT_LOGGED_IN = 4015;
/** Ended by a login elsewhere or a new password; the login page says how. */
export const LOGGED_IN_ELSEWHERE = 4016;
const EXPIRED = 4017;
const GONE = 7;

/** True for refusals after which there is no session; one place shows them, callers stay quiet. */
export function endsSession(error: CallError): boolean {
  if (error.kind !== 'refused') return false;
  if (error.code === GONE) return (error.data as { reload?: unknown } | null)?.reload === true;
  return [NOT_LOGGED_IN, LOGGED_IN_ELSEWHERE, EXPIRED].includes(error.code);
}

type Show = (code: number, msg: string) => void;

/** A session may end while the app is still being drawn: then it is said as soon as somebody can say it. */
let unsaid: (() => void) | undefined;
let show: Show = (...end) => {
  unsaid = () => show(...end);
};

/** Names who shows the message and opens the login page. */
export function onSessionEnd(handler: Show): void {
  show = handler;
  unsaid?.();
  unsaid = undefined;
}

/** Ends the session of `token`; a late answer to a former session changes nothing. */
export function endSession(
  code: number,
  { msg = '', token }: { msg?: string; token?: string } = {},
): void {
  const session = currentSession();
  if (token !== undefined && token !== session?.token) return;
  leaveSession();
  if (code === LOGGED_IN_ELSEWHERE && session !== undefined) {
    rememberEnd({ token: session.token, email: session.user.email });
  }
  show(code, msg);
}

/** Forgets the member on this device: storage and everything the server had said. */
export function leaveSession(): void {
  forgetEnd();
  forgetSession();
  queryClient.clear();
}
