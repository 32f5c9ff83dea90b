/** Runs the features' recurring jobs: each alone, never overlapping itself, failures logged and tried again. */
import type { EventLoopMonitor } from './event-loop-monitor.ts';
import type { Job } from './feature.ts';
import type { Log } from './log.ts';

/** Over so much time the rhythms of all jobs begin. */
const SPREAD_MS = 1_000;

/** Gives the function that stops all jobs and waits for those under way. */
export function runJobs(
  jobs: readonly Job[],
  { log, monitor }: { log: Log; monitor?: Pick<EventLoopMonitor, 'note'> },
): () => Promise<void> {
  const underWay = new Map<string, Promise<void>>();
  const timers = jobs.map((job, index) => {
    const run = () => {
      if (underWay.has(job.name)) return;
      monitor?.note(`job ${job.name}`);
      const running = job
        .run()
        .catch((error: unknown) => log.warn({ err: error, job: job.name }, 'a job failed'))
        .finally(() => underWay.delete(job.name));
      underWay.set(job.name, running);
    };
    // Jobs of one rhythm that began together would always ask for connections together, and members would wait behind them.
    const timer: { current?: NodeJS.Timeout } = {};
    timer.current = setTimeout(
      () => {
        timer.current = setInterval(run, job.everyMs);
      },
      (Math.min(SPREAD_MS, job.everyMs) * index) / jobs.length,
    );
    return timer;
  });
  return async () => {
    for (const { current } of timers) clearTimeout(current);
    await Promise.all(underWay.values());
  };
}
