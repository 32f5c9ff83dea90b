/** What a coin that a member has now was bought for. */
import { type Amount, type Price, ratio, sum, ZERO } from '@tern/money';
import { type MonthDeps, openMonths } from './close-months.ts';

export interface CoinCost {
  readonly quantity: Amount;
  /** What it cost, in USDT. */
  readonly cost: Amount;
  /** Of a unit, in USDT, cut at 18 places; zero without a quantity. */
  readonly averagePrice: Price;
}

const NOTHING: CoinCost = { quantity: ZERO, cost: ZERO, averagePrice: ZERO as bigint as Price };

/**
 * First in, first out, as in the statements; nothing for a coin that the member owes or does not have, and for USDT, which is what the
 * cost is in. Months are closed before, by `closeMonths`.
 */
export function showCost(
  deps: MonthDeps,
  { memberId, asset }: { readonly memberId: number; readonly asset: string },
): Promise<CoinCost> {
  return deps.database.snapshot(async (reader) => {
    const newest = (await openMonths(reader, deps, memberId)).at(-1);
    const lots = newest?.holdings.lots.fifo.get(asset)?.list() ?? [];
    const quantity = sum(lots.map((lot) => lot.quantity));
    const cost = sum(lots.map((lot) => lot.cost));
    if (quantity <= ZERO) return NOTHING;
    return { quantity, cost, averagePrice: ratio<Price>(cost, quantity, 'down') };
  });
}
