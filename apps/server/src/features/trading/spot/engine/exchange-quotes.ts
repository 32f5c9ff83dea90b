/** The exchange's liquidity: several levels around the reference price, without privileges in the book. */
import { type Amount, ONE, type Price } from '@tern/money';
import type { Instrument } from '../../../../kernel/catalog/instruments.ts';
import type { Side, Units } from '../rules.ts';

/** The shape of the exchange's book: spread, depth and widening, by the market's rank in trading volume. */
export interface BookShape {
  /** Half of the spread, in millionths of the price. */
  readonly halfSpreadPpm: bigint;
  /** Distance from the first level to the second, in millionths of the price. */
  readonly stepPpm: bigint;
  /** Additional distance of a level, in millionths of the price: times the level squared, divided by 16. */
  readonly widening: bigint;
  /** Value of the first level, in multiples of the instrument's minimum. */
  readonly firstMinimums: bigint;
  /** Added by each deeper level, in percent of the first. */
  readonly deepening: bigint;
  /** Makes sizes differ from those of other markets. */
  readonly salt: number;
}

/** First id of each class; within a class, ids follow the rank in trading volume (`migrations/seeds/catalog`). */
const FIRST_ID: Record<Instrument['class'], number> = { crypto: 1, metal: 41, forex: 51 };
/** The most traded market of each class: half spread in millionths, first level in minimums. */
const LEADER: Record<Instrument['class'], { readonly ppm: number; readonly minimums: number }> = {
  crypto: { ppm: 4, minimums: 4_000 },
  metal: { ppm: 14, minimums: 1_600 },
  forex: { ppm: 5, minimums: 3_000 },
};
const SPREAD_POWER = 0.75;
const DEPTH_POWER = 0.6;

/** Depends on the instrument alone, so that anyone can recompute a book. */
export function bookShapeOf({ id, class: group }: Pick<Instrument, 'id' | 'class'>): BookShape {
  const rank = Math.max(1, id - FIRST_ID[group] + 1);
  const { ppm, minimums } = LEADER[group];
  // Neighbours in rank differ too: each number varies by up to a quarter.
  const own = (what: number) => 0.75 + ((id * 37 + what * 101) % 51) / 100;
  const whole = (value: number) => BigInt(Math.max(1, Math.round(value)));
  const halfSpread = ppm * rank ** SPREAD_POWER;
  return {
    halfSpreadPpm: whole(halfSpread * own(1)),
    stepPpm: whole((4 + 0.7 * halfSpread) * own(2)),
    widening: whole((2 + 0.15 * halfSpread) * own(3)),
    firstMinimums: whole(minimums * rank ** -DEPTH_POWER * own(4)),
    deepening: whole(50 * own(5) * own(6)),
    salt: id,
  };
}

export interface ExchangeQuote {
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

/** A pseudo-random number from 0 to 99, the same for the same inputs. */
function scatter(seed: number, level: number): bigint {
  const mixed = Math.imul(seed ^ (level * 0x9e37_79b1), 0x85eb_ca6b);
  return BigInt((mixed >>> 8) % 100);
}

/**
 * Quotes for one reference tick. `seq` is the tick's position in its chain: sizes change slowly with it, so the book
 * moves and anyone with the ticks can still recompute it.
 */
export function exchangeQuotes(
  market: Market,
  units: Units,
  tick: { price: Price; seq: number },
): ExchangeQuote[] {
  const { shape } = market;
  const quotes: ExchangeQuote[] = [];
  const middle = tick.price / market.tickSize;
  const lotValue = tick.price * units.quantityOf(1);
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
