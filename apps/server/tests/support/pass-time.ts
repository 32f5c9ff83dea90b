/**
 * How tests wait: the only file of tests with timers (`tools/arch/tidy.test.ts` refuses them elsewhere).
 *
 * - For an event: its promise or its message. For times: the clock port, moved.
 * - For a state that nobody announces, of a process or of the database: `until`, or `expect.poll` in a test.
 * - For "nothing happens": wait until that which would cause it has ended, or for a message that was sent afterwards and comes
 *   later on the same way; `turns` where it would happen within turns of the event loop.
 * - Time itself passes only by `passTime`, where something keeps time by itself: a process that is paused, a lease in the
 *   database, the load of a crash test. Each use gives the reason, and no result depends on how exact the time is.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** Lets time pass. `reason`: what keeps time by itself, so that no event and no moved clock can stand for it. Units: milliseconds. */
export async function passTime(ms: number, reason: string): Promise<void> {
  if (reason.trim() === '') throw new Error('time passes without a reason');
  await sleep(ms);
}

/** Lets the event loop turn: what is due, answered or was sent within this process happens meanwhile. */
export async function turns(count = 1): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
}

interface Looking {
  /** Units: milliseconds. */
  everyMs?: number;
  withinMs?: number;
}

/**
 * Looks until there is something: neither undefined nor false, which is returned. `what` is named in the failure, which comes only
 * where it hangs.
 * @throws the error of `look`; an error when it has looked in vain
 */
export async function until<T>(
  what: string | (() => string | Promise<string>),
  look: () => T | undefined | false | Promise<T | undefined | false>,
  { everyMs = 10, withinMs = 120_000 }: Looking = {},
): Promise<T> {
  for (let spentMs = 0; ; spentMs += everyMs) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (spentMs > withinMs)
      throw new Error(`waited in vain for ${typeof what === 'string' ? what : await what()}`);
    await sleep(everyMs);
  }
}

/** Acts at an interval, as a device or a load does. Returns the function that ends it. Units: milliseconds. */
export function every(ms: number, act: () => void): () => void {
  const timer = setInterval(act, ms);
  return () => clearInterval(timer);
}

/** Acts unless it is ended before: the limit of what could hang. Returns the function that ends it. Units: milliseconds. */
export function limit(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
}

/** What the work results in, or undefined when that takes longer, as a caller who stops waiting. Units: milliseconds. */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let end = () => undefined as void;
  const tooLate = new Promise<undefined>((resolve) => {
    end = limit(ms, () => resolve(undefined));
  });
  return Promise.race([work, tooLate]).finally(end);
}

/**
 * Timers that are begun from now on with this interval never fire: what they would find later is found by its message, or not at all.
 * Returns the function after which others fire again. Units: milliseconds.
 */
export function withoutTimersOf(ms: number): () => void {
  const usual = globalThis.setInterval;
  const never = 2 ** 31 - 1;
  const begin = (act: () => void, given?: number) => usual(act, given === ms ? never : given);
  globalThis.setInterval = begin as typeof setInterval;
  return () => {
    globalThis.setInterval = usual;
  };
}
