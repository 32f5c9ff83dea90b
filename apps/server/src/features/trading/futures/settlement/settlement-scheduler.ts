/**
 * The settlement scheduler: a timer for the next due contract, a check each second, and batches of what is due. It runs in
 * the instance that publishes the prices.
 */
import { OPEN_WITHIN_MS } from '@tern/settlement';
import { MEMBER_EVENTS_WAKE } from '../../../../kernel/events/member-events.ts';
import { createThrottle, type Throttle } from '../../../../platform/throttle.ts';
import type { Bus } from '../../../../platform/bus.ts';
import type { FuturesDeps } from '../deps.ts';
import { openWaiting } from './open-contracts.ts';
import { settleDue } from './settle-due.ts';
import { type Finality, type Stuck, sweepDue, type Swept } from './sweep-due.ts';
import { notifyDue } from './notify-ended.ts';
import { findNextMoments } from '../store-settlement.ts';

/**
 * Most contracts in one transaction. Larger batches cost less in total but block the event loop for longer, some 10 ms
 * with these; and ten thousand contracts make six batches, so that both workers finish together.
 */
const BATCH_MAX = 1_700;
/** Concurrent transactions: while one waits for the disk, the next one computes. */
const WORKERS = 2;
/** Time between checks without a timer, in case the clock was changed. */
const SWEEP_MS = 1_000;
const RETRY_MS = 250;

/** Bus topic: an instance has accepted a contract. */
const CONTRACT_ACCEPTED = 'futures.accepted';

/** Called after a contract was accepted: its opening price may come any moment, or be there already. */
export function announceAccepted(bus: Bus): void {
  bus.publish(CONTRACT_ACCEPTED, null);
}

const NOTHING_FINAL = () => Number.NEGATIVE_INFINITY;

export class SettlementScheduler {
  private readonly deps: FuturesDeps;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isWanted = false;
  private isClosed = true;
  /** A contract may be waiting for its opening price. */
  private mayOpen = true;
  /** A contract could not be settled in the last pass. */
  private isStuck = false;
  /** Markets with a contract to decide whose prices were not final. */
  private undecided = new Set<number>();
  private readonly mayLog: Throttle;
  /** When the next contract is due, as of the last pass. */
  private dueAt = Number.POSITIVE_INFINITY;
  private endings: readonly (() => void)[] = [];

  constructor(deps: FuturesDeps) {
    this.deps = deps;
    this.mayLog = createThrottle(() => deps.clock.now());
  }

  /** First settles contracts that fell due while no instance did. May be started again after a stop. */
  async start(): Promise<void> {
    this.isClosed = false;
    this.mayOpen = true;
    this.dueAt = Number.POSITIVE_INFINITY;
    this.undecided = new Set();
    this.endings = [
      this.deps.prices.subscribe(() => {
        if (this.mayOpen || this.dueAt <= this.deps.clock.now()) void this.wake();
      }),
      this.deps.bus.subscribe(CONTRACT_ACCEPTED, () => {
        this.mayOpen = true;
        void this.wake();
      }),
    ];
    await this.wake();
  }

  async stop(): Promise<void> {
    this.isClosed = true;
    for (const end of this.endings) end();
    clearTimeout(this.timer);
    await this.running;
  }

  /** Runs a pass now; a call during a pass causes another one. Resolves when nothing is left to do now, or it is stopped. */
  wake(): Promise<void> {
    this.isWanted = true;
    this.running ??= this.work().finally(() => {
      this.running = undefined;
      if (this.isWanted && !this.isClosed) void this.wake();
    });
    return this.running;
  }

  private async work(): Promise<void> {
    // The prices of one cycle arrive in one turn of the event loop: one pass handles all of them.
    await Promise.resolve();
    let waitMs = SWEEP_MS;
    while (this.isWanted && !this.isClosed) {
      this.isWanted = false;
      try {
        waitMs = await this.pass();
      } catch (error) {
        this.deps.log.warn({ err: error }, 'contracts could not be opened or settled');
        waitMs = RETRY_MS;
      }
    }
    this.sleep(waitMs);
  }

  private sleep(waitMs: number): void {
    clearTimeout(this.timer);
    if (!this.isClosed) this.timer = setTimeout(() => void this.wake(), waitMs);
  }

  /** Decides everything that can be decided now. Returns the time until the next pass. */
  private async pass(): Promise<number> {
    const { clock, database, ticks, readOnly } = this.deps;
    if (readOnly.since() !== undefined) return SWEEP_MS;
    this.isStuck = false;
    const awaited = this.undecided;
    this.undecided = new Set();
    // When a contract is known to be due, the query is skipped: thousands may be waiting.
    const seen = this.dueAt <= clock.now() ? undefined : await findNextMoments(database);
    const now = clock.now();
    const isDue = seen === undefined || (seen.dueAt !== null && seen.dueAt <= now);
    const mayOpen = seen === undefined || seen.acceptedAt !== null;
    const isLate = (seen?.acceptedAt ?? Number.POSITIVE_INFINITY) + OPEN_WITHIN_MS <= now;
    const finality: Finality = {
      finalUpTo: isLate || isDue ? await ticks.closeUpTo(now, awaited) : NOTHING_FINAL,
      onUndecided: (instrumentId) => this.undecided.add(instrumentId),
    };
    await all([
      mayOpen ? this.drain(() => this.openBatch(finality)) : Promise.resolve(),
      isDue ? this.payAndNotify(now, finality) : Promise.resolve(),
    ]);
    const waitMs = await this.untilNext();
    return this.isStuck || this.undecided.size > 0 ? RETRY_MS : waitMs;
  }

  /** All payouts come before any notice; notices are sent even if another payout failed. */
  private async payAndNotify(by: number, finality: Finality): Promise<void> {
    const deps = { ...this.deps, ...finality };
    const settle = sweepDue(deps, by, settleDue);
    const notify = sweepDue(deps, by, notifyDue);
    try {
      await this.drain(() => settle(BATCH_MAX));
    } finally {
      await this.drain(() => notify(BATCH_MAX));
    }
  }

  private async openBatch(finality: Finality): Promise<Swept> {
    const { deps } = this;
    const given = { ...finality, limit: BATCH_MAX };
    const count = await deps.database.transaction((tx) => openWaiting(tx, deps, given));
    return { count, stuck: [] };
  }

  /** Runs batches until one is not full. @throws the first error */
  private async drain(runBatch: () => Promise<Swept>): Promise<void> {
    const workThrough = async () => {
      for (let isFull = true; isFull && !this.isClosed; ) {
        const { count, stuck } = await runBatch();
        isFull = count === BATCH_MAX;
        if (count > 0) this.deps.bus.publish(MEMBER_EVENTS_WAKE, null);
        for (const each of stuck) this.logThrottled(each);
      }
    };
    await all(Array.from({ length: WORKERS }, workThrough));
  }

  /** At most once a minute per contract, which is retried four times a second. */
  private logThrottled({ contractId, error }: Stuck): void {
    this.isStuck = true;
    if (!this.mayLog(contractId)) return;
    this.deps.log.error(
      { contractId, err: error },
      'a contract cannot be settled or its member notified',
    );
  }

  private async untilNext(): Promise<number> {
    const { acceptedAt, dueAt } = await findNextMoments(this.deps.database);
    const now = this.deps.clock.now();
    this.mayOpen = acceptedAt !== null;
    this.dueAt = dueAt ?? Number.POSITIVE_INFINITY;
    const moments = [
      this.dueAt,
      acceptedAt === null ? Number.POSITIVE_INFINITY : acceptedAt + OPEN_WITHIN_MS,
    ];
    return Math.min(SWEEP_MS, Math.max(0, Math.min(...moments) - now));
  }
}

/** Waits for all of them. @throws the first error */
async function all(works: readonly Promise<void>[]): Promise<void> {
  for (const end of await Promise.allSettled(works)) {
    if (end.status === 'rejected') throw end.reason;
  }
}
