/** The latest trades of each symbol: those seen at the sources and those of the own books. */
import type { TapeTrade } from '../../../kernel/market-tape.ts';
import type { SymbolState } from '../symbol-state.ts';
import { ownTrade, sourceTrade, type TradeLine } from './messages.ts';

const OWN_KEPT = 200;
/** As many as the format allows in one answer. */
const LISTED_MAX = 300;

export interface TradeList {
  add(trade: TapeTrade): void;
  /** Own trades since the last call, newest first, by symbol. */
  takeNew(): ReadonlyMap<string, readonly TradeLine[]>;
  /** Newest first. */
  latest(state: SymbolState, limit?: number): TradeLine[];
  /** Remembers lines as told to listeners, newest first. Gives how many were told before. */
  tell(symbol: string, lines: readonly TradeLine[]): number;
  /** What was told after the first `count`, newest first, up to 300. */
  toldSince(symbol: string, count: number): readonly TradeLine[];
}

interface Told {
  count: number;
  /** Newest first. */
  lines: readonly TradeLine[];
}

export function createTradeList(): TradeList {
  const kept = new Map<string, TradeLine[]>();
  const told = new Map<string, Told>();
  let fresh = new Map<string, TradeLine[]>();
  return {
    add(trade) {
      const line = ownTrade(trade);
      kept.set(trade.symbol, [line, ...(kept.get(trade.symbol) ?? [])].slice(0, OWN_KEPT));
      fresh.set(trade.symbol, [line, ...(fresh.get(trade.symbol) ?? [])]);
    },
    takeNew() {
      const taken = fresh;
      fresh = new Map();
      return taken;
    },
    latest(state, limit = LISTED_MAX) {
      const source = state.recentTicks.filter((tick) => tick.quantity > 0n).map(sourceTrade);
      const own = kept.get(state.instrument.symbol) ?? [];
      return [...source, ...own]
        .sort((left, right) => Number(right.ts) - Number(left.ts))
        .slice(0, limit);
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
