/** Counts members' calls, how long their answers took, and open sockets. Bounded: durations are counted in steps of a tenth. */
import type { HttpMeter } from './http-meter.ts';

/** The first step ends at half a millisecond, each further one a tenth later; the last one holds everything above a minute. */
const FIRST_MS = 0.5;
const GROWTH = 1.1;
const STEPS = 125;

/** What was counted in an interval. */
export interface CallCounts {
  calls: number;
  /** Answered with another code than 0. */
  refused: number;
  /** Calls by the step of their duration. */
  readonly durations: Uint32Array;
}

export interface CallMeter extends HttpMeter {
  /** Returns what was counted since the last time. */
  take(): CallCounts;
  /** Open now. */
  readonly sockets: number;
}

const nothing = (): CallCounts => ({ calls: 0, refused: 0, durations: new Uint32Array(STEPS) });

/** Calls answer with a code. Those of operators are left out: a console that watches would measure itself. */
const isOfMembers = (route: string | undefined) =>
  route?.startsWith('/api/') === true && !route.startsWith('/api/operator/');

export function createCallMeter(): CallMeter {
  let counts = nothing();
  let sockets = 0;
  return {
    answered({ route, code, durationMs }) {
      if (code === undefined || !isOfMembers(route)) return;
      counts.calls += 1;
      if (code !== 0) counts.refused += 1;
      const step = Math.ceil(Math.log(durationMs / FIRST_MS) / Math.log(GROWTH));
      counts.durations[Math.min(Math.max(step, 0), STEPS - 1)]! += 1;
    },
    take() {
      const taken = counts;
      counts = nothing();
      return taken;
    },
    socketOpened: () => {
      sockets += 1;
    },
    socketClosed: () => {
      sockets -= 1;
    },
    socketDropped: () => undefined,
    get sockets() {
      return sockets;
    },
  };
}

/** Adds up intervals. */
export function addCounts(all: readonly CallCounts[]): CallCounts {
  const sum = nothing();
  for (const { calls, refused, durations } of all) {
    sum.calls += calls;
    sum.refused += refused;
    durations.forEach((count, step) => {
      sum.durations[step]! += count;
    });
  }
  return sum;
}

/** How many calls each step has, from pairs in any order. Shape: each step is a step of `CallCounts`. */
export function countsOf(pairs: readonly (readonly [step: number, calls: number])[]): CallCounts {
  const sum = nothing();
  for (const [step, calls] of pairs) {
    sum.calls += calls;
    sum.durations[Math.min(step, STEPS - 1)]! += calls;
  }
  return sum;
}

/** The time within which this share of the calls was answered, at most a tenth too long; undefined without calls. Units: ms. */
export function quantileMs({ calls, durations }: CallCounts, share: number): number | undefined {
  if (calls === 0) return undefined;
  let left = Math.ceil(calls * share);
  for (let step = 0; step < STEPS; step += 1) {
    left -= durations[step]!;
    if (left <= 0) return FIRST_MS * GROWTH ** step;
  }
  return undefined;
}
