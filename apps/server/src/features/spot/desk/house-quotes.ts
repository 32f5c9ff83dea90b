/** The house's liquidity: several levels around the reference price, without privileges in the book (rules §3). */
import { type Amount, ONE, type Price } from '@tern/money';
import type { Side } from '../rules.ts';
import type { Steps } from './steps.ts';

export interface HouseQuote {
  side: Side;
  priceTicks: number;
  lots: number;
}

const LEVELS = 20;
/** Half of the spread, in millionths of the price. */
const HALF_SPREAD_PPM = 15n;
/** Distance between levels, in millionths of the price; it widens with depth. */
const STEP_PPM = 12n;
/** Value of the first level in quote units of an instrument's minimum; deeper levels are larger. */
const FIRST_LEVEL_MINIMUMS = 1_000n;
const MILLION = 1_000_000n;

interface Market {
  tickSize: Price;
  minNotional: Amount;
}

/** A number from 0 to 99 that looks arbitrary and is the same for the same inputs. */
function scatter(seed: number, level: number): bigint {
  const mixed = Math.imul(seed ^ (level * 0x9e37_79b1), 0x85eb_ca6b);
  return BigInt((mixed >>> 8) % 100);
}

/**
 * Quotes for one reference tick. `seq` is the tick's place in its chain: sizes change with it slowly, so
 * that the book looks alive and yet can be recomputed by anyone who has the ticks.
 */
export function houseQuotes(
  market: Market,
  steps: Steps,
  tick: { price: Price; seq: number },
): HouseQuote[] {
  const quotes: HouseQuote[] = [];
  const middle = tick.price / market.tickSize;
  const lotValue = tick.price * steps.quantityOf(1);
  // Sizes change every few seconds, and differently on the two sides.
  const lotsAt = (level: number, salt: number) => {
    const depth = BigInt(level);
    const share = 40n + scatter(Math.floor(tick.seq / 4) + level, 2 * level + salt);
    const value = market.minNotional * FIRST_LEVEL_MINIMUMS * (2n + depth) * share;
    return Number((value * ONE) / (100n * lotValue)) || 1;
  };
  for (let level = 0; level < LEVELS; level += 1) {
    const depth = BigInt(level);
    const ppm = HALF_SPREAD_PPM + STEP_PPM * depth + (depth * depth) / 4n;
    const away = (middle * ppm) / MILLION + 1n + depth;
    const bid = Number(middle - away);
    if (bid > 0) quotes.push({ side: 'buy', priceTicks: bid, lots: lotsAt(level, 0) });
    quotes.push({ side: 'sell', priceTicks: Number(middle + away), lots: lotsAt(level, 1) });
  }
  return quotes;
}
