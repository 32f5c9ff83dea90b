/** What the personal centre shows of a member; pure. */

/** "mika@mail.com" as lists show it: "m•••a@mail.com" (design language §6). */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  if (at < 1) return '•••';
  const last = at > 1 ? email.charAt(at - 1) : '';
  return `${email.charAt(0)}•••${last}${email.slice(at)}`;
}

/** "13800001234" as "•••• 1234". */
export function maskPhone(phone: string): string {
  return phone === '' ? '' : `•••• ${phone.slice(-4)}`;
}

/** Two letters for the avatar. */
export function initialsOf(email: string): string {
  const name = email.split('@')[0] ?? '';
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const firsts = words.slice(0, 2).map((word) => word.charAt(0));
  const letters = words.length > 1 ? firsts.join('') : name.slice(0, 2);
  return letters.toUpperCase();
}
