/**
 * Measures this program: a sample each second, kept for a minute in memory, and each minute as a row for a week. What has to
 * be asked of the database is asked every five seconds.
 */
import { statfs } from 'node:fs/promises';
import type { Invariant } from '../../../kernel/invariants/invariant.ts';
import { summarizeChecks } from '../../../kernel/invariants/progress.ts';
import type { Rail, RailState } from '../../../kernel/rails/rail.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../platform/durations.ts';
import {
  addCounts,
  type CallCounts,
  type CallMeter,
  quantileMs,
} from '../../../platform/http/call-meter.ts';
import type { LogLag } from '../../public-log/index.ts';
import { type DatabaseRow, pruneMinutes, putMinute, readDatabaseState } from '../store.ts';
import { type FigureKey, figureKeys, figureRules } from './figures.ts';

/** Where measurements come from. */
export interface Gauges {
  readonly meter: Pick<CallMeter, 'take' | 'sockets'>;
  orders(): { readonly placed: number; readonly queued: number };
  /** When the oldest posting was written that is not counted yet. */
  uncountedSince(reader: Reader): Promise<number | undefined>;
  /** When the contract was due that waits longest. */
  nextDueAt(reader: Reader): Promise<number | undefined>;
  countWaiting(reader: Reader): Promise<{ waiting: number; oldestAt: number | null }>;
  /** Undefined before the log was opened. */
  logLag(reader: Reader): Promise<LogLag | undefined>;
}

export interface SamplerDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly gauges: Gauges;
  readonly rails: readonly Rail[];
  readonly invariants: readonly Pick<Invariant, 'id'>[];
  /** Absent: no disk is measured. */
  readonly dataDir?: string | undefined;
}

/** A figure as last measured. */
export interface Measured {
  /** Null: there was nothing to measure, as the time of answers without calls. */
  readonly value: number | null;
  /** Epoch ms; null: not measured since the start. */
  readonly at: number | null;
}

export interface DatabaseState extends DatabaseRow {
  readonly at: number;
  /** How long this question took. */
  readonly answerMs: number;
  readonly disk: { readonly free: number; readonly size: number } | undefined;
}

export interface RailSample extends RailState {
  readonly rail: string;
}

export type InvariantSummary = Awaited<ReturnType<typeof summarizeChecks>>;

const ASK_MS = 5 * SECOND_MS;
/** Rates are those of so many seconds. */
const RATE_SAMPLES = 10;
const SAMPLES_MAX = 60;
/** The band is made of a week; the line of a week needs its first hours too. */
const KEPT_MS = 8 * DAY_MS;

interface Second {
  readonly counts: CallCounts;
  readonly placed: number;
  readonly ms: number;
}

const minuteOf = (at: number) => Math.floor(at / MINUTE_MS) * MINUTE_MS;
const thousandths = (value: number) => Math.round(value * 1_000);

export class Sampler {
  private readonly deps: SamplerDeps;
  /** The last minute, oldest first. */
  private readonly seconds: Second[] = [];
  private readonly now = new Map<FigureKey, Measured>();
  /** Samples of the running minute. */
  private minute = { at: 0, samples: new Map<FigureKey, number[]>() };
  private placedBefore: number | undefined;
  private sampledAt = 0;
  private askedAt = 0;
  private state: DatabaseState | undefined;
  private oldestWaiting: number | null = null;
  private lag: LogLag | undefined;
  private railStates: readonly RailSample[] = [];
  private checks: InvariantSummary | undefined;

  constructor(deps: SamplerDeps) {
    this.deps = deps;
  }

  figure(key: FigureKey): Measured {
    return this.now.get(key) ?? { value: null, at: null };
  }

  /** When the oldest message was written that still waits. */
  get oldestWaitingAt(): number | null {
    return this.oldestWaiting;
  }

  get database(): DatabaseState | undefined {
    return this.state;
  }

  get log(): LogLag | undefined {
    return this.lag;
  }

  /** Of rails with a chain. */
  get rails(): readonly RailSample[] {
    return this.railStates;
  }

  get invariants(): InvariantSummary | undefined {
    return this.checks;
  }

  /** Takes a sample. Returns the minute that has ended with it, once its row is written. */
  async sample(): Promise<number | undefined> {
    const now = this.deps.clock.now();
    const ended = minuteOf(now) > this.minute.at ? this.minute : undefined;
    if (ended !== undefined) this.minute = { at: minuteOf(now), samples: new Map() };
    this.sampleProgram(now);
    if (now - this.askedAt >= ASK_MS) await this.sampleDatabase(now);
    if (ended === undefined || ended.at === 0) return undefined;
    await this.store(ended);
    return ended.at;
  }

  private sampleProgram(now: number): void {
    const { meter, orders } = this.deps.gauges;
    const { placed, queued } = orders();
    const second = {
      counts: meter.take(),
      placed: placed - (this.placedBefore ?? placed),
      ms: this.sampledAt === 0 ? 0 : now - this.sampledAt,
    };
    this.placedBefore = placed;
    this.sampledAt = now;
    this.seconds.push(second);
    if (this.seconds.length > SAMPLES_MAX) this.seconds.shift();
    const recent = this.seconds.slice(-RATE_SAMPLES);
    const elapsed = recent.reduce((sum, { ms }) => sum + ms, 0);
    const accepted = recent.reduce((sum, each) => sum + each.placed, 0);
    const calls = addCounts(this.seconds.map(({ counts }) => counts));
    this.set('orders', elapsed > 0 ? (accepted * SECOND_MS) / elapsed : null, now);
    this.set('answerTime', quantileMs(calls, 0.99) ?? null, now);
    this.set('refusedCalls', calls.calls === 0 ? null : (calls.refused * 100) / calls.calls, now);
    this.set('engineQueue', queued, now);
    this.set('sockets', meter.sockets, now);
  }

  private async sampleDatabase(now: number): Promise<void> {
    const { database, gauges } = this.deps;
    this.askedAt = now;
    const uncounted = await gauges.uncountedSince(database);
    const dueAt = await gauges.nextDueAt(database);
    const { waiting, oldestAt } = await gauges.countWaiting(database);
    const secondsSince = (at: number | undefined) =>
      at === undefined ? 0 : Math.max(0, now - at) / SECOND_MS;
    this.set('recordsBehind', secondsSince(uncounted), now);
    this.set('settlementsLate', secondsSince(dueAt), now);
    this.set('outbox', waiting, now);
    this.oldestWaiting = oldestAt;
    await this.sampleBooks();
    const startedAt = performance.now();
    const row = await readDatabaseState(database);
    const answerMs = performance.now() - startedAt;
    this.state = { ...row, at: now, answerMs, disk: await diskOf(this.deps.dataDir) };
  }

  /** What is not a figure of the room, but is watched by others (ADR 55). */
  private async sampleBooks(): Promise<void> {
    const { database, gauges, rails, invariants } = this.deps;
    this.lag = await gauges.logLag(database);
    const ids = invariants.map(({ id }) => id);
    this.checks = await summarizeChecks(database, ids);
    const states: RailSample[] = [];
    for (const rail of rails) {
      const state = await rail.state?.();
      if (state !== undefined) states.push({ ...state, rail: rail.name });
    }
    this.railStates = states;
  }

  private set(key: FigureKey, value: number | null, at: number): void {
    this.now.set(key, { value, at });
    if (value === null) return;
    const { samples } = this.minute;
    samples.set(key, [...(samples.get(key) ?? []), value]);
  }

  private async store({ at, samples }: { at: number; samples: Map<FigureKey, number[]> }) {
    const measured = figureKeys.flatMap((key) => {
      const values = samples.get(key);
      return values === undefined ? [] : [{ key, value: thousandths(valueOf(key, values)) }];
    });
    const keys = measured.map(({ key }) => key);
    const values = measured.map(({ value }) => value);
    await this.deps.database.transaction(async (tx) => {
      await tx.run(putMinute, [at, keys, values]);
      await tx.run(pruneMinutes, [at - KEPT_MS]);
    });
  }
}

function valueOf(key: FigureKey, values: readonly number[]): number {
  if (figureRules[key].minute === 'highest') return Math.max(...values);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

async function diskOf(folder: string | undefined) {
  if (folder === undefined) return undefined;
  const { bsize, blocks, bavail } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}
