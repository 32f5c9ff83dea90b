/** The shape of the house's book in a market: how tight, how deep and how it widens, by how much the market is traded. */
import type { Instrument } from '../../../kernel/instruments.ts';

export interface BookShape {
  /** Half of the spread, in millionths of the price. */
  readonly halfSpreadPpm: bigint;
  /** From the first level to the second, in millionths of the price. */
  readonly stepPpm: bigint;
  /** What every further step is wider by, in millionths of the price, for each sixteen levels squared. */
  readonly widening: bigint;
  /** Value of the first level in an instrument's minimums. */
  readonly firstMinimums: bigint;
  /** What each deeper level adds to the first, in percent. */
  readonly deepening: bigint;
  /** Scatters sizes otherwise than in any other market. */
  readonly salt: number;
}

/** Instruments of a class are numbered by how much they are traded, from here on (migration 0005). */
const FIRST_ID: Record<Instrument['class'], number> = { crypto: 1, metal: 41, forex: 51 };
/** The most traded market of a class: half spread in millionths, first level in minimums. */
const LEADER: Record<Instrument['class'], { readonly ppm: number; readonly minimums: number }> = {
  crypto: { ppm: 4, minimums: 4_000 },
  metal: { ppm: 14, minimums: 1_600 },
  forex: { ppm: 5, minimums: 3_000 },
};
const SPREAD_POWER = 0.75;
const DEPTH_POWER = 0.6;

/** The same for everyone who knows the instrument, so that a book can be recomputed. */
export function bookShapeOf({ id, class: group }: Pick<Instrument, 'id' | 'class'>): BookShape {
  const rank = Math.max(1, id - FIRST_ID[group] + 1);
  const { ppm, minimums } = LEADER[group];
  // Neighbours in rank differ too: each number is up to a quarter off, in a way of its own.
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
