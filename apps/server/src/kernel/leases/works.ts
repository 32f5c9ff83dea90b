/** The works that one instance competes for: which it does now, which begin or end. */
import type { Log } from '../../platform/log.ts';
import { countKind, type LeasedWork } from './leases.ts';
import { groupOf } from './roles.ts';

/** A work that failed to begin is tried again after this time, by whichever instance gets it. */
const RETRY_MS = 1_000;

interface Entry {
  readonly work: LeasedWork;
  readonly group: string;
  /** ending: until the work has ended, and its lease is given back if it was not lost. */
  state: 'wanted' | 'beginning' | 'held' | 'ending';
  /** The database has a row of this lease, so it says when it is free. */
  isKnown: boolean;
  /** In which order it began. */
  order: number;
  /** It must end as soon as it has begun. */
  mustEnd: 'no' | 'lost' | 'giveBack';
  retryAt: number;
  /** The beginning or the end that is under way. */
  underWay: Promise<void>;
}

export interface WorksDeps {
  readonly log: Log;
  /** Monotonic. Units: milliseconds. */
  uptime(): number;
  /** Gives the lease of a work that has ended to others. */
  giveBack(name: string): Promise<void>;
}

export class Works {
  private readonly deps: WorksDeps;
  private readonly entries = new Map<string, Entry>();
  /** How many were lost, by kind. */
  readonly lost = new Map<string, number>();
  private batches = 0;

  constructor(deps: WorksDeps) {
    this.deps = deps;
  }

  /** @throws Error for a name used before */
  add(work: LeasedWork): void {
    if (this.entries.has(work.name)) throw new Error(`two works are named ${work.name}`);
    this.entries.set(work.name, {
      work,
      group: groupOf(work.name),
      state: 'wanted',
      isKnown: false,
      order: 0,
      mustEnd: 'no',
      retryAt: 0,
      underWay: Promise.resolve(),
    });
  }

  /** Waits for a beginning under way, and never fails. */
  async begun(name: string): Promise<void> {
    await this.entries.get(name)?.underWay;
  }

  isHeld(name: string): boolean {
    return this.entries.get(name)?.state === 'held';
  }

  held(): string[] {
    return this.namesOf(({ state }) => state === 'held');
  }

  groups(): ReadonlySet<string> {
    return new Set([...this.entries.values()].map(({ group }) => group));
  }

  total(group: string): number {
    return this.namesOf((entry) => entry.group === group).length;
  }

  /** Held, or about to be. */
  count(group: string): number {
    return this.active().filter((entry) => entry.group === group).length;
  }

  isAnyEnding(group: string): boolean {
    return [...this.entries.values()].some(
      (entry) => entry.group === group && entry.state === 'ending',
    );
  }

  /** Those of a group that may be tried now, as they are in `open` or no attempt has been made yet. */
  candidates(group: string, open: ReadonlySet<string>): string[] {
    const now = this.deps.uptime();
    return this.namesOf(
      (entry) =>
        entry.group === group &&
        entry.state === 'wanted' &&
        entry.retryAt <= now &&
        (!entry.isKnown || open.has(entry.work.name)),
    );
  }

  areKnown(names: readonly string[]): void {
    for (const name of names) this.entries.get(name)!.isKnown = true;
  }

  /** Those that the database says are this instance's, but nobody here works on. */
  idleOf(names: readonly string[]): string[] {
    return names.filter((name) => (this.entries.get(name)?.state ?? 'wanted') === 'wanted');
  }

  /** The work of leases that were taken. */
  begin(names: readonly string[]): void {
    this.batches += 1;
    for (const name of names) {
      const entry = this.entries.get(name)!;
      Object.assign(entry, { state: 'beginning', order: this.batches, mustEnd: 'no' });
      entry.underWay = this.tryToBegin(entry);
    }
  }

  /** Ends those that the database says are no longer this instance's. */
  endLost(stillHeld: readonly string[]): void {
    const kept = new Set(stillHeld);
    const lost = this.active().filter(({ work }) => !kept.has(work.name));
    if (lost.length > 0) {
      this.deps.log.warn(
        { leases: lost.length },
        'leases were lost: another instance has taken them',
      );
    }
    for (const entry of lost) this.end(entry, 'lost');
  }

  /** Gives the newest work of a group to another instance. */
  giveBackOne(group: string): void {
    const entries = this.active().filter((entry) => entry.group === group);
    const newest = entries.toSorted((left, right) => right.order - left.order)[0];
    if (newest !== undefined) this.end(newest, 'giveBack');
  }

  /** Ends a work that cannot go on here, and gives its lease to whichever instance tries first; this one waits a little. */
  async giveBack(name: string): Promise<void> {
    const entry = this.entries.get(name);
    if (entry?.state !== 'held') return;
    entry.retryAt = this.deps.uptime() + RETRY_MS;
    this.end(entry, 'giveBack');
    await entry.underWay;
  }

  /** Ends everything, the newest first; those that began together end together. */
  async endAll(how: 'lost' | 'giveBack'): Promise<void> {
    const chosen = [...this.entries.values()];
    const orders = new Set(chosen.map(({ order }) => order));
    for (const order of [...orders].toSorted((left, right) => right - left)) {
      const entries = chosen.filter((entry) => entry.order === order);
      for (const entry of entries) {
        if (entry.state === 'beginning' || entry.state === 'held') this.end(entry, how);
      }
      const settled = async ({ state, underWay }: Entry) => {
        if (state !== 'wanted') await underWay;
      };
      if (how === 'giveBack') await Promise.all(entries.map(settled));
    }
  }

  private async tryToBegin(entry: Entry): Promise<void> {
    const { name } = entry.work;
    try {
      await entry.work.begin();
      entry.state = 'held';
      if (entry.mustEnd === 'no') return;
      this.end(entry, entry.mustEnd);
    } catch (error) {
      this.deps.log.error({ err: error, lease: name }, 'leased work failed to begin');
      entry.retryAt = this.deps.uptime() + RETRY_MS;
      entry.state = 'ending';
      await this.handOver(entry, entry.mustEnd === 'lost' ? 'lost' : 'giveBack');
      return;
    }
    await entry.underWay;
  }

  private end(entry: Entry, how: 'lost' | 'giveBack'): void {
    if (entry.state === 'beginning') {
      // A lost lease stays lost.
      if (entry.mustEnd !== 'lost') entry.mustEnd = how;
      return;
    }
    if (how === 'lost') countKind(this.lost, entry.work.name);
    entry.state = 'ending';
    entry.underWay = this.endAndHandOver(entry, how);
  }

  private async endAndHandOver(entry: Entry, how: 'lost' | 'giveBack'): Promise<void> {
    const { work } = entry;
    try {
      await work.end();
    } catch (error) {
      this.deps.log.error({ err: error, lease: work.name }, 'leased work failed to end');
    }
    await this.handOver(entry, how);
  }

  private async handOver(entry: Entry, how: 'lost' | 'giveBack'): Promise<void> {
    try {
      if (how === 'giveBack') await this.deps.giveBack(entry.work.name);
    } catch (error) {
      // The next heartbeat finds it with nobody working on it.
      this.deps.log.warn({ err: error, lease: entry.work.name }, 'a lease was not returned');
    }
    entry.state = 'wanted';
  }

  private active(): Entry[] {
    return [...this.entries.values()].filter(
      ({ state }) => state === 'beginning' || state === 'held',
    );
  }

  private namesOf(isMeant: (entry: Entry) => boolean): string[] {
    return [...this.entries.values()].filter(isMeant).map(({ work }) => work.name);
  }
}
