/** Strategies that bet on timed contracts using published prices and the public source code, and their earnings. */

/** The published data of one market, second by second. */
export interface PublishedMarket {
  readonly symbol: string;
  /** Markets that move together share a group. */
  readonly group: string;
  /** In ticks. */
  readonly prices: Float64Array;
  /** Traded lots, below zero where the taker sold. */
  readonly flow: Float64Array;
  /** Size of a tick beside the price. */
  readonly tick: number;
  /** Deviation of the log price over one average second. */
  readonly deviation: number;
  /** For a cross: the rate of its two markets, in ticks, not rounded. */
  readonly implied?: Float64Array | undefined;
}

export interface Session {
  readonly seconds: number;
  readonly markets: readonly PublishedMarket[];
}

/** 1 up, -1 down, 0 no bet; sees everything up to the second and nothing after it. */
type Signal = (second: number) => number;

/** Built once per session and market; uses published data only. */
export type Strategy = (market: PublishedMarket, session: Session) => Signal;

const WARM_UP = 600;
/** Decisions are taken every few seconds. */
const EVERY = 5;

const sign = (value: number, threshold = 0): number =>
  value > threshold ? 1 : value < -threshold ? -1 : 0;

/** Log returns over a range, in units of its usual deviation. */
const moved = (
  { prices, tick, deviation }: PublishedMarket,
  second: number,
  span: number,
): number =>
  (((prices[second] ?? 0) - (prices[second - span] ?? 0)) * tick) / (deviation * Math.sqrt(span));

/**
 * The level and slope of a hidden price by a Kalman filter, with the rounding as noise. It bets where the filter expects
 * the price in a minute.
 */
const kalmanFilter: Strategy = ({ prices, tick, deviation }) => {
  const noise = 1 / 12;
  const step = (deviation / tick) ** 2;
  const turn = step / 40_000;
  const expected = new Float64Array(prices.length);
  let [level, slope] = [prices[0] ?? 0, 0];
  let [levelVar, both, slopeVar] = [1, 0, step / 100];
  for (let second = 1; second < prices.length; second += 1) {
    level += slope;
    levelVar += 2 * both + slopeVar + step;
    both += slopeVar;
    slopeVar += turn;
    const gain = 1 / (levelVar + noise);
    const surprise = (prices[second] ?? 0) - level;
    level += levelVar * gain * surprise;
    slope += both * gain * surprise;
    slopeVar -= both * both * gain;
    both -= both * levelVar * gain;
    levelVar -= levelVar * levelVar * gain;
    expected[second] = level + 60 * slope - (prices[second] ?? 0);
  }
  const usual = (deviation * Math.sqrt(60)) / tick;
  return (second) => sign(expected[second] ?? 0, 0.02 * usual);
};

/** A trend that turns every quarter of an hour: the move of the last minutes continues. */
const lastMove: Strategy = (market) => (second) => sign(moved(market, second, 20), 0.3);

const reversal: Strategy = (market) => (second) => -sign(moved(market, second, 60), 1);

/** Follows the moves of the other markets of its group in the last seconds, less its own. */
const crossAsset: Strategy = (market, session) => {
  const others = othersOf(market, session);
  return (second) => {
    const group = others.reduce((sum, [other, side]) => sum + side * moved(other, second, 5), 0);
    return others.length === 0
      ? 0
      : sign(group / Math.sqrt(others.length) - moved(market, second, 5), 0.5);
  };
};

/** Whether the others mostly move with the market or against it, from public data. */
function othersOf(
  market: PublishedMarket,
  { markets }: Session,
): readonly (readonly [PublishedMarket, number])[] {
  const others = markets.filter((other) => other.group === market.group && other !== market);
  return others.slice(0, 8).map((other) => {
    let together = 0;
    for (let second = EVERY; second < WARM_UP; second += EVERY) {
      together += moved(other, second, EVERY) * moved(market, second, EVERY);
    }
    return [other, together < 0 ? -1 : 1] as const;
  });
}

/** A cross returns to its two markets; any other market returns to its nearest companion. */
const triangle: Strategy = (market, session) => {
  const { implied, prices } = market;
  if (implied !== undefined) {
    return (second) => sign((implied[second] ?? 0) - (prices[second] ?? 0), 0.1);
  }
  const [companion] = othersOf(market, session);
  if (companion === undefined) return () => 0;
  const [other, side] = companion;
  return (second) => sign(side * moved(other, second, 300) - moved(market, second, 300), 0.5);
};

/** After a flip by one tick that ends a stillness, the price flips back. */
const tieHunting: Strategy =
  ({ prices }) =>
  (second) => {
    const last = (prices[second] ?? 0) - (prices[second - 1] ?? 0);
    const flip = last === 0 ? (prices[second - 1] ?? 0) - (prices[second - 2] ?? 0) : last;
    if (Math.abs(flip) !== 1) return 0;
    for (let back = 3; back <= 6; back += 1) {
      if (prices[second - back] !== prices[second - 2]) return 0;
    }
    return -flip;
  };

/** The mean of the last prices estimates the price between two ticks. */
const rounding: Strategy = ({ prices }) => {
  const sums = new Float64Array(prices.length + 1);
  for (let second = 0; second < prices.length; second += 1) {
    sums[second + 1] = (sums[second] ?? 0) + (prices[second] ?? 0);
  }
  return (second) => {
    const mean = ((sums[second + 1] ?? 0) - (sums[second - 7] ?? 0)) / 8;
    const away = mean - (prices[second] ?? 0);
    return Math.abs(away) < 1.5 ? sign(away, 0.2) : 0;
  };
};

/** Large takers know more: follows the side that took more in the last seconds. */
const volume: Strategy =
  ({ flow }) =>
  (second) => {
    let [net, all] = [0, 0];
    for (let back = 0; back < 20; back += 1) {
      net += flow[second - back] ?? 0;
      all += Math.abs(flow[second - back] ?? 0);
    }
    return sign(net, 0.6 * all);
  };

export const strategies: Readonly<Record<string, Strategy>> = {
  'last move': lastMove,
  reversal,
  'Kalman filter': kalmanFilter,
  'cross asset': crossAsset,
  triangle,
  'tie hunting': tieHunting,
  rounding,
  volume,
};

/** Bets of one strategy in one market and duration. */
export interface Tally {
  wins: number;
  losses: number;
  ties: number;
}

/**
 * Plays each duration one contract after the other. A contract opens at the first price after the decision and is
 * settled by the price its duration later.
 */
export function play(
  { strategy, durations }: { readonly strategy: Strategy; readonly durations: readonly number[] },
  market: PublishedMarket,
  session: Session,
): Tally[] {
  const signal = strategy(market, session);
  const signals = new Int8Array(session.seconds);
  for (let second = WARM_UP; second < session.seconds; second += EVERY) {
    signals[second] = signal(second);
  }
  const { prices } = market;
  return durations.map((duration) => {
    const tally = { wins: 0, losses: 0, ties: 0 };
    for (let second = WARM_UP; second + 1 + duration < session.seconds; second += EVERY) {
      const direction = signals[second] ?? 0;
      if (direction === 0) continue;
      const gained = direction * ((prices[second + 1 + duration] ?? 0) - (prices[second + 1] ?? 0));
      if (gained > 0) tally.wins += 1;
      else if (gained < 0) tally.losses += 1;
      else tally.ties += 1;
      second += Math.ceil((duration + 1) / EVERY) * EVERY - EVERY;
    }
    return tally;
  });
}

/** The average profit of a bet in stakes, and the deviation of that average. */
export function averageProfit(
  { wins, losses, ties }: Tally,
  ratio: number,
): { mean: number; error: number } {
  const bets = wins + losses + ties;
  const mean = (wins * ratio - losses) / bets;
  const square = (wins * ratio * ratio + losses) / bets;
  return { mean, error: Math.sqrt(Math.max(0, square - mean * mean) / bets) };
}

/** The difference of wins and losses, in deviations of a fair coin. */
export function winBias({ wins, losses }: Tally): number {
  return wins + losses === 0 ? 0 : (wins - losses) / Math.sqrt(wins + losses);
}
