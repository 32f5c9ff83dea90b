/**
 * A random key by which the server recognises this browser at its next login, in the app and in the console: a known one is not
 * reported as new, and a member's account on an operator's browser is that operator's (ADR 87). In a cookie, because logging out
 * clears local storage. It says nothing about its owner.
 */

const NAME = 'tern_device';
const KEY = /(?:^|; )tern_device=([\w-]{16,64})(?:;|$)/;
/** The longest that browsers keep a cookie. */
const KEPT_SECONDS = 400 * 24 * 60 * 60;

/** Undefined where cookies are refused: then each login counts as one of a new device. */
function deviceKey(): string | undefined {
  const known = KEY.exec(document.cookie)?.[1];
  const key = known ?? newKey();
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${NAME}=${key}; Path=/; Max-Age=${KEPT_SECONDS}; SameSite=Strict${secure}`;
  return KEY.exec(document.cookie)?.[1];
}

/** As the login calls take it. */
export function ownDevice(): { device?: string } {
  const device = deviceKey();
  return device === undefined ? {} : { device };
}

/** 128 random bits. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
