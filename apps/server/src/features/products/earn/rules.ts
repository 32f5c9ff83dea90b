/** What an order of a fixed term may be, and its terms as the formulas take them. Pure. */
import type { Amount, Rate } from '@tern/money';
import { type RedemptionTerms, startOfTerm, type TermOrder } from '@tern/settlement';

/** Terms of a product, or those frozen on an order. */
export interface FixedTerms {
  readonly termDays: number;
  readonly dailyRate: Rate;
  /** Minutes after midnight UTC. */
  readonly payoutMinute: number;
  readonly penaltyRatio: Rate;
  readonly feeRatio: Rate;
  /** Decimal places of the asset. */
  readonly scale: number;
}

/** The order as the formulas take it. Units: `startsAt` in epoch milliseconds. */
export function termOrder(
  { termDays, dailyRate, scale }: FixedTerms,
  { principal, startsAt }: { readonly principal: Amount; readonly startsAt: number },
): TermOrder {
  return {
    startsAt,
    termDays,
    principal,
    outputIsFrozen: false,
    daily: { base: principal, rate: dailyRate, scale },
  };
}

/** The order that a purchase at `at` (epoch milliseconds) makes. */
export function orderBoughtAt(terms: FixedTerms, principal: Amount, at: number): TermOrder {
  return termOrder(terms, { principal, startsAt: startOfTerm(at, terms.payoutMinute) });
}

export function redemptionTerms({ penaltyRatio, feeRatio, scale }: FixedTerms): RedemptionTerms {
  return { penaltyRatio, feeRatio, scale };
}
