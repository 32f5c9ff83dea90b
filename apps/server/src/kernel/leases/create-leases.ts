/** Leases kept in the database: a heartbeat each half second, take-over of what is free, an even spread, and standby (ADR 57). */
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Lane, Tx } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import type { Random } from '../../platform/random.ts';
import {
  addLeases,
  beat,
  giveBack,
  removeDead,
  removeInstance,
  type Seen,
  settingsOfOthers,
  type SharedSettings,
  takeLeases,
  takeTurn,
} from './lease-rows.ts';
import { countKind, type LeasedWork, type Leases, type MeasuredLeases } from './leases.ts';
import { InstanceClock } from './instance-clock.ts';
import { type Role, roleOf, shareOf } from './roles.ts';
import { differenceOf } from './shared-settings.ts';
import { Works } from './works.ts';

/** Bus topic: a lease was given back, so another instance may try at once. */
export const LEASES_WAKE = 'leases.wake';

const BEAT_MS = 500;
/** An instance that died is forgotten by then. */
const FORGETS_MS = 3_000;
/** Half a second before others may take its leases, an instance ends its work by itself. */
const ENDS_ITSELF_MS = 1_500;
/** Another connection is tried when one does not answer for so long. */
const ANSWERS_WITHIN_MS = 2_000;
/** A watchdog that is later than this was held up by the main thread. */
const BLOCKED_MS_MIN = 200;
/** Two turns are at least so far apart. */
const TURN_MS_MIN = 20;

/** Held by the one instance that serves, where instances share no bus. */
const ACTIVE = 'active';

export interface LeasesDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly log: Log;
  readonly random: Random;
}

export interface InstanceIs {
  /** For people: "host-1 4711". */
  readonly name: string;
  readonly roles: readonly Role[];
  readonly version: string;
  /** The newest migration that it knows. */
  readonly schema: string;
  /** Whether instances share a bus, so that they divide the work. Otherwise one of them serves and the others wait. */
  readonly isShared: boolean;
  /** Settings that all instances of the deployment have in common; absent: none. */
  readonly settings?: SharedSettings;
  /** Monotonic; for tests. Units: milliseconds. */
  uptime?(): number;
}

/** Registers this instance. @throws the error of the database; an error that names settings in which it differs */
export async function createLeases(deps: LeasesDeps, instance: InstanceIs): Promise<Leases> {
  const leases = new DatabaseLeases(deps, instance);
  await leases.start();
  return leases;
}

class DatabaseLeases implements Leases {
  private readonly deps: LeasesDeps;
  private readonly is: InstanceIs;
  readonly instance: string;
  private readonly known = new Set<string>();
  private readonly taken = new Map<string, number>();
  private readonly works: Works;
  private readonly uptime: () => number;
  private lane: Lane;
  /** When the last heartbeat that was answered was sent. */
  private renewedAt = -Infinity;
  readonly clock: InstanceClock;
  /** Another instance serves, or this one does not compete yet. */
  private isStandby: boolean;
  private isStopping = false;
  /** Another instance would take over what this one holds. */
  private isWaitedFor = false;
  private turning: Promise<boolean> | undefined;
  private nextTurn: Promise<boolean> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private watchdog: NodeJS.Timeout | undefined;
  private endWakes: () => void = () => undefined;
  /** Called when this instance is no standby any more. */
  private onActive: (() => void)[] = [];

  constructor(deps: LeasesDeps, instance: InstanceIs) {
    this.deps = deps;
    this.is = instance;
    this.instance = deps.random.token(12);
    this.uptime = instance.uptime ?? (() => performance.now());
    this.clock = new InstanceClock(deps.clock, this.uptime);
    this.lane = deps.database.lane('leases');
    this.isStandby = !instance.isShared;
    this.works = new Works({
      log: deps.log,
      uptime: this.uptime,
      giveBack: (name) => this.free([name]),
    });
  }

  async start(): Promise<void> {
    await this.assertSameSettings();
    const sentAt = this.uptime();
    this.see(await this.beat(), sentAt);
    this.endWakes = this.deps.bus.subscribe(LEASES_WAKE, () => void this.turnSoon());
    await this.turnSoon();
  }

  async competeToServe(): Promise<void> {
    if (this.is.isShared) return;
    this.known.add(ACTIVE);
    const nothing = () => Promise.resolve();
    this.works.add({ name: ACTIVE, begin: nothing, end: nothing });
    await this.attempt();
  }

  async compete(work: LeasedWork): Promise<void> {
    this.known.add(work.name);
    if (!this.is.roles.includes(roleOf(work.name))) return;
    this.works.add(work);
    await this.attempt();
    await this.works.begun(work.name);
  }

  /** A start that goes on without its leases would miss what their works create, so it tries until it is answered in time. */
  private async attempt(): Promise<void> {
    while (!(await this.turnSoon()) && !this.isStopping) {
      await new Promise((resolve) => setTimeout(resolve, BEAT_MS));
    }
  }

  isHeld(name: string): boolean {
    return this.works.isHeld(name) && this.isFresh();
  }

  giveBack(name: string): Promise<void> {
    return this.works.giveBack(name);
  }

  held(): readonly string[] {
    return this.isFresh() ? this.works.held() : [];
  }

  measure(): MeasuredLeases {
    const { known, taken, works, renewedAt, clock } = this;
    const age = this.uptime() - renewedAt;
    return {
      known: [...known],
      taken,
      lost: works.lost,
      heartbeatAt: Number.isFinite(age) ? this.deps.clock.now() - age : undefined,
      clockOffset: clock.offset,
      isClockRefused: clock.isWrong,
    };
  }

  whenActive(): Promise<void> {
    return this.isStandby
      ? new Promise((resolve) => this.onActive.push(resolve))
      : Promise.resolve();
  }

  isActive(): boolean {
    return !this.isStandby;
  }

  obstacle(): string | undefined {
    const ofClock = this.clock.obstacle();
    if (ofClock !== undefined) return ofClock;
    if (!this.isFresh()) return 'the database does not answer';
    return this.isStandby ? 'standby: another Tern serves this database' : undefined;
  }

  async handOver(): Promise<void> {
    if (this.is.isShared || this.isStandby || !this.isWaitedFor) return;
    this.isStandby = true;
    await this.endAll();
  }

  async stop(): Promise<void> {
    await this.endAll();
    this.endWakes();
    await (this.nextTurn ?? this.turning);
    clearTimeout(this.timer);
    clearTimeout(this.watchdog);
    await this.inLane((tx) => [tx.run(removeInstance, [this.instance])]).catch(() => undefined);
    await this.lane.close();
    this.deps.bus.publish(LEASES_WAKE, null);
  }

  private async endAll(): Promise<void> {
    this.isStopping = true;
    // The others learn that it competes no more, so that they take its share.
    await this.turnSoon();
    await this.works.endAll('giveBack');
  }

  private isFresh(): boolean {
    return this.uptime() - this.renewedAt < ENDS_ITSELF_MS;
  }

  /** A turn that begins after this call, when the one under way has ended. */
  private turnSoon(): Promise<boolean> {
    this.nextTurn ??= (async () => {
      await this.turning;
      // Calls of the same turn of the event loop are one attempt.
      await new Promise((resolve) => setImmediate(resolve));
      this.nextTurn = undefined;
      clearTimeout(this.timer);
      this.turning = this.turn();
      return this.turning;
    })();
    return this.nextTurn;
  }

  /** True if the database answered in time. Never fails. */
  private async turn(): Promise<boolean> {
    let waitMs = BEAT_MS;
    let isAnswered = false;
    try {
      const sentAt = this.uptime();
      const seen = await this.beat();
      if (this.see(seen, sentAt)) {
        await this.take(seen);
        waitMs = this.spread(seen);
        isAnswered = this.isFresh();
      }
    } catch (error) {
      if (!this.isStopping) this.deps.log.warn({ err: error }, 'a heartbeat failed');
    }
    this.timer = setTimeout(() => void this.turnSoon(), waitMs).unref();
    return isAnswered;
  }

  /** One that was killed a moment ago may still look alive. Of two that start at the same time, one sees the other. */
  private async assertSameSettings(): Promise<void> {
    const { settings = {} } = this.is;
    const until = this.uptime() + FORGETS_MS;
    for (;;) {
      const [, others] = await this.inLane((tx) => [
        tx.one(takeTurn, []),
        tx.many(settingsOfOthers, [this.instance]),
        this.sendBeat(tx),
      ]);
      const difference = differenceOf(settings, others);
      if (difference === undefined) return;
      await this.inLane((tx) => [tx.run(removeInstance, [this.instance])]);
      if (this.uptime() >= until) {
        await this.lane.close();
        throw new Error(difference);
      }
      await new Promise((resolve) => setTimeout(resolve, BEAT_MS));
    }
  }

  private sendBeat(tx: Tx): Promise<Seen> {
    const { name, roles, version, schema, settings = {} } = this.is;
    const isWanting = this.is.isShared || this.known.has(ACTIVE);
    const competes = isWanting && !this.isStopping && !this.clock.isWrong;
    const offset = Math.round(this.clock.offset);
    return tx.one(beat, [this.instance, name, roles, version, schema, offset, competes, settings]);
  }

  private async beat(): Promise<Seen> {
    const sentAt = this.uptime();
    const [seen] = await this.inLane((tx) => [this.sendBeat(tx)]);
    this.clock.judge(seen.now, sentAt);
    if (this.clock.isWrong) void this.works.endAll('giveBack');
    return seen;
  }

  /** @throws the error of the database; an error when it does not answer, and later calls use another connection */
  private async inLane<const T extends readonly Promise<unknown>[]>(
    send: (tx: Tx) => readonly [...T],
  ): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
    const { lane } = this;
    const answered = lane.transaction(send);
    let timer: NodeJS.Timeout | undefined;
    let immediate: NodeJS.Immediate | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const giveUp = () => {
        if (this.lane === lane) this.lane = this.deps.database.lane('leases');
        void answered.catch(() => undefined).then(() => lane.close());
        reject(new Error('the database does not answer'));
      };
      timer = setTimeout(() => {
        // After a long block of the main thread, an answer may be there that has not been read yet.
        immediate = setImmediate(giveUp);
      }, ANSWERS_WITHIN_MS);
    });
    try {
      return await Promise.race([answered, late]);
    } finally {
      clearTimeout(timer);
      clearImmediate(immediate);
    }
  }

  /** False when the answer came too late to work on. */
  private see(seen: Seen, sentAt: number): boolean {
    if (this.uptime() - sentAt >= ENDS_ITSELF_MS) {
      this.loseAll();
      return false;
    }
    this.renewedAt = sentAt;
    clearTimeout(this.watchdog);
    const leftMs = ENDS_ITSELF_MS - (this.uptime() - sentAt);
    this.watchdog = setTimeout(() => this.loseAll(), leftMs).unref();
    this.works.endLost(seen.held);
    this.isWaitedFor = seen.others.some(({ competes }) => competes);
    return true;
  }

  /** Others may take the leases half a second later. */
  private loseAll(): void {
    const held = this.works.held();
    const silentMs = Math.round(this.uptime() - this.renewedAt);
    // The watchdog is on time while the main thread is free, and only the answer is missing then.
    const isBlocked = silentMs > ENDS_ITSELF_MS + BLOCKED_MS_MIN;
    const why = isBlocked ? 'the main thread was blocked' : 'the database did not answer';
    if (held.length > 0) {
      this.deps.log.warn({ silentMs, leases: held.length }, `leases were lost: ${why}`);
    }
    void this.works.endAll('lost');
  }

  private async take(seen: Seen): Promise<void> {
    if (!this.isStopping && !this.clock.isWrong) {
      const open = new Set([...seen.free, ...seen.held]);
      if (!this.is.isShared && this.works.count(ACTIVE) === 0) {
        void this.works.endAll('giveBack');
        await this.takeOf([ACTIVE], open, seen);
        this.isStandby = this.works.count(ACTIVE) === 0;
        if (!this.isStandby) for (const resolve of this.onActive.splice(0)) resolve();
      }
      if (!this.isStandby) await this.takeOf([...this.works.groups()], open, seen);
    }
    const idle = this.works.idleOf(seen.held);
    if (idle.length > 0) await this.free(idle);
  }

  private async takeOf(groups: readonly string[], open: ReadonlySet<string>, seen: Seen) {
    const wanted = groups
      .map((group) => ({
        names: this.works.candidates(group, open),
        limit: this.share(group, seen) - this.works.count(group),
      }))
      .filter(({ names, limit }) => names.length > 0 && limit > 0);
    if (wanted.length === 0) return;
    const names = wanted.flatMap((each) => each.names);
    const [, , , ...taken] = await this.inLane((tx) => [
      tx.one(takeTurn, []),
      tx.run(addLeases, [names]),
      tx.run(removeDead, []),
      ...wanted.map((each) => tx.many(takeLeases, [this.instance, each.names, each.limit])),
    ]);
    this.works.areKnown(names);
    // Too late to begin: nothing would end the works if no heartbeat is answered. The next one finds the leases without work.
    if (!this.isFresh()) return;
    const began = taken.flat().map(({ name }) => name);
    for (const name of began) countKind(this.taken, name);
    this.works.begin(began);
  }

  /** How many leases of a group this instance may hold. */
  private share(group: string, { others }: Seen): number {
    const total = this.works.total(group);
    if (!this.is.isShared) return total;
    const competitors = others.filter(
      ({ roles, competes }) => competes && roles.includes(roleOf(group)),
    );
    return shareOf(total, 1 + competitors.length);
  }

  /** Gives back what is above its share, one lease at a time. Returns when the next turn is due. Units: milliseconds. */
  private spread(seen: Seen): number {
    for (const group of this.works.groups()) {
      const isAbove = this.works.count(group) > this.share(group, seen);
      if (isAbove && !this.works.isAnyEnding(group)) this.works.giveBackOne(group);
    }
    // The leases of an instance that dies are free exactly then.
    const ends = seen.others.filter(({ leases }) => leases > 0).map(({ livesMs }) => livesMs);
    const next = Math.min(BEAT_MS, ...ends.map((ms) => ms + TURN_MS_MIN));
    return Math.max(TURN_MS_MIN, next);
  }

  private async free(names: readonly string[]): Promise<void> {
    await this.inLane((tx) => [tx.run(giveBack, [this.instance, names])]);
    this.deps.bus.publish(LEASES_WAKE, null);
  }
}
