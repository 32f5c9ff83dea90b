/** The newest sample of each program, and what they are together. */
import { SECOND_MS } from '../../../../platform/durations.ts';
import { countsOf, quantileMs } from '../../../../platform/http/call-meter.ts';
import type { ProgramSample } from './program-sample.ts';

/** A program sends each second; it does not report when its sample is older. */
const KNOWN_MS = 5 * SECOND_MS;

/** Figures that are measured in each program. */
export type SummedFigures = Readonly<
  Record<'orders' | 'answerTime' | 'engineQueue' | 'sockets' | 'refusedCalls', number | null>
>;

export class ProgramSamples {
  private readonly received = new Map<string, { sample: ProgramSample; at: number }>();

  /** `now` is this program's time. */
  receive(sample: ProgramSample, now: number): void {
    this.received.set(sample.program, { sample, at: now });
  }

  /** Of programs that report now. */
  recent(now: number): ProgramSample[] {
    for (const [program, { at }] of this.received) {
      if (Math.abs(now - at) > KNOWN_MS) this.received.delete(program);
    }
    return [...this.received.values()].map(({ sample }) => sample);
  }
}

/**
 * Orders, queues and sockets are added up. Times and refusals are those of all calls of all programs: the 99th percentile of
 * several programs is not the mean of theirs. Pure.
 */
export function sumOf(samples: readonly ProgramSample[]): SummedFigures {
  const sum = (of: (sample: ProgramSample) => number) =>
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
