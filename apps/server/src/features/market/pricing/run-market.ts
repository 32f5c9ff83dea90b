/** Runs the market in this instance: publishes prices while the instance holds the lease, otherwise follows the stored ticks. */
import type { Leases } from '../../../kernel/leases/leases.ts';
import type { FinalUpTo, SharedWork } from '../../../kernel/prices/tick-history.ts';
import type { Bus } from '../../../platform/bus.ts';
import {
  createMarketPublisher,
  type MarketPublisher,
  type MarketPublisherDeps,
} from './market-publisher.ts';
import { createMarketReplica } from './market-replica.ts';
import { createMarketMemory, type MarketMemoryDeps } from './market-memory.ts';
import { isLiveSource, type PriceSource, serves } from './price-source.ts';
import { createQuotedTimes, type QuotedAt } from './quoted-times.ts';
import type { SymbolState } from './symbol-state.ts';
import { CHAIN_ENDS, chainEndsOf, TicksBehind } from './ticks-behind.ts';

export interface MarketRunDeps
  extends MarketMemoryDeps,
    Omit<MarketPublisherDeps, 'memory' | 'sources' | 'onStored'> {
  readonly bus: Bus;
  readonly leases: Leases;
  /** New ones each time this instance begins to publish: a stopped source cannot be started again. */
  readonly openSources: () => readonly PriceSource[];
}

export interface MarketRun {
  /** As configured; never started themselves. */
  readonly sources: readonly PriceSource[];
  /** In display order; empty before the first load. */
  readonly states: readonly SymbolState[];
  find(symbol: string): SymbolState | undefined;
  /** When each source last quoted the symbol, as far as this instance knows. */
  quotedAt(symbol: string): readonly QuotedAt[];
  /** See `TicksBehind`; 0 in the publisher. */
  ticksBehind(): number | undefined;
  /** One cycle of the publisher, or one pass over what another instance has stored. */
  advanceTicks(): Promise<void>;
  /** See `TickFrontier`, here and below. */
  isLive(symbol: string): boolean;
  closeUpTo(at: number, awaited: ReadonlySet<number>): Promise<FinalUpTo>;
  accompany(work: SharedWork): Promise<() => Promise<void>>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const LEASE = 'pricing';
/** Bus topic: the publisher has stored a cycle. The message says when its sources quoted. */
const TICKS_STORED = 'pricing.stored';

export function createMarketRun(deps: MarketRunDeps): MarketRun {
  const { bus, leases, clock } = deps;
  const memory = createMarketMemory(deps);
  const replica = createMarketReplica({ ...deps, memory });
  const sources = deps.openSources();
  const live = sources.filter(isLiveSource);
  const behind = new TicksBehind();
  const quotedTimes = createQuotedTimes(() => clock.now());
  const works = new Set<SharedWork>();
  let publisher: MarketPublisher | undefined;
  /** Whether the accompanying work is under way. */
  let isAccompanied = false;
  /** The publisher is being stopped: there is no next cycle. */
  let isEnding = false;
  const inTurn = oneByOne();

  const quotedAt = (symbol: string): readonly QuotedAt[] =>
    publisher?.lastPrices(symbol) ?? quotedTimes.of(symbol, memory.find(symbol));
  const onStored = (): void => {
    bus.publish(CHAIN_ENDS, chainEndsOf(memory.states));
    bus.publish(TICKS_STORED, quotedTimes.messageOf(memory.states, quotedAt));
  };
  const end = async (): Promise<void> => {
    if (publisher === undefined) return;
    try {
      if (isAccompanied) for (const work of [...works].toReversed()) await work.end();
    } finally {
      // Another instance is about to publish.
      isAccompanied = false;
      isEnding = true;
      await publisher.stop();
      isEnding = false;
      publisher = undefined;
      // The last cycle may have applied what was not stored.
      memory.isStale = true;
    }
  };
  const begin = async (): Promise<void> => {
    // What the previous publisher has stored until now.
    const begun = await replica.lookLast(() => {
      publisher = createMarketPublisher({ ...deps, memory, sources: deps.openSources(), onStored });
      return publisher;
    });
    try {
      await begun.advanceTicks();
      for (const work of works) await work.begin();
      isAccompanied = true;
    } catch (error) {
      isAccompanied = true;
      await end();
      throw error;
    }
  };
  const onWake = (message: unknown): void => {
    if (publisher !== undefined) return;
    quotedTimes.receive(message);
    // The sweep each second reports a failure.
    replica.follow().catch(() => undefined);
  };
  const ends: (() => void)[] = [];
  return {
    sources,
    get states() {
      return memory.states;
    },
    find: memory.find,
    quotedAt,
    ticksBehind: () => (publisher === undefined ? behind.count(memory.find) : 0),
    async advanceTicks() {
      if (!isEnding) await (publisher?.advanceTicks() ?? replica.follow());
    },
    isLive: (symbol) => live.some((source) => serves(source, symbol)),
    closeUpTo: (at, awaited) =>
      publisher?.closeUpTo(at, awaited) ??
      Promise.reject(new Error('another instance publishes the prices')),
    accompany: (work) =>
      inTurn(async () => {
        if (isAccompanied) await work.begin();
        works.add(work);
        return () =>
          inTurn(async () => {
            works.delete(work);
            if (isAccompanied) await work.end();
          });
      }),
    async start() {
      ends.push(
        bus.subscribe(TICKS_STORED, onWake),
        bus.subscribe(CHAIN_ENDS, (message) => behind.receive(message)),
      );
      await leases.compete({ name: LEASE, begin: () => inTurn(begin), end: () => inTurn(end) });
      if (publisher === undefined) await replica.follow();
    },
    async stop() {
      for (const endWakes of ends.splice(0)) endWakes();
      await inTurn(end);
    },
  };
}

/** Runs one work after the other. */
function oneByOne(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
}
