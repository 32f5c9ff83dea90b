/** The house's liquidity: several levels around the reference price, without privileges in the book (rules §3). */
import { type Amount, ONE, type Price } from '@tern/money';
import type { Side } from '../rules.ts';
import type { BookShape } from './book-shape.ts';
import type { Steps } from './steps.ts';

export interface HouseQuote {
  side: Side;
  priceTicks: number;
  lots: number;
}

const LEVELS = 20;
const MILLION = 1_000_000n;

interface Market {
  tickSize: Price;
  minNotional: Amount;
  shape: BookShape;
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
  const { shape } = market;
  const quotes: HouseQuote[] = [];
  const middle = tick.price / market.tickSize;
  const lotValue = tick.price * steps.quantityOf(1);
  // Sizes change every few seconds, and differently on the two sides.
  const lotsAt = (level: number, salt: number) => {
    const depth = BigInt(level);
    const moment = Math.floor(tick.seq / 4) + level + 7_919 * shape.salt;
    const share = 40n + scatter(moment, 2 * level + salt);
    const size = 100n + shape.deepening * depth;
    const value = market.minNotional * shape.firstMinimums * size * share;
    return Number((value * ONE) / (10_000n * lotValue)) || 1;
  };
  for (let level = 0; level < LEVELS; level += 1) {
    const depth = BigInt(level);
    const ppm =
      shape.halfSpreadPpm + shape.stepPpm * depth + (shape.widening * depth * depth) / 16n;
    const away = (middle * ppm) / MILLION + 1n + depth;
    const bid = Number(middle - away);
    if (bid > 0) quotes.push({ side: 'buy', priceTicks: bid, lots: lotsAt(level, 0) });
    quotes.push({ side: 'sell', priceTicks: Number(middle + away), lots: lotsAt(level, 1) });
  }
  return quotes;
}
