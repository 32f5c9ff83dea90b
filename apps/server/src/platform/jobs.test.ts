import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runJobs } from './jobs.ts';
import { createLog } from './log.ts';

const log = createLog('silent');

beforeEach(() => vi.useFakeTimers({ now: 0 }));
afterEach(() => vi.useRealTimers());

it('spreads jobs of equal intervals over a second, each at its own interval', async () => {
  const runs = new Map<string, number[]>(['a', 'b', 'c', 'd'].map((name) => [name, []]));
  const jobs = [...runs].map(([name, at]) => ({
    name,
    everyMs: 1_000,
    run: async () => void at.push(Date.now()),
  }));
  const stop = runJobs(jobs, { log });
  await vi.advanceTimersByTimeAsync(3_900);
  const firsts = [...runs.values()].map(([first]) => first);
  expect(new Set(firsts).size).toBe(runs.size);
  for (const at of runs.values()) {
    expect(at).toHaveLength(3);
    expect(at.map((time) => time - at[0]!)).toEqual([0, 1_000, 2_000]);
  }
  await stop();
});

it('never overlaps a job with itself, continues after a failure, and waits for running jobs when it stops', async () => {
  let started = 0;
  let end = () => {};
  const run = () => {
    started += 1;
    if (started === 1) return Promise.reject(new Error('the first one fails'));
    return new Promise<void>((resolve) => {
      end = resolve;
    });
  };
  const stop = runJobs([{ name: 'slow', everyMs: 100, run }], { log });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(started).toBe(2);
  let isStopped = false;
  const stopped = stop().then(() => {
    isStopped = true;
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isStopped).toBe(false);
  end();
  await stopped;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(started).toBe(2);
});

it('tells a run under way that its job ends', async () => {
  let isEnding: boolean | undefined;
  const run = (ending?: AbortSignal) =>
    new Promise<void>((resolve) => {
      isEnding = ending?.aborted;
      ending?.addEventListener('abort', () => resolve());
    });
  const stop = runJobs([{ name: 'pausing', everyMs: 100, run }], { log });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isEnding).toBe(false);
  await stop();
});
