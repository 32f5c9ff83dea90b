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
  /** New ones each time this instance begins to publish, and for each new market: a stopped source cannot be started again. */
  readonly openSources: () => readonly PriceSource[];
}

export interface MarketRun {
  /** As configured, for the markets that are known now; never started themselves. */
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
  let sources = deps.openSources();
  const behind = new TicksBehind();
  const quotedTimes = createQuotedTimes(() => clock.now());
  const companions = new Companions();
  let publisher: MarketPublisher | undefined;
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
      await companions.end();
    } finally {
      // Another instance is about to publish.
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
      await companions.begin();
    } catch (error) {
      await end();
      throw error;
    }
  };
  /** With a market that was listed: its sources quote it from then on. */
  const again = async (): Promise<void> => {
    sources = deps.openSources();
    await inTurn(async () => {
      memory.isStale = true;
      if (publisher !== undefined) await end().then(begin);
    });
  };
  const onWake = (message: unknown): void => {
    if (publisher !== undefined) return;
    quotedTimes.receive(message);
    // The sweep each second reports a failure.
    replica.follow().catch(() => undefined);
  };
  const ends: (() => void)[] = [];
  return {
    get sources() {
      return sources;
    },
    get states() {
      return memory.states;
    },
    find: memory.find,
    quotedAt,
    ticksBehind: () => (publisher === undefined ? behind.count(memory.find) : 0),
    async advanceTicks() {
      if (!isEnding) await (publisher?.advanceTicks() ?? replica.follow());
    },
    isLive: (symbol) => sources.some((source) => isLiveSource(source) && serves(source, symbol)),
    closeUpTo: (at, awaited) =>
      publisher?.closeUpTo(at, awaited) ??
      Promise.reject(new Error('another instance publishes the prices')),
    accompany: (work) =>
      inTurn(async () => {
        const leave = await companions.add(work);
        return () => inTurn(leave);
      }),
    async start() {
      ends.push(
        followListings(deps, again),
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

/** What is done beside publishing, begun and ended with it. One call at a time. */
class Companions {
  private readonly works = new Set<SharedWork>();
  private isUnderWay = false;

  async begin(): Promise<void> {
    for (const work of this.works) await work.begin();
    this.isUnderWay = true;
  }

  /** Also those that a failure kept from beginning. */
  async end(): Promise<void> {
    this.isUnderWay = false;
    for (const work of [...this.works].toReversed()) await work.end();
  }

  /** Returns the function that ends it alone. */
  async add(work: SharedWork): Promise<() => Promise<void>> {
    if (this.isUnderWay) await work.begin();
    this.works.add(work);
    return async () => {
      this.works.delete(work);
      if (this.isUnderWay) await work.end();
    };
  }
}

/** Returns the function that ends it. */
function followListings(
  { instruments, leases, log }: Pick<MarketRunDeps, 'instruments' | 'leases' | 'log'>,
  again: () => Promise<void>,
): () => void {
  return instruments.subscribe(() => {
    again().catch((error: unknown) => {
      log.error({ err: error }, 'the prices could not go on with a new market');
      // Whoever takes it begins with all markets.
      return leases.giveBack(LEASE).catch(() => undefined);
    });
  });
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
