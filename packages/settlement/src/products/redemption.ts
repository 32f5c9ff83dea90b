/** Early redemption: what leaving before the end costs and returns. */
import {
  add,
  type Amount,
  portion,
  quantize,
  type Rate,
  smaller,
  subtract,
  ZERO,
} from '@tern/money';
import { promisedYield, type TermOrder } from './payments.ts';
import { completedDays } from './schedule.ts';
import { yieldThrough } from './yield.ts';

/** Frozen on the order. Both are shares of the principal; staking has no fee. */
export interface RedemptionTerms {
  readonly penaltyRatio: Rate;
  readonly feeRatio: Rate;
  /** Decimal places of the principal's asset. */
  readonly scale: number;
}

export interface RedemptionCost {
  readonly penalty: Amount;
  readonly fee: Amount;
  /** Both together. */
  readonly cost: Amount;
  /** The principal less the cost, never below 0. */
  readonly returned: Amount;
}

/** Penalty and fee, each rounded up to the asset's scale, together at most the principal. */
export function redemptionCost(terms: RedemptionTerms, principal: Amount): RedemptionCost {
  const share = (ratio: Rate) => quantize(portion(principal, ratio, 'up'), terms.scale, 'up');
  const penalty = smaller(share(terms.penaltyRatio), principal);
  const fee = smaller(share(terms.feeRatio), subtract(principal, penalty));
  const cost = add(penalty, fee);
  return { penalty, fee, cost, returned: subtract(principal, cost) };
}

export interface EarlyRedemption extends RedemptionCost {
  /** Days of the term that have not ended; none of them is paid. */
  readonly daysLeft: number;
  /** Yield that stays the member's. */
  readonly kept: Amount;
  /** Frozen yield that returns to the exchange. */
  readonly forfeited: Amount;
  /** Yield that staying to the end would still bring. */
  readonly missed: Amount;
}

/**
 * The figures of the prompt and of the postings. Days that have ended count as paid: the caller pays those that are due
 * first. `forfeited` + `missed` is what the reservation in the exchange account returns.
 * Units: yields in the asset of `order.daily`; of a constant-value order their value, not the coins.
 * Undefined once the term has ended, or when there is no principal (a mining machine's price is spent).
 */
export function earlyRedemption(
  order: TermOrder,
  terms: RedemptionTerms,
  at: number,
): EarlyRedemption | undefined {
  const days = completedDays(order, at);
  if (days === order.termDays || order.principal === ZERO) return undefined;
  const paid = yieldThrough(order.daily, days);
  return {
    ...redemptionCost(terms, order.principal),
    daysLeft: order.termDays - days,
    kept: order.outputIsFrozen ? ZERO : paid,
    forfeited: order.outputIsFrozen ? paid : ZERO,
    missed: subtract(promisedYield(order), paid),
  };
}
