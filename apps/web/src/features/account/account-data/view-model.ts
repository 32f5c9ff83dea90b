/** What stands in the way of closing: its text, and what giving up machines loses; pure. */
import { add, type Amount, decimal, formatDecimal, ZERO } from '@tern/money';
import type { Machine, Obstacle } from './api.ts';

/** Unique among the obstacles of a member. */
export const obstacleId = ({ kind, coinname = '' }: Obstacle): string => `${kind} ${coinname}`;

/** The text of an obstacle that is counted; undefined for amounts and a freeze. */
export function countKey({ kind }: Pick<Obstacle, 'kind'>) {
  switch (kind) {
    case 'order':
      return 'account-data.orders';
    case 'contract':
      return 'account-data.contracts';
    case 'machine':
      return 'account-data.machines';
    case 'deposit':
    case 'wire':
      return 'account-data.deposits';
    case 'withdrawal':
    case 'payout':
      return 'account-data.withdrawals';
    case 'application':
      return 'account-data.applications';
    case 'identity':
      return 'account-data.identity';
    case 'review':
      return 'account-data.reviews';
    default:
      return undefined;
  }
}

/** The text of money by purpose. */
export function moneyKey({ kind }: Pick<Obstacle, 'kind'>) {
  switch (kind) {
    case 'available':
      return 'account-data.available';
    case 'held':
      return 'account-data.held';
    case 'locked':
      return 'account-data.locked';
    case 'staked':
      return 'account-data.staked';
    case 'financed':
      return 'account-data.financed';
    case 'loan':
      return 'account-data.loan';
    default:
      return undefined;
  }
}

/** What is lost with machines, by coin: what they would still bring, and what is frozen. */
export function lossesOf(
  machines: readonly Pick<Machine, 'yieldCoin' | 'toCome' | 'coinname' | 'frozen'>[],
): { asset: string; amount: string }[] {
  const sums = new Map<string, Amount>();
  const count = (asset: string, amount: string) =>
    sums.set(asset, add(sums.get(asset) ?? ZERO, decimal<Amount>(amount)));
  for (const { yieldCoin, toCome, coinname, frozen } of machines) {
    count(yieldCoin, toCome);
    count(coinname, frozen);
  }
  return [...sums]
    .filter(([, sum]) => sum !== ZERO)
    .map(([asset, sum]) => ({ asset, amount: formatDecimal(sum) }));
}
