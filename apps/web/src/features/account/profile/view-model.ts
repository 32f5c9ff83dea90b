/** What the account page shows of a member; pure. */
import type { identityOf } from '../../../kernel/account-status.ts';

/** "mika@mail.com" as "m•••a@mail.com". */
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

/** The text of the identity line. */
export function identityLine(status: ReturnType<typeof identityOf>) {
  switch (status) {
    case 'verified':
      return { pill: { kind: 'done' }, word: 'profile.verified', note: undefined } as const;
    case 'submitted':
      return {
        pill: { kind: 'review', dot: 'self' },
        word: 'profile.identityInReview',
        note: 'profile.identityReviewNote',
      } as const;
    case 'rejected':
      return {
        pill: { kind: 'bad' },
        word: 'profile.identityRejected',
        note: 'profile.identityNeeded',
      } as const;
    default:
      return { pill: {}, word: 'profile.unverified', note: 'profile.identityNeeded' } as const;
  }
}
