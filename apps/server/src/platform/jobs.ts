/** Runs the features' recurring jobs: each alone, never overlapping itself, failures logged and tried again. */
import type { Job } from './feature.ts';
import type { Log } from './log.ts';

/** Gives the function that stops all jobs and waits for those under way. */
export function runJobs(jobs: readonly Job[], log: Log): () => Promise<void> {
  const underWay = new Map<string, Promise<void>>();
  const timers = jobs.map((job) =>
    setInterval(() => {
      if (underWay.has(job.name)) return;
      const run = job
        .run()
        .catch((error: unknown) => log.warn({ err: error, job: job.name }, 'a job failed'))
        .finally(() => underWay.delete(job.name));
      underWay.set(job.name, run);
    }, job.everyMs),
  );
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await Promise.all(underWay.values());
  };
}
