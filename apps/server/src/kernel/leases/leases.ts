/** Leases: work that only one instance of a deployment may do at a time, and which instance does it (ADR 57). */
import type { Clock } from '../../platform/clock.ts';
import { SECOND_MS } from '../../platform/durations.ts';
import type { Log } from '../../platform/log.ts';
import { kindOf } from './roles.ts';

export interface LeasedWork {
  /** "spot.engine.12", "pricing", "job.loan.collect" */
  readonly name: string;
  /**
   * Called when this instance has got the lease.
   * @throws any error; the lease is given back and tried again later
   */
  begin(): Promise<void>;
  /**
   * Called when it has to stop: the lease moves, is lost, or the instance stops. It must write nothing after this. Not called
   * after a `begin` that failed.
   */
  end(): Promise<void>;
}

/** What an instance knows of itself and its leases. */
export interface MeasuredLeases {
  /** Names of all leases that this instance has heard of, also those for which it has not the role. */
  readonly known: readonly string[];
  /** Since the start, by kind. */
  readonly taken: ReadonlyMap<string, number>;
  /** Ended because they could not be renewed, or another instance had taken them. By kind. */
  readonly lost: ReadonlyMap<string, number>;
  /** When the newest answered heartbeat was sent, epoch ms. Undefined: none was, or none is needed. */
  readonly heartbeatAt: number | undefined;
  /** How far the clock is ahead of the database's; undefined without heartbeats. Units: milliseconds. */
  readonly clockOffset: number | undefined;
  /** It takes no lease because of its clock. */
  readonly isClockRefused: boolean;
}

export interface Leases {
  /** Of its row in the table of instances, drawn at each start. */
  readonly instance: string;
  /**
   * For times that may not be wrong until the next heartbeat has compared this instance's clock with the database's. Absent: it
   * is compared with no other.
   */
  readonly clock?: Clock;
  /**
   * Competes to be the one that serves, where instances share no bus; before, this one is a standby that nothing hands over to.
   * Resolves after the first attempt that the database answered in time.
   */
  competeToServe(): Promise<void>;
  /**
   * Competes for the lease until the instance stops. Resolves after the first attempt that the database answered in time, with
   * the work begun if this instance got it; at once if the instance has not the role of the work. Calls of one turn of the event
   * loop are one attempt.
   * @throws Error for a name used before; with sole leases, the error of `begin`, which nobody else could try
   */
  compete(work: LeasedWork): Promise<void>;
  isHeld(name: string): boolean;
  /**
   * Called when this instance cannot go on with the work, such as an engine that was fenced: ends it, gives the lease back,
   * and competes for it again after a second or later.
   */
  giveBack(name: string): Promise<void>;
  held(): readonly string[];
  measure(): MeasuredLeases;
  /** Resolves when this instance may serve: at once, but for a standby, which waits for the end of the other one. */
  whenActive(): Promise<void>;
  /** False in a standby: it serves nothing. */
  isActive(): boolean;
  /** Why this instance cannot serve now; undefined: it can. */
  obstacle(): string | undefined;
  /**
   * Before a stop: if another instance waits for the end of this one, it takes over now, and this one serves nothing more.
   * @throws the error of the database
   */
  handOver(): Promise<void>;
  /** Ends all work and gives the leases back, the newest first. */
  stop(): Promise<void>;
}

const AGAIN_MS = SECOND_MS;

/** Adds one to the count of the lease's kind. */
export function countKind(counts: Map<string, number>, name: string): void {
  const kind = kindOf(name);
  counts.set(kind, (counts.get(kind) ?? 0) + 1);
}

/** For an instance that has its database alone: it gets every lease at once. Absent `log`: failures to begin again are not logged. */
export function createSoleLeases(log?: Pick<Log, 'error'>): Leases {
  const held = new Map<string, LeasedWork>();
  const known = new Set<string>();
  const taken = new Map<string, number>();
  const waiting = new Set<NodeJS.Timeout>();
  /** Works that end or begin again now. */
  const moving = new Set<Promise<void>>();
  let isStopped = false;
  const move = (change: Promise<void>) => {
    const settled = change.catch(() => undefined).finally(() => moving.delete(settled));
    moving.add(settled);
  };
  const beginAgain = async (work: LeasedWork) => {
    try {
      await work.begin();
      held.set(work.name, work);
    } catch (error) {
      log?.error({ err: error, lease: work.name }, 'leased work failed to begin');
      beginLater(work);
    }
  };
  const beginLater = (work: LeasedWork) => {
    if (isStopped) return;
    const timer = setTimeout(() => {
      waiting.delete(timer);
      move(beginAgain(work));
    }, AGAIN_MS);
    waiting.add(timer.unref());
  };
  return {
    instance: 'only',
    competeToServe: () => Promise.resolve(),
    async compete(work) {
      if (held.has(work.name)) throw new Error(`two works are named ${work.name}`);
      known.add(work.name);
      await work.begin();
      countKind(taken, work.name);
      held.set(work.name, work);
    },
    isHeld: (name) => held.has(name),
    async giveBack(name) {
      const work = held.get(name);
      if (work === undefined) return;
      held.delete(name);
      const ending = work.end().finally(() => beginLater(work));
      move(ending);
      await ending;
    },
    held: () => [...held.keys()],
    measure: () => ({
      known: [...known],
      taken,
      lost: new Map(),
      heartbeatAt: undefined,
      clockOffset: undefined,
      isClockRefused: false,
    }),
    whenActive: () => Promise.resolve(),
    isActive: () => true,
    obstacle: () => undefined,
    handOver: () => Promise.resolve(),
    async stop() {
      isStopped = true;
      for (const timer of waiting) clearTimeout(timer);
      await Promise.all(moving);
      const failures: unknown[] = [];
      for (const work of [...held.values()].toReversed()) {
        held.delete(work.name);
        await work.end().catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
