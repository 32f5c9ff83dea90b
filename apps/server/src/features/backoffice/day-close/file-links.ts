/** Addresses of ledger files: a browser downloads one by its address, so a sealed token takes the place of a session. */
import { MINUTE_MS } from '../../../platform/durations.ts';
import { openToken, sealToken } from '../../../platform/sealed-token.ts';
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
  return sealToken(box, [from, until, expiresAt].join(' '), CONTEXT);
}

/** Undefined for a token that is not ours or has expired. */
export function openLink(box: SecretBox, token: string, now: number): DayRange | undefined {
  const [from = '', until = '', expiresAt = '0'] = openToken(box, token, CONTEXT).split(' ');
  return Number(expiresAt) > now ? { from, until } : undefined;
}
