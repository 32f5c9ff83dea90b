/**
 * The figures of the whole deployment. Each instance measures itself each second; one asks the database every five seconds, and
 * writes each minute as a row for a week. All tell each other over the bus, so that every instance can show them (ADR 65).
 */
import type { Bus } from '../../../../platform/bus.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../../platform/durations.ts';
import { pruneMinutes, putMinute } from '../store.ts';
import {
  type DatabaseGauges,
  type DatabaseSample,
  type DatabaseSampleDeps,
  sampleDatabase,
} from './database-sample.ts';
import { type FigureKey, figureKeys, figureRules } from './figures.ts';
import { OpenTransactions } from './open-transactions.ts';
import {
  type InstanceSample,
  InstanceSampler,
  type InstanceSamplerDeps,
} from './instance-sample.ts';
import { InstanceSamples, sumOf } from './sum-samples.ts';

/** Where measurements come from. */
export interface Gauges
  extends DatabaseGauges,
    Pick<InstanceSamplerDeps, 'meter' | 'orders' | 'usage'> {}

export interface SamplerDeps extends DatabaseSampleDeps {
  readonly gauges: Gauges;
  readonly bus: Bus;
  /** The id of this instance. */
  readonly instance: string;
  /** The database answers, and says that another instance asks it now. */
  isAskedElsewhere(): boolean;
}

/** A figure as last measured. */
export interface Measured {
  /** Null: there was nothing to measure, as the time of answers without calls. */
  readonly value: number | null;
  /** Epoch ms; null: not measured since the start. */
  readonly at: number | null;
}

/** Bus topics: an `InstanceSample` of each instance, a `DatabaseSample` of one. */
const INSTANCE_SAMPLED = 'operations.instance';
const DATABASE_SAMPLED = 'operations.database';

const ASK_MS = 5 * SECOND_MS;
/** The band is made of a week; the line of a week needs its first hours too. */
const KEPT_MS = 8 * DAY_MS;

const minuteOf = (at: number) => Math.floor(at / MINUTE_MS) * MINUTE_MS;
const thousandths = (value: number) => Math.round(value * 1_000);

export class Sampler {
  private readonly deps: SamplerDeps;
  private readonly own: InstanceSampler;
  private readonly samples = new InstanceSamples();
  private readonly transactions = new OpenTransactions();
  private readonly summed = new Map<FigureKey, Measured>();
  /** Samples of the running minute. */
  private minute = { at: 0, samples: new Map<FigureKey, number[]>() };
  private askedAt = 0;
  private newest: DatabaseSample | undefined;
  private ends: (() => void)[] = [];

  constructor(deps: SamplerDeps) {
    this.deps = deps;
    this.own = new InstanceSampler({ ...deps.gauges, instance: deps.instance, clock: deps.clock });
  }

  open(): void {
    const { bus, clock } = this.deps;
    this.ends = [
      bus.subscribe(INSTANCE_SAMPLED, (message) =>
        this.samples.receive(message as InstanceSample, clock.now()),
      ),
      bus.subscribe(DATABASE_SAMPLED, (message) => {
        this.newest = message as DatabaseSample;
      }),
    ];
  }

  close(): void {
    for (const end of this.ends.splice(0)) end();
  }

  figure(key: FigureKey): Measured {
    const { newest } = this;
    if (key === 'recordsBehind' || key === 'settlementsLate' || key === 'outbox') {
      return newest === undefined
        ? { value: null, at: null }
        : { value: newest.figures[key], at: newest.at };
    }
    return this.summed.get(key) ?? { value: null, at: null };
  }

  /** The newest of any instance. */
  get database(): DatabaseSample | undefined {
    return this.newest;
  }

  /**
   * The newest, if this instance has asked for it. Kept while the database is away, so that its age shows; not once another
   * instance asks: one that hung and is the standby now would show its last values for ever.
   */
  get ownDatabase(): DatabaseSample | undefined {
    if (this.newest?.by !== this.deps.instance || this.deps.isAskedElsewhere()) return undefined;
    return this.newest;
  }

  /** Of instances that report now. */
  instances(): InstanceSample[] {
    return this.samples.recent(this.deps.clock.now());
  }

  /** In every instance, each second. */
  sampleInstance(): void {
    this.deps.bus.publish(INSTANCE_SAMPLED, this.own.sample());
    const at = this.deps.clock.now();
    for (const [key, value] of Object.entries(sumOf(this.instances()))) {
      this.summed.set(key as FigureKey, { value, at });
    }
  }

  /**
   * In one instance of the deployment, each second. Returns the minute that has ended with it, once its row is written.
   * @throws the error of the database
   */
  async measure(): Promise<number | undefined> {
    const now = this.deps.clock.now();
    const ended = minuteOf(now) > this.minute.at ? this.minute : undefined;
    if (ended !== undefined) this.minute = { at: minuteOf(now), samples: new Map() };
    if (now - this.askedAt >= ASK_MS) {
      this.askedAt = now;
      const { deps, transactions } = this;
      const sample = await sampleDatabase(deps, { instance: deps.instance, transactions });
      deps.bus.publish(DATABASE_SAMPLED, sample);
    }
    for (const key of figureKeys) this.count(key, now);
    if (ended === undefined || ended.at === 0) return undefined;
    await this.store(ended);
    return ended.at;
  }

  /** What is older was measured in no second of this minute. */
  private count(key: FigureKey, now: number): void {
    const { value, at } = this.figure(key);
    if (value === null || at === null || now - at > ASK_MS) return;
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
