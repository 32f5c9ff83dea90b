/** How far the rate of a payout has moved since its submission, as reviewers see it. */
import { type Amount, formatFixed, negate, quantize, type Rate, ratio } from '@tern/money';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Payout } from './store.ts';
import { paymentNow, type TermsDeps } from './payout-terms.ts';

export interface PayoutNow {
  /** Absent while there is no price. */
  rate?: Rate;
  received?: Amount;
  isBelowLeast: boolean;
  /** What an approval does at this rate, or why there is none. */
  words: string;
  /** Epoch ms. */
  at?: number;
}

const MARKET_CLOSED = 4026;

/** Of one under review. A missing price is reported, not thrown: the reviewer still sees the rest. */
export function nowOf(deps: TermsDeps, payout: Payout): PayoutNow {
  try {
    const { rate, received, isBelowLeast, at } = paymentNow(deps, payout);
    const words = isBelowLeast ? 'Below: approval returns everything' : 'Above: approval pays';
    return { rate, received, isBelowLeast, words, at };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const words = error.code === MARKET_CLOSED ? 'The market is closed' : 'No price right now';
    return { isBelowLeast: false, words };
  }
}

/** Of one that ended. */
export function endedAs(payout: Payout): PayoutNow {
  const at = payout.decidedAt ?? payout.updatedAt;
  if (payout.state !== 'completed') return { isBelowLeast: false, words: 'Returned', at };
  const { rate, received } = payout;
  return { rate, received, isBelowLeast: false, words: 'Paid', at };
}

/** "+0.34 %": of the first rate, truncated to two places, with a true minus sign. */
export function driftOf(from: Rate, to: Rate): string {
  const percent = quantize(ratio<Amount>((to - from) * 100n, from, 'truncate'), 2, 'truncate');
  if (percent === 0n) return '0.00 %';
  return `${percent > 0n ? '+' : '−'}${formatFixed(percent > 0n ? percent : negate(percent), 2)} %`;
}
