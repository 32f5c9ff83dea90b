/** Which durations a market takes contracts of: only those within which its price moves by far more than a tick (rules §4, ADR 19). */

import type { Instrument } from '../../kernel/catalog/instruments.ts';
import type { FuturesDeps } from './deps.ts';
import { futuresSettings, type Offer } from './settings.ts';

/** A tick is at most this part of the typical movement over the duration. */
const TICK_SHARE = 0.1;
/** Whatever moves less in a year is a stable pair: it stays where it is, and everyone knows where that is. */
const STABLE_BELOW = 0.03;
const YEAR_SECONDS = 365 * 86_400;

/** How a market moves. Units: parts of the price. */
export interface MarketMovement {
  /** Size of a tick beside the price. */
  readonly tick: number;
  /** Deviation of the price over one second of open time; over longer it grows by the root of the time. */
  readonly deviation: number;
}

/** Those of the offers that a market with this movement takes. Source: rules §4. */
export function offeredIn(
  { tick, deviation }: MarketMovement,
  offers: readonly Offer[],
): readonly Offer[] {
  if (!(deviation * Math.sqrt(YEAR_SECONDS) >= STABLE_BELOW)) return [];
  return offers.filter(({ seconds }) => tick <= TICK_SHARE * deviation * Math.sqrt(seconds));
}

/**
 * What a market offers now: of the durations in the settings those that its tick and its movement allow, so that no
 * change of settings can offer more.
 */
export function offersOf(
  { settings, prices, movements }: Pick<FuturesDeps, 'settings' | 'prices' | 'movements'>,
  { symbol, tickSize }: Pick<Instrument, 'symbol' | 'tickSize'>,
): readonly Offer[] {
  const price = prices.latest(symbol)?.price;
  const deviation = movements.secondDeviation(symbol);
  if (deviation === undefined) return [];
  // Before its first price nothing can be placed whatever is offered.
  const tick = price === undefined ? 0 : Number(tickSize) / Number(price);
  return offeredIn({ tick, deviation }, settings.read(futuresSettings.offers));
}
