/** Reads the outbox of member events once per process and passes each row to the listeners of its members. */
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { SECOND_MS } from '../../platform/durations.ts';
import type { Feature } from '../../platform/feature.ts';
import type { Log } from '../../platform/log.ts';
import { gauge, histogram, inSeconds } from '../../platform/metrics/metric.ts';
import {
  type Cursor,
  MEMBER_EVENTS_WAKE,
  type MemberEventRow,
  memberEventHorizon,
  memberEventsAfter,
  openTransactionsOf,
} from './member-events.ts';

export interface MemberEventReader extends Feature {
  /** All rows up to here have been passed on. */
  cursor(): Cursor;
  /** Passes on the member's rows from now on, in transaction order. Returns the function that ends it. */
  subscribe(memberId: number, receive: (row: MemberEventRow) => void): () => void;
}

interface ReaderDeps {
  database: Database;
  clock: Clock;
  bus: Bus;
  log: Log;
}

const SWEEP_MS = 1_000;
const ROWS_PER_READ = 500;
/** Seconds. */
const DELAY_STEPS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

export function createMemberEventReader(deps: ReaderDeps): MemberEventReader {
  const reader = new Reader(deps);
  return {
    slug: 'member-events',
    cursor: () => reader.cursor,
    subscribe: (memberId, receive) => reader.subscribe(memberId, receive),
    start: () => reader.start(),
    stop: () => reader.stop(),
    metrics: reader.metrics,
  };
}

type Receive = (row: MemberEventRow) => void;

class Reader {
  cursor: Cursor = { transaction: 0, seq: 0 };
  /** How often the outbox was read to its end. */
  private readToEnd = 0;
  private readonly deps: ReaderDeps;
  private readonly listeners = new Map<number, Set<Receive>>();
  private reading: Promise<void> | undefined;
  private sweeping: Promise<void> | undefined;
  private isReadWanted = false;
  private readonly endings: (() => void)[] = [];
  /** All events that were written before it have been passed on. */
  private readAt: number | undefined;
  /** Transactions from `next` on had not begun then. */
  private waitsFor: { readonly next: number; readonly at: number } | undefined;
  private readonly delays = histogram({
    name: 'tern_member_event_delay_seconds',
    help: 'Time from the writing of a row of member events to its reading',
    steps: DELAY_STEPS,
  });
  readonly metrics = [
    this.delays,
    gauge({
      name: 'tern_member_events_read_timestamp_seconds',
      help: 'All member events that were written before this time have been passed on',
      read: () => inSeconds(this.readAt),
    }),
  ];

  constructor(deps: ReaderDeps) {
    this.deps = deps;
  }

  async start(): Promise<void> {
    const { newest } = await memberEventHorizon(this.deps.database);
    this.cursor = { transaction: newest, seq: Number.MAX_SAFE_INTEGER };
    const sweep = setInterval(() => {
      // One at a time: with a database that hangs they would take all connections.
      this.sweeping ??= this.sweep().finally(() => {
        this.sweeping = undefined;
      });
    }, SWEEP_MS);
    this.endings.push(
      this.deps.bus.subscribe(MEMBER_EVENTS_WAKE, () => void this.read()),
      () => clearInterval(sweep),
    );
  }

  async stop(): Promise<void> {
    for (const end of this.endings) end();
    await this.sweeping;
    await this.reading;
  }

  subscribe(memberId: number, receive: Receive): () => void {
    const ofMember = this.listeners.get(memberId) ?? new Set();
    this.listeners.set(memberId, ofMember.add(receive));
    return () => {
      ofMember.delete(receive);
      if (ofMember.size === 0 && this.listeners.get(memberId) === ofMember) {
        this.listeners.delete(memberId);
      }
    };
  }

  /** Reads, and notes how far that went: an open writing transaction holds up the events of all later ones, which no read shows. */
  private async sweep(): Promise<void> {
    const { database, clock } = this.deps;
    const at = clock.now();
    const open = await openTransactionsOf(database).catch(() => undefined);
    const reads = this.readToEnd;
    await this.read();
    if (open === undefined || this.readToEnd === reads) return;
    this.waitsFor ??= { next: open.next, at };
    if (open.oldest < this.waitsFor.next) return;
    this.readAt = this.waitsFor.at;
    this.waitsFor = { next: open.next, at };
  }

  /** Reads until no row is left; a call during a read makes it read once more. */
  private read(): Promise<void> {
    this.isReadWanted = true;
    this.reading ??= this.readWhileWanted().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  private async readWhileWanted(): Promise<void> {
    while (this.isReadWanted) {
      this.isReadWanted = false;
      try {
        await this.readNew();
      } catch (error) {
        this.deps.log.warn({ err: error }, 'member events could not be read');
      }
    }
  }

  private async readNew(): Promise<void> {
    for (;;) {
      const listeners = [...this.listeners.keys()];
      const page = { listeners, limit: ROWS_PER_READ };
      const rows = await memberEventsAfter(this.deps.database, this.cursor, page);
      // The rows lack the events of listeners who subscribed during the read: read again.
      if (rows.length > 0 && this.hasNewListener(listeners)) continue;
      const now = this.deps.clock.now();
      for (const row of rows) {
        this.delays.observe(Math.max(0, now - row.createdAt) / SECOND_MS);
        this.passOn(row);
        this.cursor = { transaction: row.transaction, seq: row.seq };
      }
      if (rows.length < ROWS_PER_READ) {
        this.readToEnd += 1;
        return;
      }
    }
  }

  private hasNewListener(known: readonly number[]): boolean {
    const before = new Set(known);
    for (const memberId of this.listeners.keys()) if (!before.has(memberId)) return true;
    return false;
  }

  private passOn({ events, ...row }: Awaited<ReturnType<typeof memberEventsAfter>>[number]): void {
    if (events === null) return;
    for (const memberId of new Set(events.map((each) => each.memberId))) {
      for (const receive of this.listeners.get(memberId) ?? []) receive({ ...row, events });
    }
  }
}
