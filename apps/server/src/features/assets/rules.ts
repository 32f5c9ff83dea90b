/** Profit and loss of a member, from worths in USDT. Pure. */
import { type Amount, formatFixed, ONE, subtract, sum } from '@tern/money';

/** Worth now, less worth then, less what was paid in between: what the markets did. */
export function profitSince(now: Amount, then: Amount, paidInSince: readonly Amount[]): Amount {
  return subtract(subtract(now, then), sum(paidInSince));
}

/** Percent of the base, cut toward zero to 2 places; '---' when there was nothing to gain on. */
export function percentText(profit: Amount, base: Amount): string {
  if (base <= 0n) return '---';
  return formatFixed((profit * 100n * ONE) / base, 2);
}
