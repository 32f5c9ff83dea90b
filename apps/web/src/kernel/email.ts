/** Validates the format of an e-mail address; pure. */

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/;

/** Surrounding spaces are ignored. */
export function emailFault(text: string): 'missing' | 'wrong' | undefined {
  if (text.trim() === '') return 'missing';
  return EMAIL.test(text.trim()) ? undefined : 'wrong';
}
