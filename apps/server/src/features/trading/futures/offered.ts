/**
 * The durations offered in a market: only those in which its price moves by far more than a tick (ADR 19), and
 * while the market stays open.
 */
import type { Instrument } from '../../../kernel/catalog/instruments.ts';
import { mayUse } from '../../../kernel/catalog/assets.ts';
import { isOpen, nextOpening, type TradingHours } from '../../../kernel/catalog/trading-hours.ts';
import { HOUR_MS } from '../../../platform/durations.ts';
import { SOURCES_MIN } from '../../../kernel/prices/tick-history.ts';
import type { FuturesDeps } from './deps.ts';
import { futuresSettings, type Offer, ratedFor } from './settings.ts';

/** A tick is at most this share of the typical movement over the duration. */
const TICK_SHARE = 0.1;
/** A pair that moves less in a year is stable: its price is predictable. */
const STABLE_BELOW = 0.03;
const YEAR_SECONDS = 365 * 86_400;

/** How a market moves. Units: fractions of the price. */
export interface MarketMovement {
  /** Size of a tick relative to the price. */
  readonly tick: number;
  /** Standard deviation over one second of open time; it grows with the square root of the time. */
  readonly deviation: number;
}

/** The offers suitable for a market with this movement. */
export function offeredIn(
  { tick, deviation }: MarketMovement,
  offers: readonly Offer[],
): readonly Offer[] {
  if (!(deviation * Math.sqrt(YEAR_SECONDS) >= STABLE_BELOW)) return [];
  return offers.filter(({ seconds }) => tick <= TICK_SHARE * deviation * Math.sqrt(seconds));
}

/**
 * The current offers of a market: the durations in the settings that its tick and its movement allow, none with fewer
 * than two live sources. No change of settings can offer more.
 */
export function offersOf(
  {
    settings,
    prices,
    movements,
    ticks,
    assets,
  }: Pick<FuturesDeps, 'settings' | 'prices' | 'movements' | 'ticks' | 'assets'>,
  { symbol, base, tickSize }: Pick<Instrument, 'symbol' | 'base' | 'tickSize'>,
): readonly Offer[] {
  if (!mayUse(assets.find(base), 'contracts')) return [];
  const sources = ticks.sourcesOf(symbol);
  if (sources !== undefined && sources.configured < SOURCES_MIN) return [];
  const price = prices.latest(symbol)?.price;
  const deviation = movements.secondDeviation(symbol);
  if (deviation === undefined) return [];
  // Before the first price no contract can be placed anyway.
  const tick = price === undefined ? 0 : Number(tickSize) / Number(price);
  return offeredIn({ tick, deviation }, ratedFor(settings.read(futuresSettings.offers), symbol));
}

/** True when the market is open from `from` to `to` without a break. Sessions begin and end on the hour. */
export function isOpenThrough(hours: TradingHours, from: number, to: number): boolean {
  for (let at = from; at < to; at += HOUR_MS) if (!isOpen(hours, at)) return false;
  return isOpen(hours, to);
}

/** When a contract from `from` to `to` can next be placed; undefined when it can be placed now. */
export function opensForContracts(
  hours: TradingHours,
  from: number,
  to: number,
): number | undefined {
  for (let at = from; at < to; at += HOUR_MS) {
    if (!isOpen(hours, at)) return nextOpening(hours, at);
  }
  return nextOpening(hours, to);
}
