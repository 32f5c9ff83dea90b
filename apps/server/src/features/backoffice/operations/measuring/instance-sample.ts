/**
 * What each instance measures of itself each second. It tells the others, so that each can show all instances and their sums. Only
 * the last minute is kept, in memory.
 */
import type { Clock } from '../../../../platform/clock.ts';
import { SECOND_MS } from '../../../../platform/durations.ts';
import {
  addCounts,
  type CallCounts,
  type CallMeter,
} from '../../../../platform/http/call-meter.ts';

/** Plain JSON. */
export interface InstanceSample {
  /** Its id in the table of instances. */
  readonly instance: string;
  /** Accepted a second, over ten seconds; null: not known yet. */
  readonly orders: number | null;
  /** Commands that wait for an engine. */
  readonly queued: number;
  /** Open ones. */
  readonly sockets: number;
  /** Calls of members in a minute; `durations` are pairs of a step and how many calls it has. */
  readonly calls: number;
  readonly refused: number;
  readonly durations: readonly (readonly [step: number, calls: number])[];
  /** Percent of one core, over ten seconds; null: not known yet. */
  readonly processor: number | null;
  /** Resident, bytes. */
  readonly memory: number;
  /** Percent of the time in which the main thread was blocked, over ten seconds; null: not known yet. */
  readonly blocked: number | null;
}

/** Totals of the process since its start, and what it uses now. */
export interface Usage {
  /** Of all its threads. */
  readonly processorMs: number;
  readonly blockedMs: number;
  /** Bytes. */
  readonly memory: number;
}

export interface InstanceSamplerDeps {
  readonly instance: string;
  readonly clock: Clock;
  readonly meter: Pick<CallMeter, 'take' | 'sockets'>;
  orders(): { readonly placed: number; readonly queued: number };
  usage(): Usage;
}

/** Rates are those of so many seconds. */
const RATE_SAMPLES = 10;
const SAMPLES_MAX = 60;

interface Second {
  readonly counts: CallCounts;
  readonly ms: number;
  readonly placed: number;
  readonly processorMs: number;
  readonly blockedMs: number;
}

export class InstanceSampler {
  private readonly deps: InstanceSamplerDeps;
  /** The last minute, oldest first. */
  private readonly seconds: Second[] = [];
  private before: (Usage & { readonly placed: number; readonly at: number }) | undefined;

  constructor(deps: InstanceSamplerDeps) {
    this.deps = deps;
  }

  sample(): InstanceSample {
    const { instance, clock, meter, orders } = this.deps;
    const usage = this.deps.usage();
    const { placed, queued } = orders();
    const now = { ...usage, placed, at: clock.now() };
    const before = this.before ?? now;
    this.before = now;
    this.seconds.push({
      counts: meter.take(),
      ms: now.at - before.at,
      placed: placed - before.placed,
      processorMs: usage.processorMs - before.processorMs,
      blockedMs: usage.blockedMs - before.blockedMs,
    });
    if (this.seconds.length > SAMPLES_MAX) this.seconds.shift();
    const { calls, refused, durations } = addCounts(this.seconds.map(({ counts }) => counts));
    return {
      instance,
      orders: this.rate(({ placed: each }) => each * SECOND_MS),
      queued,
      sockets: meter.sockets,
      calls,
      refused,
      durations: [...durations.entries()].filter(([, count]) => count > 0),
      processor: this.rate(({ processorMs }) => processorMs * 100),
      memory: usage.memory,
      blocked: this.rate(({ blockedMs }) => blockedMs * 100),
    };
  }

  /** Per millisecond of the last seconds; null before any has passed. */
  private rate(of: (second: Second) => number): number | null {
    const recent = this.seconds.slice(-RATE_SAMPLES);
    const elapsed = recent.reduce((sum, { ms }) => sum + ms, 0);
    return elapsed > 0 ? recent.reduce((sum, each) => sum + of(each), 0) / elapsed : null;
  }
}

/** Of this process. */
export function usageOf(blockedMs: () => number): () => Usage {
  return () => {
    const { user, system } = process.cpuUsage();
    const memory = process.memoryUsage.rss();
    return { processorMs: (user + system) / 1_000, memory, blockedMs: blockedMs() };
  };
}
