/** The desk of due times: one timer to the next moment, a sweep behind it, batches when it comes. */
import { OPEN_WITHIN_MS } from '@tern/settlement';
import { MEMBER_EVENTS_WAKE } from '../../../kernel/member-events.ts';
import type { FuturesDeps } from '../deps.ts';
import { openWaiting } from './open-contracts.ts';
import { dueSettler } from './settle-due.ts';
import { findNextMoments } from '../store-desk.ts';

/**
 * Contracts in one transaction at most. Larger batches cost less, but take the event loop for longer, some 10 ms with these; and
 * ten thousand make six, so that both workers end together.
 */
const BATCH_MAX = 1_700;
/** Transactions side by side: while one waits for the disk the next one computes. */
const WORKERS = 2;
/** Also without any timer everything is looked at so often, in case the clock was moved. */
const SWEEP_MS = 1_000;
const RETRY_MS = 250;

export class DueDesk {
  private readonly deps: FuturesDeps;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isWanted = false;
  private isClosed = false;
  /** Some contract may be waiting for its opening price. */
  private mayOpen = true;
  private endTicks: () => void = () => undefined;

  constructor(deps: FuturesDeps) {
    this.deps = deps;
  }

  /** Settles first what fell due while nobody was there. */
  async start(): Promise<void> {
    this.endTicks = this.deps.prices.subscribe(() => {
      if (this.mayOpen) void this.wake();
    });
    await this.wake();
  }

  async stop(): Promise<void> {
    this.isClosed = true;
    this.endTicks();
    clearTimeout(this.timer);
    await this.running;
  }

  /** A contract was accepted: its opening price may come any moment, or be there already. */
  accepted(): void {
    this.mayOpen = true;
    void this.wake();
  }

  /** Looks now; a call while it is looking makes it look once more. Resolves when nothing is left to do now. */
  wake(): Promise<void> {
    this.isWanted = true;
    this.running ??= this.work().finally(() => {
      this.running = undefined;
      if (this.isWanted && !this.isClosed) void this.wake();
    });
    return this.running;
  }

  private async work(): Promise<void> {
    // Prices of one cycle arrive together: one look at all of them.
    await new Promise((resolve) => setImmediate(resolve));
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

  /** Everything that can be decided now. Gives how long nothing will be. */
  private async pass(): Promise<number> {
    const { clock, database, ticks } = this.deps;
    const before = await findNextMoments(database);
    const now = clock.now();
    const { acceptedAt, dueAt } = before;
    const isLate = acceptedAt !== null && acceptedAt + OPEN_WITHIN_MS <= now;
    const isDue = dueAt !== null && dueAt <= now;
    if (isLate || isDue) await ticks.closeUpTo(now);
    const closedUpTo = isLate || isDue ? now : Number.NEGATIVE_INFINITY;
    if (acceptedAt !== null) await this.drain((limit) => this.openBatch(closedUpTo, limit));
    if (isDue) await this.drain(dueSettler(this.deps, closedUpTo));
    return this.untilNext();
  }

  private openBatch(closedUpTo: number, limit: number): Promise<number> {
    const { deps } = this;
    return deps.database.transaction((tx) => openWaiting(tx, deps, { closedUpTo, limit }));
  }

  /** Batch after batch until one is not full. Fails with: what the first failing batch fails with. */
  private async drain(runBatch: (limit: number) => Promise<number>): Promise<void> {
    const workThrough = async () => {
      for (let isFull = true; isFull && !this.isClosed; ) {
        const count = await runBatch(BATCH_MAX);
        isFull = count === BATCH_MAX;
        if (count > 0) this.deps.bus.publish(MEMBER_EVENTS_WAKE, null);
      }
    };
    const ends = await Promise.allSettled(Array.from({ length: WORKERS }, workThrough));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  private async untilNext(): Promise<number> {
    const { acceptedAt, dueAt } = await findNextMoments(this.deps.database);
    const now = this.deps.clock.now();
    this.mayOpen = acceptedAt !== null;
    const moments = [
      dueAt ?? Number.POSITIVE_INFINITY,
      acceptedAt === null ? Number.POSITIVE_INFINITY : acceptedAt + OPEN_WITHIN_MS,
    ];
    return Math.min(SWEEP_MS, Math.max(0, Math.min(...moments) - now));
  }
}
