/** Runs the features' recurring jobs: never overlapping itself; failures are logged and retried at the next interval. */
import type { EventLoopMonitor } from './event-loop-monitor.ts';
import type { Job } from './feature.ts';
import type { Log } from './log.ts';

/** The first runs of all jobs are spread over this time. */
const SPREAD_MS = 1_000;

/** Returns the function that stops all jobs and waits for those running. */
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
    // Jobs of equal intervals that started together would always need connections together, and members would wait.
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
