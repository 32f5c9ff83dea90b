/** Runs the features' recurring jobs: never overlapping itself; failures are logged and retried at the next interval. */
import type { EventLoopMonitor } from './event-loop-monitor.ts';
import type { Job } from './feature.ts';
import type { Log } from './log.ts';

/** The first runs of all jobs are spread over this time. */
const SPREAD_MS = 1_000;

export interface JobDeps {
  readonly log: Log;
  readonly monitor?: Pick<EventLoopMonitor, 'note'>;
}

/** Returns the function that stops all jobs and waits for those running. */
export function runJobs(jobs: readonly Job[], deps: JobDeps): () => Promise<void> {
  const stops = jobs.map((job, index) => runJob(job, delayOf(job, index / jobs.length), deps));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/**
 * How long a job waits at the start. `part` is its place among all jobs, from 0 to 1: jobs of equal intervals that started
 * together would always need connections together, and members would wait.
 */
export function delayOf({ everyMs }: Job, part: number): number {
  return Math.min(SPREAD_MS, everyMs) * part;
}

/** Returns the function that stops the job and waits for a run under way. */
export function runJob(job: Job, delayMs: number, { log, monitor }: JobDeps): () => Promise<void> {
  const ending = new AbortController();
  let underWay: Promise<void> | undefined;
  const run = () => {
    if (underWay !== undefined) return;
    monitor?.note(`job ${job.name}`);
    underWay = job
      .run(ending.signal)
      .catch((error: unknown) => log.warn({ err: error, job: job.name }, 'a job failed'))
      .finally(() => {
        underWay = undefined;
      });
  };
  let timer = setTimeout(() => {
    timer = setInterval(run, job.everyMs);
  }, delayMs);
  return async () => {
    clearTimeout(timer);
    ending.abort();
    await underWay;
  };
}
