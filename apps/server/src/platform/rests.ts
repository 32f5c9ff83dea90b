/** Pauses between the steps of background work, so that it holds a part of a core only and orders do not wait for it. */
import { setTimeout as sleep } from 'node:timers/promises';

/** What takes less keeps nobody waiting. */
const UNRESTED_MS = 5;
/** A longer pause would be taken for a connection that hangs. */
const EACH_MS_MAX = 1_000;

/** Pauses after work of so many milliseconds. */
export type Rest = (workMs: number) => Promise<void>;

interface Rests {
  /** A pause is so many times as long as the work before it. */
  readonly factor: number;
  /** All pauses together, milliseconds. */
  readonly allMs: number;
  /** From then on nothing pauses, and what pauses goes on. */
  readonly ending?: AbortSignal | undefined;
  readonly pause?: (
    ms: number,
    value: undefined,
    options: { signal?: AbortSignal },
  ) => Promise<unknown>;
}

export function restsOf({ factor, allMs, ending, pause = sleep }: Rests): Rest {
  let left = allMs;
  return async (workMs) => {
    const ms = Math.min(workMs * factor, EACH_MS_MAX, left);
    if (workMs < UNRESTED_MS || ms <= 0 || ending?.aborted === true) return;
    left -= ms;
    const options = ending === undefined ? {} : { signal: ending };
    await pause(ms, undefined, options).catch(() => undefined);
  };
}
