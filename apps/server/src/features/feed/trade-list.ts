/** The latest trades of each symbol: those of the reference ticks, as in its candles. */
import type { SymbolState } from '../pricing/index.ts';
import { sourceTrade, type TradeLine } from './messages.ts';

/** As many as the format allows in one answer. */
const LISTED_MAX = 300;

export interface TradeList {
  /** Newest first. */
  latest(state: SymbolState, limit?: number): TradeLine[];
  /** Remembers lines as told to listeners, newest first. Gives how many were told before. */
  tell(symbol: string, lines: readonly TradeLine[]): number;
  /** What was told after the first `count`, newest first, up to 300. */
  toldSince(symbol: string, count: number): readonly TradeLine[];
}

interface Backfilled {
  count: number;
  /** Newest first. */
  lines: readonly TradeLine[];
}

export function createTradeList(): TradeList {
  const told = new Map<string, Backfilled>();
  return {
    latest(state, limit = LISTED_MAX) {
      const traded = state.recentTicks.filter((tick) => tick.quantity > 0n);
      return traded.map(sourceTrade).toReversed().slice(0, limit);
    },
    tell(symbol, lines) {
      const { count, lines: earlier } = told.get(symbol) ?? { count: 0, lines: [] };
      const all = [...lines, ...earlier].slice(0, LISTED_MAX);
      told.set(symbol, { count: count + lines.length, lines: all });
      return count;
    },
    toldSince(symbol, count) {
      const since = told.get(symbol);
      return since === undefined ? [] : since.lines.slice(0, since.count - count);
    },
  };
}
