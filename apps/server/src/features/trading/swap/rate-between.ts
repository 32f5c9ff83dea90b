/** The current rate between two assets, from the live reference prices of the pairs between them. */
import { formatDecimal, type Rate } from '@tern/money';
import { type InstrumentRegistry, instrumentState } from '../../../kernel/catalog/instruments.ts';
import { isFresh, type ReferencePrices } from '../../../kernel/prices/reference-prices.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import { nextOpening } from '../../../kernel/catalog/trading-hours.ts';
import type { Valuation } from '../../../kernel/prices/valuation.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
import { crossRate, offeredRate } from './rules.ts';
import { swapSettings } from './settings.ts';
import type { SwapLeg } from './store.ts';

export interface RateDeps {
  instruments: InstrumentRegistry;
  prices: ReferencePrices;
  valuation: Valuation;
  settings: Settings;
  clock: Clock;
}

export interface RateNow {
  /** By the reference prices. */
  reference: Rate;
  /** The member's rate: the published spread deducted. */
  rate: Rate;
  spread: Rate;
  legs: readonly SwapLeg[];
  /** Epoch ms of the oldest tick behind the rate. */
  at: number;
}

/**
 * The same for every member, by asset codes; undefined when no pairs connect them.
 * @throws market-closed when one of the markets between them is closed, with `opensAt`, or halted; no-price in one of them
 */
export function rateBetween(deps: RateDeps, from: string, to: string): RateNow | undefined {
  const path = deps.valuation.pathBetween(from, to);
  if (path === undefined) return undefined;
  const now = deps.clock.now();
  const openings = path.flatMap(({ symbol }) => {
    const instrument = deps.instruments.find(symbol);
    return (instrument && nextOpening(instrument.hours, now)) ?? [];
  });
  if (openings.length > 0) {
    throw new Refusal('market-closed', { data: { opensAt: isoTime(Math.max(...openings)) } });
  }
  const legs = path.map(({ symbol, isInverse }) => {
    const state = deps.instruments.find(symbol)?.state;
    if (state !== instrumentState.normal) throw new Refusal('market-closed');
    const tick = deps.prices.latest(symbol);
    if (tick === undefined || !isFresh(tick.at, now)) throw new Refusal('no-price');
    return { symbol, isInverse, price: tick.price, seq: tick.seq, at: tick.at };
  });
  const spread = deps.settings.read(swapSettings.spread);
  const reference = crossRate(legs);
  const rate = offeredRate(reference, spread);
  if (rate === 0n) throw new Refusal('no-price');
  return {
    reference,
    rate,
    spread,
    legs: legs.map(({ symbol, seq, price }) => ({ symbol, seq, price: formatDecimal(price) })),
    at: Math.min(...legs.map((leg) => leg.at)),
  };
}
