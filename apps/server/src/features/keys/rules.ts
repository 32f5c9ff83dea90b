/** What a key may be. Pure decisions (ADR 21). */

/** Our choice: enough for a few programs, few enough to know each. */
export const KEYS_MAX = 10;

/** The name as it is kept, or undefined when nothing of it is left. */
export function keyName(given: string): string | undefined {
  const name = given.trim().replaceAll(/\s+/gu, ' ');
  return name === '' || /\p{Cc}/u.test(name) ? undefined : name;
}
