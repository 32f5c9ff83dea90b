/** Logs problems of price sources, each at most once a minute. */
import type { Log } from '../../../platform/log.ts';
import { createThrottle } from '../../../platform/throttle.ts';

/** `problem` is one of our own fixed texts; text of the source goes into `detail`. */
export type SourceLog = (source: string, problem: string, detail?: unknown) => void;

const DETAIL_MAX = 200;

export function createSourceLog(log: Log, now: () => number): SourceLog {
  const mayLog = createThrottle(now);
  return (source, problem, detail) => {
    if (!mayLog(`${source} ${problem}`)) return;
    const err = typeof detail === 'string' ? detail.slice(0, DETAIL_MAX) : detail;
    log.warn({ source, ...(err === undefined ? {} : { err }) }, `price source: ${problem}`);
  };
}
