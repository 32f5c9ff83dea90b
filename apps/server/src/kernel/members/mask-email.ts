/** E-mail addresses as shown to other people. */

/** The address with all but its first letter and its domain hidden: `m•••@mail.com`. */
export function maskEmail(email: string): string {
  return email.replace(/^(.)[^@]*/, '$1•••');
}
