/** Profit and loss of a member, from values in USDT. Pure. */
import { type Amount, formatFixed, ONE, subtract, sum } from '@tern/money';

/** Value now, less value then, less deposits in between: the change caused by the markets. */
export function profitSince(now: Amount, then: Amount, paidInSince: readonly Amount[]): Amount {
  return subtract(subtract(now, then), sum(paidInSince));
}

/** Percent of the base, cut toward zero to 2 places; '---' without a base above zero. */
export function percentText(profit: Amount, base: Amount): string {
  if (base <= 0n) return '---';
  return formatFixed((profit * 100n * ONE) / base, 2);
}
