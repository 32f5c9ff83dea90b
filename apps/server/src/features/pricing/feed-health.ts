/** How a symbol's prices are doing: who is asked, who speaks, how old the last tick is. Pure. */
import { isFresh } from '../../kernel/prices/reference-prices.ts';
import { isOpen } from '../../kernel/catalog/trading-hours.ts';
import { type PriceSource, serves } from './price-source.ts';
import type { SourcePrice } from './reference-rule.ts';
import type { SymbolState } from './symbol-state.ts';

export type FeedState = 'live' | 'stale' | 'closed';

export interface SourceHealth {
  readonly name: string;
  /** False after five seconds without a word. */
  readonly isLive: boolean;
  /** By the source's clock, epoch milliseconds; undefined before it said anything that was believed. */
  readonly saidAt: number | undefined;
}

export interface FeedHealth {
  readonly state: FeedState;
  /** Everyone who is asked for the symbol. */
  readonly sources: readonly SourceHealth[];
  /** Those the last tick was taken from. */
  readonly takenFrom: readonly string[];
  readonly tickAt: number | undefined;
}

/** A feed without a fresh tick is stale, whatever its sources say: they may contradict each other. */
export function healthOf(
  state: SymbolState,
  feed: { sources: readonly PriceSource[]; said: readonly SourcePrice[]; now: number },
): FeedHealth {
  const { symbol, hours } = state.instrument;
  const { sources, said, now } = feed;
  const last = state.recentTicks.at(-1);
  const openState = last !== undefined && isFresh(last.at, now) ? 'live' : 'stale';
  return {
    state: isOpen(hours, now) ? openState : 'closed',
    sources: sources
      .filter((source) => serves(source, symbol))
      .map(({ name }) => {
        const saidAt = said.find(({ source }) => source === name)?.at;
        return { name, saidAt, isLive: saidAt !== undefined && isFresh(saidAt, now) };
      }),
    takenFrom: last?.source.split('+') ?? [],
    tickAt: last?.at,
  };
}
