/** Follows the ticks that another instance stores: the same states, price board and listeners as at the publisher. */
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Gap } from './candles/gaps.ts';
import type { MarketMemory } from './market-memory.ts';
import { applyTick, linkHash, planLinked, type PlannedTick, RECENT_TICKS } from './plan-tick.ts';
import { type Known, readLoadMark, readSince, type StoredSince } from './store-replica.ts';
import type { TickRow } from './store.ts';
import type { SymbolState } from './symbol-state.ts';

export interface MarketReplicaDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly memory: MarketMemory;
}

export interface MarketReplica {
  /**
   * Reads what was stored after the last known ticks and applies it. A call during another one causes one more pass, which
   * it waits for. The whole memory is loaded when it is stale, far behind, or differs from what is stored.
   * @throws Error when the database cannot be read
   */
  follow(): Promise<void>;
  /**
   * A look after which this instance begins to make ticks with `begin`, whose result it returns. Calls of `follow` until then do
   * nothing: a later pass would change the states under the cycles of the publisher.
   */
  lookLast<T>(begin: () => T): Promise<T>;
}

export function createMarketReplica({ database, clock, memory }: MarketReplicaDeps): MarketReplica {
  let loadMark: string | undefined;
  let pass: Promise<void> | undefined;
  let nextPass: Promise<void> | undefined;
  const load = async (): Promise<void> => {
    // Some of what was stored may be applied already, and a failure leaves it so.
    memory.isStale = true;
    // Read before the states: what is stored between the two is loaded again.
    const mark = await readLoadMark(database);
    await memory.load();
    loadMark = mark;
  };
  const read = async (): Promise<void> => {
    if (memory.isStale) await load();
    else {
      const since = await database.snapshot((reader) =>
        readSince(reader, knownOf(memory.states), RECENT_TICKS),
      );
      const planned = since.loadMark === loadMark ? applyStored(memory.states, since) : undefined;
      if (planned === undefined) await load();
      else memory.publish(planned);
    }
    await memory.refreshEdges(clock.now());
  };
  const begin = (): Promise<void> => {
    pass = read().finally(() => {
      pass = undefined;
    });
    return pass;
  };
  let isLast = false;
  const follow = (): Promise<void> => {
    if (pass === undefined) return begin();
    nextPass ??= pass
      .catch(() => undefined)
      .then(() => {
        nextPass = undefined;
        return begin();
      });
    return nextPass;
  };
  return {
    follow: () => (isLast ? Promise.resolve() : follow()),
    async lookLast(beginToMake) {
      isLast = true;
      try {
        await follow();
        return beginToMake();
      } finally {
        isLast = false;
      }
    },
  };
}

function knownOf(states: readonly SymbolState[]): Known {
  return {
    ticks: states
      .filter(({ isBroken }) => !isBroken)
      .map(({ instrument, chain }) => ({ instrumentId: instrument.id, seq: chain.seq })),
    gaps: new Map(states.map(({ instrument, gaps }) => [instrument.class, gaps.at(-1)?.to ?? 0])),
  };
}

/** Changes the states, and returns the ticks; undefined when the states have to be loaded instead. */
function applyStored(
  states: readonly SymbolState[],
  { ticks, gaps, gapRecords }: StoredSince,
): PlannedTick[] | undefined {
  const byId = new Map(states.map((state) => [state.instrument.id, state]));
  const planned: PlannedTick[] = [];
  const count = new Map<number, number>();
  let ended = 0;
  for (const tick of ticks) {
    const state = byId.get(tick.instrumentId);
    const ofInstrument = (count.get(tick.instrumentId) ?? 0) + 1;
    count.set(tick.instrumentId, ofInstrument);
    if (state === undefined || !isNext(state, tick) || ofInstrument === RECENT_TICKS) {
      return undefined;
    }
    for (; ended < gaps.length && gaps[ended]!.to <= tick.at; ended += 1)
      addGap(states, gaps[ended]!);
    const plan = planLinked(state, tick);
    applyTick(plan);
    planned.push(plan);
  }
  for (const gap of gaps.slice(ended)) addGap(states, gap);
  for (const state of states)
    state.closedAt = gapRecords.get(state.instrument.id) ?? state.closedAt;
  return planned;
}

/** Whether the tick continues the known chain. */
function isNext(state: SymbolState, tick: TickRow): boolean {
  return tick.seq === state.chain.seq + 1 && Buffer.compare(linkHash(state, tick), tick.hash) === 0;
}

function addGap(states: readonly SymbolState[], gap: Gap & { readonly class: string }): void {
  const { class: name, from, to } = gap;
  for (const state of states) {
    if (state.instrument.class === name) state.gaps = [...state.gaps, { from, to }];
  }
}
