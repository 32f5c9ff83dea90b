/** The desk of due times: one timer to the next moment, a look each second behind it, batches when it comes. */
import { OPEN_WITHIN_MS } from '@tern/settlement';
import { MEMBER_EVENTS_WAKE } from '../../../kernel/events/member-events.ts';
import type { FuturesDeps } from '../deps.ts';
import { openWaiting } from './open-contracts.ts';
import { settleDue } from './settle-due.ts';
import { type Finality, type Stuck, sweepDue, type Swept } from './sweep-due.ts';
import { notifyDue } from './notify-ended.ts';
import { findNextMoments } from '../store-settlement.ts';

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
const COMPLAIN_EVERY_MS = 60_000;

const NOTHING_FINAL = () => Number.NEGATIVE_INFINITY;

export class SettlementScheduler {
  private readonly deps: FuturesDeps;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isWanted = false;
  private isClosed = false;
  /** Some contract may be waiting for its opening price. */
  private mayOpen = true;
  /** Something could not be settled when it was last looked at. */
  private isStuck = false;
  /** Markets whose prices were not final when something of them was to be decided. */
  private undecided = new Set<number>();
  /** When something was last said of a contract. */
  private readonly complained = new Map<number, number>();
  /** When the next one is due, as of the last look. */
  private dueAt = Number.POSITIVE_INFINITY;
  private endTicks: () => void = () => undefined;

  constructor(deps: FuturesDeps) {
    this.deps = deps;
  }

  /** Settles first what fell due while nobody was there. */
  async start(): Promise<void> {
    this.endTicks = this.deps.prices.subscribe(() => {
      if (this.mayOpen || this.dueAt <= this.deps.clock.now()) void this.wake();
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
    // Prices of one cycle arrive together, in one turn: one look at all of them, before anybody else works on them.
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

  /** Everything that can be decided now. Gives how long nothing will be. */
  private async pass(): Promise<number> {
    const { clock, database, ticks } = this.deps;
    this.isStuck = false;
    const awaited = this.undecided;
    this.undecided = new Set();
    // What was seen to fall due by now is not asked for first: thousands may wait for it.
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

  /** Everybody is paid before anybody is told; who was paid is told also when somebody else could not be paid. */
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
    const met = await deps.database.transaction((tx) => openWaiting(tx, deps, given));
    return { met, stuck: [] };
  }

  /** Batch after batch until one is not full. Fails with: what the first failing one fails with. */
  private async drain(runBatch: () => Promise<Swept>): Promise<void> {
    const workThrough = async () => {
      for (let isFull = true; isFull && !this.isClosed; ) {
        const { met, stuck } = await runBatch();
        isFull = met === BATCH_MAX;
        if (met > 0) this.deps.bus.publish(MEMBER_EVENTS_WAKE, null);
        for (const each of stuck) this.logThrottled(each);
      }
    };
    await all(Array.from({ length: WORKERS }, workThrough));
  }

  /** Of each contract at most once a minute: it is tried again four times a second. */
  private logThrottled({ contractId, error }: Stuck): void {
    const now = this.deps.clock.now();
    this.isStuck = true;
    if (now - (this.complained.get(contractId) ?? Number.NEGATIVE_INFINITY) < COMPLAIN_EVERY_MS)
      return;
    this.complained.set(contractId, now);
    this.deps.log.error({ contractId, err: error }, 'a contract cannot be settled or told of');
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

/** Waits for each of them. Fails with: what the first failing one fails with. */
async function all(works: readonly Promise<void>[]): Promise<void> {
  for (const end of await Promise.allSettled(works)) {
    if (end.status === 'rejected') throw end.reason;
  }
}
