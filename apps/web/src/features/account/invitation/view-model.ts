/** What the screens of invitations show. Pure. */
import { decimal } from '@tern/money';
import type { Level } from './api.ts';

/** A worth in USDT below ten cents has four places. */
export function worthPlaces(worth: string): number {
  return decimal(worth) >= decimal('0.1') || decimal(worth) === 0n ? 2 : 4;
}

/** Without what every link begins with, in parts between which a line may break. */
export function shownLink(link: string): string[] {
  const [, ...parts] = link.split(/(?<=\/(?!\/))/);
  return parts;
}

export const levelNames = {
  1: 'invitation.level1',
  2: 'invitation.level2',
  3: 'invitation.level3',
} as const satisfies Record<Level, string>;
