/** Says what is wrong with a source, the same thing at most once a minute: a broken source must not fill the log. */
import type { Log } from '../../../platform/log.ts';

const EVERY_MS = 60_000;

export type Complain = (source: string, what: string, error?: unknown) => void;

export function createComplaints(log: Log, now: () => number): Complain {
  const said = new Map<string, number>();
  return (source, what, error) => {
    const key = `${source} ${what}`;
    if (now() - (said.get(key) ?? Number.NEGATIVE_INFINITY) < EVERY_MS) return;
    said.set(key, now());
    log.warn({ source, ...(error === undefined ? {} : { err: error }) }, `a price source: ${what}`);
  };
}
