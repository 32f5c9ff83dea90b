/** The health of a symbol's feed: its sources, which of them are live, and the age of the last tick. Pure. */
import { isFresh } from '../../../kernel/prices/reference-prices.ts';
import { isOpen } from '../../../kernel/catalog/trading-hours.ts';
import { type PriceSource, serves } from './price-source.ts';
import type { QuotedAt } from './quoted-times.ts';
import type { SymbolState } from './symbol-state.ts';

export type FeedState = 'live' | 'stale' | 'closed';

export interface SourceHealth {
  readonly name: string;
  /** False after five seconds without a quote. */
  readonly isLive: boolean;
  /** Time of its last accepted quote by the source's clock, epoch milliseconds. */
  readonly lastQuoteAt: number | undefined;
}

export interface FeedHealth {
  readonly state: FeedState;
  /** Every source that serves the symbol. */
  readonly sources: readonly SourceHealth[];
  /** The sources of the last tick. */
  readonly takenFrom: readonly string[];
  readonly tickAt: number | undefined;
}

/** A feed without a fresh tick is stale even while its sources quote: they may contradict each other. */
export function healthOf(
  state: SymbolState,
  feed: { sources: readonly PriceSource[]; quoted: readonly QuotedAt[]; now: number },
): FeedHealth {
  const { symbol, hours } = state.instrument;
  const { sources, quoted, now } = feed;
  const last = state.recentTicks.at(-1);
  const openState = last !== undefined && isFresh(last.at, now) ? 'live' : 'stale';
  return {
    state: isOpen(hours, now) ? openState : 'closed',
    sources: sources
      .filter((source) => serves(source, symbol))
      .map(({ name }) => {
        const lastQuoteAt = quoted.find(({ source }) => source === name)?.at;
        return {
          name,
          lastQuoteAt,
          isLive: lastQuoteAt !== undefined && isFresh(lastQuoteAt, now),
        };
      }),
    takenFrom: last?.source.split('+') ?? [],
    tickAt: last?.at,
  };
}

/** One source over all its symbols. */
export interface SourceState {
  readonly name: string;
  /** Symbols by class, in display order. */
  readonly classes: readonly { readonly name: string; readonly symbols: number }[];
  /** Time of its newest quote, epoch milliseconds. */
  readonly lastQuoteAt: number | undefined;
  /** Every market that it serves is closed. */
  readonly isClosed: boolean;
  /** Open markets without a recent quote from it. */
  readonly silent: number;
}

/** Adds up what each source says of each symbol. `of`: a symbol's class and health. */
export function statesOfSources(
  of: readonly { readonly group: string; readonly health: FeedHealth }[],
): SourceState[] {
  const names = new Set(of.flatMap(({ health }) => health.sources.map(({ name }) => name)));
  return [...names].map((name) => {
    const served = of.flatMap(({ group, health: { state, sources } }) => {
      const source = sources.find((each) => each.name === name);
      return source === undefined ? [] : [{ group, isOpen: state !== 'closed', source }];
    });
    const groups = [...new Set(served.map(({ group }) => group))];
    const times = served.flatMap(({ source }) => source.lastQuoteAt ?? []);
    return {
      name,
      classes: groups.map((each) => ({
        name: each,
        symbols: served.filter(({ group }) => group === each).length,
      })),
      lastQuoteAt: times.length === 0 ? undefined : Math.max(...times),
      isClosed: served.every(({ isOpen }) => !isOpen),
      silent: served.filter(({ isOpen, source }) => isOpen && !source.isLive).length,
    };
  });
}
