/** Starts the jobs: some in every instance, each other one while this instance holds its lease (ADR 57). */
import type { Leases } from '../kernel/leases/leases.ts';
import type { Job } from '../platform/feature.ts';
import { delayOf, type JobDeps, runJob, runJobs } from '../platform/jobs.ts';

/** Returns the function that stops those of every instance. The others end with their leases. */
export async function startJobs(
  jobs: readonly Job[],
  deps: JobDeps & { leases: Leases },
): Promise<() => Promise<void>> {
  const stop = runJobs(
    jobs.filter(({ runs }) => runs === 'everywhere'),
    deps,
  );
  const leased = jobs.filter(({ runs }) => runs === undefined);
  await Promise.all(
    leased.map((job, index) => {
      let end = () => Promise.resolve();
      return deps.leases.compete({
        name: `job.${job.name}`,
        async begin() {
          end = runJob(job, delayOf(job, index / leased.length), deps);
        },
        end: () => end(),
      });
    }),
  );
  return stop;
}
