/** What the personal centre shows of a member; pure. */

/** "mika@mail.com" as lists show it: "m•••a@mail.com" (design language §6). */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  if (at < 1) return '•••';
  const name = [...email.slice(0, at)];
  const last = name.length > 1 ? (name.at(-1) ?? '') : '';
  return `${name[0]}•••${last}${email.slice(at)}`;
}

/** "13800001234" as "•••• 1234". */
export function maskPhone(phone: string): string {
  return phone === '' ? '' : `•••• ${phone.slice(-4)}`;
}

/** Two letters for the avatar. */
export function initialsOf(email: string): string {
  const name = email.split('@')[0] ?? '';
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const letters = words.length > 1 ? words.slice(0, 2).map(first).join('') : name.slice(0, 2);
  return letters.toUpperCase();
}

function first(word: string): string {
  return [...word][0] ?? '';
}
