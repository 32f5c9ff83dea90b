/** Sessions ended by the server: message, logout, login page. */
import type { CallError } from '../platform/http/call-error.ts';
import { forgetEnd, rememberEnd } from './ended-session.ts';
import { queryClient } from './query-client.ts';
import { currentSession, forgetSession } from './session.ts';

const NOT_LOGGED_IN = 4015;
/** Ended by a login elsewhere or a new password; the login page explains which. */
export const LOGGED_IN_ELSEWHERE = 4016;
const EXPIRED = 4017;
const GONE = 7;

/** Whether a refusal ended the session; it is shown in one place, so callers stay quiet. */
export function endsSession(error: CallError): boolean {
  if (error.kind !== 'refused') return false;
  if (error.code === GONE) return (error.data as { reload?: unknown } | null)?.reload === true;
  return [NOT_LOGGED_IN, LOGGED_IN_ELSEWHERE, EXPIRED].includes(error.code);
}

type Show = (code: number, msg: string) => void;

/** A session may end before the app is rendered: then the message waits for its handler. */
let pendingEnd: (() => void) | undefined;
let show: Show = (...end) => {
  pendingEnd = () => show(...end);
};

/** Registers the handler that shows the message and opens the login page. */
export function onSessionEnd(handler: Show): void {
  show = handler;
  pendingEnd?.();
  pendingEnd = undefined;
}

/** Ends the session of `token`; a late answer to an earlier session is ignored. */
export function endSession(
  code: number,
  { msg = '', token }: { msg?: string; token?: string } = {},
): void {
  const session = currentSession();
  if (token !== undefined && token !== session?.token) return;
  // Other calls are refused as soon as the server has logged the member out.
  if (isOnPurpose) return;
  clearSession();
  if (code === LOGGED_IN_ELSEWHERE && session !== undefined) {
    rememberEnd({ token: session.token, email: session.user.email });
  }
  show(code, msg);
}

let isOnPurpose = false;

/** Whether the member is leaving, who then wants no page after the next login. */
export const isLeftOnPurpose = (): boolean => isOnPurpose;

/** The member leaves: forgets them on this device. */
export function leaveSession(): void {
  isOnPurpose = true;
  try {
    clearSession();
  } finally {
    isOnPurpose = false;
  }
}

/** The member leaves after the last calls of the session. */
export async function leaveAfter(lastCalls: () => Promise<void>): Promise<void> {
  isOnPurpose = true;
  try {
    await lastCalls();
  } finally {
    leaveSession();
  }
}

/** Forgets the member on this device: storage and cached answers. */
function clearSession(): void {
  forgetEnd();
  forgetSession();
  queryClient.clear();
}
