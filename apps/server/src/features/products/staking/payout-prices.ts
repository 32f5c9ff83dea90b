/** The reference prices of payout times: the same for a payout in time and for one after downtime. */
import type { Price } from '@tern/money';
import type { Reader } from '../../../platform/database/database.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import type { StakingDeps } from './deps.ts';

/** The market of a coin in the asset that pays. */
export const symbolOf = ({ asset, payAsset }: { asset: string; payAsset: string }): string =>
  `${asset}${payAsset}`.toLowerCase();

/** The latest reference price; undefined without a market or before its first price. */
export function currentPrice(
  { prices }: Pick<StakingDeps, 'prices'>,
  pair: { asset: string; payAsset: string },
): Price | undefined {
  return prices.latest(symbolOf(pair))?.price;
}

/** A market without a price after a payout time delays payouts this long; then its last price counts. */
const WAIT_MAX_MS = 10 * MINUTE_MS;

/**
 * The last reference price up to a payout time. It is known once a later price has arrived, because prices arrive in order;
 * `awaited` until then. `null`: the coin has no price of that time or earlier.
 */
export async function priceOfPayout(
  deps: Pick<StakingDeps, 'prices' | 'history' | 'clock'>,
  reader: Reader,
  { symbol, dueAt }: { symbol: string; dueAt: number },
): Promise<Price | 'awaited' | null> {
  const isFinal =
    (deps.prices.latest(symbol)?.at ?? 0) >= dueAt || deps.clock.now() - dueAt >= WAIT_MAX_MS;
  if (!isFinal) return 'awaited';
  return (await deps.history.priceAt(reader, symbol, dueAt)) ?? null;
}
