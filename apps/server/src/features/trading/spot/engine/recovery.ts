/** Recovers from failed rounds: finds those that committed, rolls the others back, and retries them one by one. */
import { isOverdrawn } from '../../../../kernel/ledger/post-entries.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import {
  isCheckViolation,
  isSerializationOrDeadlock,
  isUniqueViolation,
  UnknownOutcome,
} from '../../../../platform/database/database-errors.ts';
import type { Database, Lane } from '../../../../platform/database/database.ts';
import { type EngineState, Fenced, Undecided } from './batch.ts';
import {
  type BatchedEngine,
  commit,
  type InFlightBatch,
  loadAndPlan,
  type PendingCommand,
  plannedOf,
  rollBack,
  type Round,
  writeRound,
} from './round.ts';

const ATTEMPTS_MAX = 6;

interface RecoveryDeps {
  database: Database;
  lane: Lane;
  state: EngineState;
  subAccount: () => number;
}

export class BatchRecovery {
  private readonly deps: RecoveryDeps;

  constructor(deps: RecoveryDeps) {
    this.deps = deps;
  }

  /** Takes all rounds in flight, oldest first; their transactions have ended. */
  async run(rounds: readonly Round[]): Promise<void> {
    const { state } = this.deps;
    const failures = await Promise.all(rounds.map((round) => round.failure));
    const failed: { inFlight: InFlightBatch; error: unknown }[] = [];
    const committed: InFlightBatch[] = [];
    const { found, undecided } = await this.findCommitted(
      rounds.filter((_, at) => isUnknown(failures[at])),
    );
    rounds.forEach(({ batches }, at) => {
      for (const inFlight of batches) {
        const failure = failures[at];
        if (failure === undefined || found.has(inFlight)) committed.push(inFlight);
        else failed.push({ inFlight, error: failure.error });
      }
    });
    state.balances.forget();
    rollBack(
      failed.map(({ inFlight }) => inFlight),
      state,
    );
    commit(committed, state);
    for (const { inFlight, error } of failed) {
      const { engine, pending } = inFlight;
      if (undecided.has(engine)) engine.refuse(pending, new Undecided('', { cause: error }));
      else if (error instanceof UnknownOutcome) engine.refuse(pending, error);
      else await this.repeat(engine, pending);
    }
  }

  /** When the answer to COMMIT is lost, only the last batch in each engine's lease shows what committed. */
  private async findCommitted(rounds: readonly Round[]) {
    const engines = new Set(rounds.flatMap(({ batches }) => batches.map(({ engine }) => engine)));
    const found = new Set<InFlightBatch>();
    const undecided = new Set<BatchedEngine>();
    await Promise.all(
      [...engines].map(async (engine) => {
        const committed = await engine.findCommitted();
        if (committed === undefined) undecided.add(engine);
        for (const inFlight of committed ?? []) found.add(inFlight);
      }),
    );
    return { found, undecided };
  }

  /** One member's insufficient balance must not fail other commands: in the end each command is tried alone. */
  private async repeat(engine: BatchedEngine, pending: PendingCommand[]): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const error = await this.attempt(engine, pending);
      if (error === undefined) return;
      if (!isWorthRepeating(error)) {
        engine.refuse(pending, error);
        return;
      }
      if (attempt < ATTEMPTS_MAX) continue;
      if (pending.length === 1) engine.refuse(pending, error);
      else for (const each of pending) await this.repeat(engine, [each]);
      return;
    }
  }

  /** Returns the error, if it failed. */
  private async attempt(engine: BatchedEngine, pending: PendingCommand[]): Promise<unknown> {
    const { database, lane, state, subAccount } = this.deps;
    if (engine.isClosed) return new Refusal('busy');
    let batches: InFlightBatch[] = [];
    try {
      const work = [{ engine, pending }];
      batches = await loadAndPlan(database, work, state);
      const planned = plannedOf(batches);
      await lane.transaction((tx) => writeRound(tx, planned, subAccount()));
      commit(batches, state);
      return undefined;
    } catch (error) {
      const isUnknownOutcome = error instanceof UnknownOutcome;
      const found = isUnknownOutcome ? await engine.findCommitted() : new Set<InFlightBatch>();
      const committed = found ?? new Set();
      state.balances.forget();
      rollBack(
        batches.filter((inFlight) => !committed.has(inFlight)),
        state,
      );
      commit([...committed], state);
      if (committed.size > 0) return undefined;
      if (found === undefined) return new Undecided('', { cause: error });
      return isOutOfSequence(error) ? new Fenced('', { cause: error }) : error;
    }
  }
}

const isUnknown = (failure: { error: unknown } | undefined) =>
  failure?.error instanceof UnknownOutcome;

/**
 * Whether the batch may succeed on a retry: with fresh balances, keys and locks, or once a member is known not
 * to trade.
 */
function isWorthRepeating(error: unknown): boolean {
  return (
    isOverdrawn(error) ||
    isSerializationOrDeadlock(error) ||
    isUniqueViolation(error, 'idempotency_keys_pkey') ||
    isUniqueViolation(error, 'spot_orders_client_order_id') ||
    isUniqueViolation(error, 'spot_conditional_orders_client_order_id') ||
    isCheckViolation(error, 'members_not_frozen') ||
    isCheckViolation(error, 'members_not_staff') ||
    isCheckViolation(error, 'members_not_stopped')
  );
}

/** Whether the previous batch did not commit, or another engine has the lease. */
function isOutOfSequence(error: unknown): boolean {
  return isCheckViolation(error, 'spot_batches_in_sequence');
}
