/** Rules of API keys. Pure (ADR 21). */

/** Enough for a few programs, few enough to keep an overview. */
export const KEYS_MAX = 10;

/** The normalized name, or undefined when it is empty or has control characters. */
export function keyName(given: string): string | undefined {
  const name = given.trim().replaceAll(/\s+/gu, ' ');
  return name === '' || /\p{Cc}/u.test(name) ? undefined : name;
}
