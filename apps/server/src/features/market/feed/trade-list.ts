/** The latest trades of each symbol, taken from its reference ticks. */
import type { SymbolState } from '../pricing/index.ts';
import { sourceTrade, type TradeLine } from './messages.ts';

/** The format's maximum for one answer. */
const LISTED_MAX = 300;

export interface TradeList {
  /** Newest first. */
  latest(state: SymbolState, limit?: number): TradeLine[];
  /** Records lines as sent to subscribers, newest first. Returns how many were sent before. */
  record(symbol: string, lines: readonly TradeLine[]): number;
  /** The lines sent after the first `count`, newest first, up to 300. */
  sentSince(symbol: string, count: number): readonly TradeLine[];
}

interface SentTrades {
  count: number;
  /** Newest first. */
  lines: readonly TradeLine[];
}

export function createTradeList(): TradeList {
  const sent = new Map<string, SentTrades>();
  return {
    latest(state, limit = LISTED_MAX) {
      const traded = state.recentTicks.filter((tick) => tick.quantity > 0n);
      return traded.map(sourceTrade).toReversed().slice(0, limit);
    },
    record(symbol, lines) {
      const { count, lines: earlier } = sent.get(symbol) ?? { count: 0, lines: [] };
      const all = [...lines, ...earlier].slice(0, LISTED_MAX);
      sent.set(symbol, { count: count + lines.length, lines: all });
      return count;
    },
    sentSince(symbol, count) {
      const since = sent.get(symbol);
      return since === undefined ? [] : since.lines.slice(0, since.count - count);
    },
  };
}
