/** The terms of a swap at a moment, from the live reference prices of the pairs between two coins. */
import { type Amount, formatDecimal, type Rate } from '@tern/money';
import type { Asset, AssetBook } from '../../kernel/assets.ts';
import type { InstrumentBook } from '../../kernel/instruments.ts';
import { isFresh, type ReferencePrices } from '../../kernel/reference-prices.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Settings } from '../../kernel/settings.ts';
import { isOpen } from '../../kernel/trading-hours.ts';
import type { Valuation } from '../../kernel/valuation.ts';
import type { Clock } from '../../platform/clock.ts';
import { boundIn, crossRate, type Leg, offeredRate } from './rules.ts';
import { swapSettings } from './settings.ts';
import type { SwapLeg } from './store.ts';

export interface OfferDeps {
  assets: AssetBook;
  instruments: InstrumentBook;
  prices: ReferencePrices;
  valuation: Valuation;
  settings: Settings;
  clock: Clock;
}

export interface Offer {
  from: Asset;
  to: Asset;
  rate: Rate;
  spread: Rate;
  feeRatio: Rate;
  /** In units of `from`. */
  min: Amount;
  max: Amount;
  /** Ditto, as USDT: what 4006 names. */
  minUsdt: Amount;
  legs: readonly SwapLeg[];
  /** Epoch ms of the oldest tick behind the rate. */
  at: number;
}

/**
 * What the house offers now, the same for every member.
 * Fails with: 4019 unknown coin or no pair leads there, 4021 the same coin twice, 4026 a market on the way is
 * closed, 5005 a price on the way is missing or stale.
 */
export function offerSwap(deps: OfferDeps, coins: { from: string; to: string }): Offer {
  const from = assetNamed(deps, coins.from, 'from_coin');
  const to = assetNamed(deps, coins.to, 'to_coin');
  if (from === to) throw new Refusal(4021, { fields: ['to_coin'] });
  const now = deps.clock.now();
  const path = walk(deps, { from: from.code, to: to.code }, now);
  const worth = crossRate(walk(deps, { from: from.code, to: 'USDT' }, now));
  const { settings } = deps;
  const spread = settings.read(swapSettings.spread);
  const rate = offeredRate(crossRate(path), spread);
  if (rate === 0n || worth === 0n) throw new Refusal(5005);
  const minUsdt = settings.read(swapSettings.min);
  const { scale } = from;
  return {
    from,
    to,
    rate,
    spread,
    feeRatio: settings.read(swapSettings.feeRatio),
    min: boundIn(minUsdt, worth, { scale, rounding: 'up' }),
    max: boundIn(settings.read(swapSettings.max), worth, { scale, rounding: 'down' }),
    minUsdt,
    legs: path.map(({ symbol, seq, price }) => ({ symbol, seq, price: formatDecimal(price) })),
    at: Math.min(...path.map((leg) => leg.at)),
  };
}

function assetNamed(deps: OfferDeps, code: string, field: string): Asset {
  const asset = deps.assets.find(code.toUpperCase());
  if (asset === undefined) throw new Refusal(4019, { fields: [field] });
  return asset;
}

type LiveLeg = Leg & { symbol: string; seq: number; at: number };

function walk(deps: OfferDeps, coins: { from: string; to: string }, now: number): LiveLeg[] {
  const path = deps.valuation.pathBetween(coins.from, coins.to);
  if (path === undefined) throw new Refusal(4019, { fields: ['to_coin'] });
  return path.map(({ symbol, isInverse }) => {
    const instrument = deps.instruments.find(symbol);
    if (instrument === undefined || !isOpen(instrument.hours, now)) throw new Refusal(4026);
    const tick = deps.prices.latest(symbol);
    if (tick === undefined || !isFresh(tick.at, now)) throw new Refusal(5005);
    return { symbol, isInverse, price: tick.price, seq: tick.seq, at: tick.at };
  });
}
