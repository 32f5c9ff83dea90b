/** A batch between dispatch and commit: matched on the book, its transaction not finished yet. */
import type { Tx } from '../../../platform/database/database.ts';
import type { MemberCommand } from '../order.ts';
import type { OrderRow } from '../order-rows.ts';
import type { Batch, EngineState, PlannedBatch } from './batch.ts';
import { planBatch } from './plan.ts';

/** A command and its caller. */
export interface PendingCommand {
  command: MemberCommand;
  resolve(answer: { order: OrderRow }): void;
  reject(reason: unknown): void;
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
  /** After a lost connection: the batches in flight that have committed. */
  findCommitted(): Promise<ReadonlySet<InFlightBatch>>;
}

/** An engine's next commands. */
export interface EngineWork {
  engine: BatchedEngine;
  pending: PendingCommand[];
}

export interface InFlightBatch extends EngineWork {
  batch: Batch;
  planned: PlannedBatch | undefined;
  /** Ids of the house quotes before this batch. */
  houseIdsBefore: number[];
}

/** Batches of several engines in one transaction. */
export interface Round {
  batches: InFlightBatch[];
  commands: number;
  /** The error of its transaction; undefined once it has committed. */
  failure: Promise<{ error: unknown } | undefined>;
}

/**
 * Starts a batch on each engine's book and matches it.
 * Fails with: `StaleBalances`, or any error of planning; everything is rolled back then.
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
    return batches;
  } catch (error) {
    state.balances.rollBack();
    rollBack(batches, state);
    throw error;
  }
}

/** Newest first. */
export function rollBack(batches: readonly InFlightBatch[], { answers }: EngineState): void {
  for (const inFlight of batches.toReversed()) {
    for (const key of inFlight.planned?.answers ?? []) answers.forget(key);
    inFlight.engine.rollBack(inFlight);
  }
}

/** Oldest first: their transaction has committed. */
export function commit(batches: readonly InFlightBatch[], { answers }: EngineState): void {
  for (const inFlight of batches) {
    for (const key of inFlight.planned?.answers ?? []) answers.settle(key);
    inFlight.engine.commit(inFlight);
  }
}

export const plannedOf = (batches: readonly InFlightBatch[]): PlannedBatch[] =>
  batches.flatMap(({ planned }) => planned ?? []);
