/** Pauses of a check between its rules and pieces, so that it holds a part of a core only (ADR 52). */
import { setTimeout as sleep } from 'node:timers/promises';

/** Our choice: orders get two thirds of the core on which a busy minute is checked. */
const FACTOR = 2;
/** What takes less keeps nobody waiting. */
const UNRESTED_MS = 5;
/** A longer pause would be taken for a connection that hangs. */
const EACH_MS_MAX = 1_000;
/** Of a whole check: the next minute's is due then. */
const ALL_MS_MAX = 30_000;

/** Pauses after work of so many milliseconds. */
export type Rest = (workMs: number) => Promise<void>;

/** `ending`: from then on nothing pauses, and what pauses goes on. */
export function restsOf({
  ending,
  pause = sleep,
}: {
  ending?: AbortSignal | undefined;
  pause?: (ms: number, value: undefined, options: { signal?: AbortSignal }) => Promise<unknown>;
}): Rest {
  let left = ALL_MS_MAX;
  return async (workMs) => {
    const ms = Math.min(workMs * FACTOR, EACH_MS_MAX, left);
    if (workMs < UNRESTED_MS || ms <= 0 || ending?.aborted === true) return;
    left -= ms;
    const options = ending === undefined ? {} : { signal: ending };
    await pause(ms, undefined, options).catch(() => undefined);
  };
}
