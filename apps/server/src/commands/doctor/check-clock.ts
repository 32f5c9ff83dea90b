/** Compares this machine's clock with another one. */
import { SECOND_MS } from '../../platform/durations.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** Contracts last from seconds: a clock this far off accepts orders at prices that are already known elsewhere. */
const WRONG_MS = 5 * SECOND_MS;
const INEXACT_MS = SECOND_MS;

/** Units: epoch milliseconds. */
interface Reading {
  /** Whose clock it is. */
  readonly of: string;
  readonly theirs: number;
  /** Ours, before and after the question. */
  readonly before: number;
  readonly after: number;
  /** How much their time may be rounded. */
  readonly precision?: number;
}

/** Only what the journey and rounding cannot explain counts as a difference. */
export function checkClock({ of, theirs, before, after, precision = 0 }: Reading): Finding {
  const middle = (before + after) / 2;
  const unsure = (after - before) / 2 + precision / 2;
  const off = Math.max(0, Math.abs(theirs - middle) - unsure);
  const seconds = Math.round(off / 100) / 10;
  if (off < INEXACT_MS) return ok('clock', `It agrees with the clock of ${of}.`);
  const side = theirs > middle ? 'behind' : 'ahead of';
  const found = `It is ${seconds} s ${side} the clock of ${of}.`;
  const advice = 'Run a time service (chrony, systemd-timesyncd) on both machines.';
  return off < WRONG_MS ? warning('clock', { found, advice }) : problem('clock', { found, advice });
}
