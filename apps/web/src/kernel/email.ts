/** Validates the format of an e-mail address (spec §5); pure. */

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/;

/** Surrounding spaces are ignored. */
export function isEmail(text: string): boolean {
  return EMAIL.test(text.trim());
}
