/** Says what is wrong with a source, the same thing at most once a minute: a broken source must not fill the log. */
import type { Log } from '../../../platform/log.ts';

const EVERY_MS = 60_000;

const WORDS_MAX = 200;

/** `what` is one of our own sentences: each is remembered. The source's own words go into `detail`. */
export type ThrottledLog = (source: string, what: string, detail?: unknown) => void;

export function createThrottledLog(log: Log, now: () => number): ThrottledLog {
  const said = new Map<string, number>();
  return (source, what, detail) => {
    const key = `${source} ${what}`;
    if (now() - (said.get(key) ?? Number.NEGATIVE_INFINITY) < EVERY_MS) return;
    said.set(key, now());
    const err = typeof detail === 'string' ? detail.slice(0, WORDS_MAX) : detail;
    log.warn({ source, ...(err === undefined ? {} : { err }) }, `a price source: ${what}`);
  };
}
