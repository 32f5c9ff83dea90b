/** Keeps the closed candles of markets that were asked for, until the next candle closes: most callers ask for the same ones. */
import type { SymbolState } from '../pricing/index.ts';
import type { Candle } from '../../../kernel/prices/candle.ts';
import type { Interval } from '../../../kernel/prices/intervals.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';

interface Kept {
  readonly limit: number;
  readonly candles: Promise<readonly Candle[]>;
  /** What the candles were made from: another one, and they are read again. */
  readonly madeFrom: readonly unknown[];
  readonly readAt: number;
}

export interface RecentCandles {
  /** The last `limit` closed candles before the running one, oldest first; `read` is asked for what is not kept. */
  closed(
    of: { state: SymbolState; interval: Interval; limit: number },
    read: () => Promise<Candle[]>,
  ): Promise<readonly Candle[]>;
}

/** All markets and intervals together: about 50 MB with their encoded texts. */
const CANDLES_MAX = 60_000;
/** A change that none of the marks shows, such as one of the database by hand, is seen after this time. */
const KEPT_MS = MINUTE_MS;

export function createRecentCandles(now: () => number, candlesMax = CANDLES_MAX): RecentCandles {
  // The least recently used first.
  const kept = new Map<string, Kept>();
  const makeRoom = () => {
    let candles = [...kept.values()].reduce((sum, { limit }) => sum + limit, 0);
    for (const [name, { limit }] of kept) {
      if (candles <= candlesMax) return;
      kept.delete(name);
      candles -= limit;
    }
  };
  return {
    async closed({ state, interval, limit }, read) {
      const { instrument, running, gaps, backfills, genesis } = state;
      const name = `${instrument.id} ${interval}`;
      const madeFrom = [state, running.get(interval)?.start, gaps, backfills, genesis];
      const found = kept.get(name);
      kept.delete(name);
      const isCurrent =
        found !== undefined &&
        found.limit >= limit &&
        now() - found.readAt < KEPT_MS &&
        found.madeFrom.every((part, index) => part === madeFrom[index]);
      const current = isCurrent ? found : { limit, candles: read(), madeFrom, readAt: now() };
      kept.set(name, current);
      if (!isCurrent) makeRoom();
      try {
        return (await current.candles).slice(-limit);
      } catch (error) {
        if (kept.get(name) === current) kept.delete(name);
        throw error;
      }
    },
  };
}
