/** Addresses of ledger files: a browser downloads one by its address, so a sealed token takes the place of a session. */
import { MINUTE_MS } from '../../../platform/durations.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';

/** Closed days, both included: `2026-11-21`. */
export interface DayRange {
  readonly from: string;
  readonly until: string;
}

/** Long enough to begin the download once more; one that has begun ends when it is done. */
export const LINK_MS = 5 * MINUTE_MS;
const CONTEXT = 'ledger-file';

/** Units: `expiresAt` in epoch milliseconds. */
export function sealLink(box: SecretBox, { from, until }: DayRange, expiresAt: number): string {
  return Buffer.from(box.seal([from, until, expiresAt].join(' '), CONTEXT)).toString('base64url');
}

/** Undefined for a token that is not ours or has expired. */
export function openLink(box: SecretBox, token: string, now: number): DayRange | undefined {
  const [from = '', until = '', expiresAt = '0'] = textIn(box, token).split(' ');
  return Number(expiresAt) > now ? { from, until } : undefined;
}

function textIn(box: SecretBox, token: string): string {
  try {
    return box.open(Buffer.from(token, 'base64url'), CONTEXT);
  } catch {
    return '';
  }
}
