/** The form of an e-mail address (spec §5); pure. */

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/;

/** Blanks around it do not count. */
export function isEmail(text: string): boolean {
  return EMAIL.test(text.trim());
}
