/** The newest sample of each instance, and what they are together. */
import { SECOND_MS } from '../../../../platform/durations.ts';
import { countsOf, quantileMs } from '../../../../platform/http/call-meter.ts';
import type { InstanceSample } from './instance-sample.ts';

/** An instance sends each second; it does not report when its sample is older. */
const KNOWN_MS = 5 * SECOND_MS;

/** Figures that are measured in each instance. */
export type SummedFigures = Readonly<
  Record<'orders' | 'answerTime' | 'engineQueue' | 'sockets' | 'refusedCalls', number | null>
>;

export class InstanceSamples {
  private readonly received = new Map<string, { sample: InstanceSample; at: number }>();

  /** `now` is this instance's time. */
  receive(sample: InstanceSample, now: number): void {
    this.received.set(sample.instance, { sample, at: now });
  }

  /** Of instances that report now. */
  recent(now: number): InstanceSample[] {
    for (const [instance, { at }] of this.received) {
      if (Math.abs(now - at) > KNOWN_MS) this.received.delete(instance);
    }
    return [...this.received.values()].map(({ sample }) => sample);
  }
}

/**
 * Orders, queues and sockets are added up. Times and refusals are those of all calls of all instances: the 99th percentile of
 * several instances is not the mean of theirs. Pure.
 */
export function sumOf(samples: readonly InstanceSample[]): SummedFigures {
  const sum = (of: (sample: InstanceSample) => number) =>
    samples.reduce((total, each) => total + of(each), 0);
  const known = samples.flatMap(({ orders }) => orders ?? []);
  const calls = sum((each) => each.calls);
  const counts = countsOf(samples.flatMap(({ durations }) => durations));
  return {
    orders: known.length === 0 ? null : known.reduce((total, each) => total + each, 0),
    answerTime: quantileMs(counts, 0.99) ?? null,
    engineQueue: sum(({ queued }) => queued),
    sockets: sum(({ sockets }) => sockets),
    refusedCalls: calls === 0 ? null : (sum(({ refused }) => refused) * 100) / calls,
  };
}
