/**
 * Group commit: all engines with work share one transaction, and the next one is matched and sent while it is in flight
 * (ADR 10). Separate transactions of one instance would wait for each other anyway: every trade posts its fee to the same rows.
 */
import type { Database, Lane } from '../../../../platform/database/database.ts';
import { RecentAnswers } from './answers.ts';
import { type ConfirmOrders, type EngineState, Undecided } from './batch.ts';
import { ProjectedBalances } from './projected-balances.ts';
import { BatchRecovery } from './recovery.ts';
import {
  type BatchedEngine,
  commit,
  type EngineWork,
  idsFor,
  type InFlightBatch,
  loadAndPlan,
  planBatches,
  plannedOf,
  type Round,
  writeRound,
} from './round.ts';
import { StaleBalances } from './stale-balances.ts';
import { traceRound } from './trace-round.ts';
import type { MemberCommand } from '../commands.ts';

/** Most commands in one transaction. */
const COMMANDS_MAX = 500;
/** Most rounds in flight: one that the database executes, one queued behind it. */
const ROUNDS_MAX = 2;
/**
 * A round is dispatched behind another once it has this share of that one's commands: small rounds cost as much as
 * large ones.
 */
const DISPATCH_SHARE = 0.5;

/** A round whose transaction has ended. */
export interface EndedRound {
  readonly commands: number;
  /** From its dispatch to the answer of its COMMIT. */
  readonly durationMs: number;
  readonly isFailed: boolean;
}

export interface GroupCommitDeps {
  database: Database;
  /** The number of the exchange's sub-accounts to which the next round posts. Absent: 0. */
  subAccount?: (() => number) | undefined;
  /** Signs the numbers of the orders of a round. Absent: answers carry none. */
  confirm?: ConfirmOrders | undefined;
  /** Called when the transaction of a round has ended. Absent: nobody measures. */
  onRound?: ((round: EndedRound) => void) | undefined;
}

export class GroupCommit {
  private readonly database: Database;
  private readonly lane: Lane;
  private readonly recovery: BatchRecovery;
  private readonly subAccount: () => number;
  private readonly onRound: GroupCommitDeps['onRound'];
  private readonly state: EngineState;
  private readonly busy = new Set<BatchedEngine>();
  private isScheduled = false;
  /** Oldest first. */
  private readonly rounds: Round[] = [];
  /** Above zero while state is loaded or a failed round is recovered: nothing is dispatched. */
  private pauses = 0;
  /** Resolves with the last round's commit. */
  private commits: Promise<void> = Promise.resolve();
  private loads: Promise<void> = Promise.resolve();

  constructor({ database, subAccount = () => 0, onRound, confirm }: GroupCommitDeps) {
    this.database = database;
    this.state = {
      balances: new ProjectedBalances(),
      answers: new RecentAnswers(),
      isFresh: false,
      barred: new Map(),
      loaded: new Set(),
      finished: new Map(),
      confirm,
    };
    this.subAccount = subAccount;
    this.onRound = onRound;
    this.lane = database.lane('engine');
    this.recovery = new BatchRecovery({ database, lane: this.lane, state: this.state, subAccount });
  }

  /** Called by an engine that has work. */
  wake(engine: BatchedEngine): void {
    this.busy.add(engine);
    this.schedule();
  }

  /** Waits for the batches that an engine had in flight when it was closed. */
  async settle(): Promise<void> {
    await this.loads;
    await this.commits;
  }

  /** Waits for the rounds in flight. Close the engines first. */
  async close(): Promise<void> {
    do await Promise.all([this.commits, this.loads]);
    while (this.rounds.length > 0 || this.pauses > 0);
    await this.lane.close();
  }

  private schedule(): void {
    if (this.isScheduled || this.pauses > 0 || this.busy.size === 0) return;
    this.isScheduled = true;
    // Everything that arrives in this turn of the event loop joins the round.
    setImmediate(() => {
      this.isScheduled = false;
      if (this.pauses === 0) this.dispatch();
    });
  }

  private dispatch(): void {
    const ready = this.readyEngines();
    const queued = ready.reduce((sum, engine) => sum + Math.max(1, engine.queued), 0);
    if (queued === 0 || !this.isWorthDispatching(queued)) return;
    const work: EngineWork[] = [];
    let room = COMMANDS_MAX;
    for (const engine of ready) {
      if (room === 0) break;
      const pending = engine.take(room);
      room -= pending.length;
      work.push({ engine, pending });
    }
    this.match(work);
  }

  private readyEngines(): BatchedEngine[] {
    const ready: BatchedEngine[] = [];
    for (const engine of this.busy) {
      if (!engine.hasWork) this.busy.delete(engine);
      else if (engine.hasToWait) continue;
      else if (engine.queued === 0 && engine.requoteQuietly()) this.busy.delete(engine);
      else ready.push(engine);
    }
    return ready;
  }

  private isWorthDispatching(queued: number): boolean {
    const ahead = this.rounds.at(-1);
    if (ahead === undefined) return true;
    return this.rounds.length < ROUNDS_MAX && queued >= ahead.commands * DISPATCH_SHARE;
  }

  private match(work: readonly EngineWork[]): void {
    if (!this.isStateKnown(work)) {
      this.loadAndMatch(work);
      return;
    }
    try {
      this.write(planBatches(work, this.state));
    } catch (error) {
      if (error instanceof StaleBalances) this.loadAndMatch(work);
      else for (const { engine, pending } of work) engine.refuse(pending, error);
    }
  }

  /** Whether the batches can be matched from memory alone. */
  private isStateKnown(work: readonly EngineWork[]): boolean {
    const { balances, answers } = this.state;
    const isKnown = ({ kind, memberId, key }: MemberCommand) =>
      ((kind !== 'place' && kind !== 'amend') || balances.knows(memberId)) &&
      !(key && answers.isFinished(key));
    return work.every(({ engine, pending }) => {
      return engine.hasIdsFor(idsFor(pending)) && pending.every(({ command }) => isKnown(command));
    });
  }

  /** Waits until nothing is in flight, loads missing state and matches then. */
  private loadAndMatch(work: readonly EngineWork[]): void {
    this.pauses += 1;
    const load = async () => {
      await this.commits;
      try {
        this.write(await loadAndPlan(this.database, work, this.state));
      } catch (error) {
        for (const { engine, pending } of work) engine.refuse(pending, error);
      }
    };
    this.loads = load().finally(() => {
      this.pauses -= 1;
      this.schedule();
    });
  }

  private write(batches: InFlightBatch[]): void {
    const planned = plannedOf(batches);
    const commands = batches.reduce((sum, { pending }) => sum + pending.length, 0);
    const spans = traceRound(batches, commands);
    const startedAt = performance.now();
    const ended = (failure: { error: unknown } | undefined) => {
      const durationMs = performance.now() - startedAt;
      this.onRound?.({ commands, durationMs, isFailed: failure !== undefined });
      for (const span of spans) span.end(failure);
      return failure;
    };
    const round: Round = {
      batches,
      commands,
      failure: this.lane
        .transaction((tx) => writeRound(tx, planned, this.subAccount()))
        .then(
          () => ended(undefined),
          (error: unknown) => ended({ error }),
        ),
    };
    this.rounds.push(round);
    this.commits = this.commits.then(() => this.commit(round));
    this.schedule();
  }

  private async commit(round: Round): Promise<void> {
    const failure = await round.failure;
    // Already recovered together with the previous round.
    if (this.rounds[0] !== round) return;
    if (failure === undefined) {
      this.rounds.shift();
      void this.failStop(round.batches, () => commit(round.batches, this.state));
    } else {
      this.pauses += 1;
      await Promise.all(this.rounds.map((each) => each.failure));
      const rounds = this.rounds.splice(0);
      const batches = rounds.flatMap((each) => each.batches);
      await this.failStop(batches, () => this.recovery.run(rounds));
      this.pauses -= 1;
    }
    this.schedule();
  }

  /** An engine whose memory may differ from the database must stop; the next one rebuilds its book. */
  private failStop(
    batches: readonly InFlightBatch[],
    work: () => void | Promise<void>,
  ): void | Promise<void> {
    const stop = (error: unknown) => {
      for (const { engine, pending } of batches)
        engine.refuse(pending, new Undecided('', { cause: error }));
    };
    try {
      return work()?.catch(stop);
    } catch (error) {
      return stop(error);
    }
  }
}
