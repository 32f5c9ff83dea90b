/** Limits how many pieces of work run concurrently; the others wait in order of arrival. */

export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

/** With `queue`, at most `max` calls wait, and further ones fail with the error of `whenFull`. */
export function createSemaphore(
  concurrency: number,
  queue?: { max: number; whenFull: () => Error },
): Semaphore {
  const waiting: (() => void)[] = [];
  let free = concurrency;
  return async (work) => {
    if (free > 0) free -= 1;
    else {
      if (queue !== undefined && waiting.length >= queue.max) throw queue.whenFull();
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      // The free place passes to the next in line, if there is one.
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
