/** Names of roles as the server has them: two people may give one another name. */
import { currentSession } from './session.ts';
import { texts } from './texts.ts';

/** Of a role that the server has not named yet: its first name, or its key. */
export function roleNameOf(key: string): string {
  const named = currentSession()?.roleNames?.find((role) => role.key === key);
  return named?.name ?? texts.roles[key] ?? key;
}

/** In one line; empty without roles. */
export const roleNamesOf = (keys: unknown): string =>
  Array.isArray(keys) ? keys.map((key) => roleNameOf(String(key))).join(', ') : '';
