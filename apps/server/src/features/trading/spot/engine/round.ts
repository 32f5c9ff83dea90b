/** A round: batches of several engines in one transaction. It is matched and written, then commits or is rolled back. */
import { recordTypes } from '@tern/ledger';
import { recordMemberEvents } from '../../../../kernel/events/member-events.ts';
import { availableOf } from '../../../../kernel/ledger/balances.ts';
import { postRound } from '../../../../kernel/ledger/post-entries.ts';
import { barredAmong } from '../../../../kernel/members/members.ts';
import { storeAnswers } from '../../../../kernel/requests/idempotency.ts';
import type { Database, Tx } from '../../../../platform/database/database.ts';
import type { Trace } from '../../../../platform/tracing/trace.ts';
import { conditionalEvents } from '../conditional/conditional-rows.ts';
import { writeConditionals } from '../conditional/store.ts';
import { writeConditionalAmendments } from '../conditional/store-amendments.ts';
import { orderEvents } from '../order-rows.ts';
import { writeSpot } from '../store-engine.ts';
import { findFinished } from './answers.ts';
import type { BookTaken } from './book-keeper.ts';
import type { Batch, Confirmations, EngineState, PlannedBatch } from './batch.ts';
import { planBatch } from './plan.ts';
import { StaleBalances } from './stale-balances.ts';
import type { RecordState } from './record-state.ts';
import type { TakenTicks } from './trigger-watch.ts';
import type { AnswerTo, MemberCommand } from '../commands.ts';

/** A command and its caller. */
export interface PendingCommand {
  command: MemberCommand;
  resolve(answer: AnswerTo<MemberCommand>): void;
  reject(reason: unknown): void;
  /** When the engine received it, never before the one before it. Epoch ms. */
  receivedAt: number;
  /** Of its request, if that is traced. */
  trace: Trace | undefined;
}

/** The part of a matching engine that group commit uses. */
export interface BatchedEngine {
  readonly isClosed: boolean;
  /** Pending commands. */
  readonly queued: number;
  readonly hasWork: boolean;
  /** Only new quotes are pending, and they must follow the batches in flight. */
  readonly hasToWait: boolean;
  take(most: number): PendingCommand[];
  /** True when new quotes caused no trade, which needs no transaction. */
  requoteQuietly(): boolean;
  hasIdsFor(commands: number): boolean;
  drawIds(tx: Tx, commands: number): Promise<void>;
  /** Starts a batch of these commands on the book. */
  begin(pending: PendingCommand[]): InFlightBatch;
  /** Called when the newest batch is matched. */
  setPlanned(newest: InFlightBatch, planned: PlannedBatch): void;
  /** Undoes the newest batch. */
  rollBack(newest: InFlightBatch): void;
  /** Called when the oldest batch has committed: publishes it and answers its callers. */
  commit(oldest: InFlightBatch): void;
  /** Rejects these commands with the error, or with `busy` when the engine or the database is unavailable. */
  refuse(pending: readonly PendingCommand[], error: unknown): void;
  /** After a lost connection: the batches in flight that have committed; undefined when that cannot be found out. */
  findCommitted(): Promise<ReadonlySet<InFlightBatch> | undefined>;
}

/** Order ids that commands may take: a conditional order one, one more for the order that it places, an OCO one more for its limit order, and an order with attached ones two for each. */
export function idsFor(pending: readonly PendingCommand[]): number {
  return pending.reduce((sum, { command }) => {
    if (command.kind === 'place' && command.attached !== undefined) return sum + 5;
    if (command.kind !== 'place-conditional') return sum + 1;
    return sum + (command.targetPrice === undefined ? 2 : 3);
  }, 0);
}

/** An engine's next commands. */
export interface EngineWork {
  engine: BatchedEngine;
  pending: PendingCommand[];
}

/** A batch between dispatch and commit: matched on the book, its transaction not finished yet. */
export interface InFlightBatch extends EngineWork {
  batch: Batch;
  planned: PlannedBatch | undefined;
  /** Where the record stood before this batch. */
  recordBefore: RecordState;
  /** The reference prices that it compares. */
  taken: TakenTicks;
  /** Of the engine as this batch leaves it, where one is due. */
  book?: BookTaken | undefined;
  /** Signed when it is asked for; undefined: answers carry none. */
  confirmations?: (() => Promise<Confirmations>) | undefined;
}

/** Batches of several engines in one transaction. */
export interface Round {
  batches: InFlightBatch[];
  commands: number;
  /** The error of its transaction; undefined once it has committed. */
  failure: Promise<{ error: unknown } | undefined>;
}

/**
 * Loads the state that batches need and memory does not have, while no batch is in flight: draws missing ids and reads
 * the rest in one snapshot, from which the projected balances start again. `others`: members without a command, whose conditional orders
 * were met.
 */
async function loadState(
  database: Database,
  { work, others }: { work: readonly EngineWork[]; others: ReadonlySet<number> },
  known: EngineState,
): Promise<EngineState> {
  const short = work.filter(({ engine, pending }) => !engine.hasIdsFor(idsFor(pending)));
  if (short.length > 0) {
    await database.transaction((tx) =>
      Promise.all(short.map(({ engine, pending }) => engine.drawIds(tx, idsFor(pending)))),
    );
  }
  const commands = work.flatMap(({ pending }) => pending.map(({ command }) => command));
  const loaded = new Set([...commands.map(({ memberId }) => memberId), ...others]);
  const memberIds = [...loaded];
  if (memberIds.length === 0) return { ...known, isFresh: true, loaded };
  return database.snapshot(async (reader) => {
    const [available, barred, finished] = await Promise.all([
      availableOf(reader, memberIds),
      barredAmong(reader, memberIds),
      findFinished(reader, commands),
    ]);
    known.balances.load(memberIds, available);
    return { ...known, isFresh: true, barred, finished, loaded };
  });
}

/**
 * Loads the state and matches the batches with it, once more for each time that prices trigger orders of members who are not in it.
 * @throws any error of reading or planning; everything is rolled back then
 */
export async function loadAndPlan(
  database: Database,
  work: readonly EngineWork[],
  known: EngineState,
): Promise<InFlightBatch[]> {
  const others = new Set<number>();
  for (;;) {
    const state = await loadState(database, { work, others }, known);
    try {
      return planBatches(work, state);
    } catch (error) {
      if (!(error instanceof StaleBalances)) throw error;
      const before = others.size;
      for (const memberId of error.memberIds) others.add(memberId);
      if (others.size === before) throw error;
    }
  }
}

/**
 * Starts a batch on each engine's book and matches it.
 * @throws `StaleBalances`, or any error of planning; everything is rolled back then
 */
export function planBatches(work: readonly EngineWork[], state: EngineState): InFlightBatch[] {
  const batches: InFlightBatch[] = [];
  state.balances.mark();
  try {
    for (const { engine, pending } of work) {
      const inFlight = engine.begin(pending);
      batches.push(inFlight);
      engine.setPlanned(inFlight, planBatch(inFlight.batch, state));
    }
    const confirmations = state.confirm?.(plannedOf(batches));
    for (const inFlight of batches) inFlight.confirmations = confirmations;
    return batches;
  } catch (error) {
    state.balances.rollBack();
    rollBack(batches, state);
    throw error;
  }
}

export const plannedOf = (batches: readonly InFlightBatch[]): PlannedBatch[] =>
  batches.flatMap(({ planned }) => planned ?? []);

/**
 * Sends the writes of a round: a few statements together with their COMMIT. Not async, so that a throw is known before COMMIT is sent. The balances come last, so that their rows are locked only
 * for the commit. `subAccount`: the number of the exchange's sub-accounts to which it posts.
 */
export function writeRound(
  tx: Tx,
  planned: readonly PlannedBatch[],
  subAccount: number,
): Promise<unknown>[] {
  const at = Math.max(...planned.map(({ batch }) => batch.now));
  const facts = planned.flatMap((each) => each.facts);
  const events = planned.flatMap((each) => [
    ...orderEvents(each, each.batch.instrument),
    ...conditionalEvents(each.conditionals, each.batch.instrument),
  ]);
  const writes = [
    writeSpot(tx, {
      batches: planned.map(({ batch, recorded }) => ({ ...batchOf(batch), recorded })),
      inserted: planned.flatMap((each) => each.inserted),
      changed: planned.flatMap((each) => each.changed),
      trades: planned.flatMap((each) => each.trades),
      amendments: planned.flatMap((each) => each.amendments),
    }),
    ...writeConditionalAmendments(
      tx,
      planned.flatMap(({ conditionals }) => conditionals.amendments),
    ),
    ...writeConditionals(tx, {
      inserted: planned.flatMap(({ conditionals }) => conditionals.inserted),
      changed: planned.flatMap(({ conditionals }) => conditionals.changed),
      pauses: planned.flatMap(({ batch, conditionals }) =>
        conditionals.pauses.map((pause) => ({ ...pause, instrumentId: batch.instrument.id })),
      ),
      marks: planned.flatMap(markOf),
    }),
    storeAnswers(
      tx,
      planned.flatMap((each) => each.answers),
      at,
    ),
  ];
  if (facts.length === 0) return [...writes, recordMemberEvents(tx, events, at)];
  const notices = {
    at,
    events: events.map((event) => JSON.stringify(event)),
    memberIds: [...new Set(events.map((event) => event.memberId))],
  };
  const round = { kind: recordTypes.spotRound, reference: referenceOf(planned), facts, subAccount };
  return [...writes, postRound(tx, round, notices)];
}

const batchOf = ({ engine, before, name, recordPlace: { first } }: Batch) => ({
  engine,
  before,
  name,
  first,
});

/**
 * How far the batch has compared reference prices: stored from time to time, and with all that a price did. After a crash the pause
 * begins there, so it has no price in it that met an order or moved a best price.
 */
function markOf({ batch, conditionals }: PlannedBatch) {
  const { instrument, ticks, isMarkDue } = batch;
  const newest = ticks.at(-1);
  const didNothing = conditionals.changed.every(({ watches }) => watches !== 'reference');
  if (newest === undefined || (!isMarkDue && didNothing)) return [];
  return [{ instrumentId: instrument.id, number: newest.number, at: newest.at }];
}

/** The reference of its entry in the journal. Batch names are unique, so the first one can name the round. */
export function referenceOf([first]: readonly PlannedBatch[]): string {
  const { engine, name } = first!.batch;
  return `round:${engine.instrumentId}:${name}`;
}

/** Oldest first: their transaction has committed. */
export function commit(batches: readonly InFlightBatch[], { answers }: EngineState): void {
  for (const inFlight of batches) {
    for (const key of inFlight.planned?.answers ?? []) answers.settle(key);
    inFlight.engine.commit(inFlight);
  }
}

/** Newest first. */
export function rollBack(batches: readonly InFlightBatch[], { answers }: EngineState): void {
  for (const inFlight of batches.toReversed()) {
    for (const key of inFlight.planned?.answers ?? []) answers.forget(key);
    inFlight.engine.rollBack(inFlight);
  }
}
