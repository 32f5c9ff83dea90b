import { expect, it } from 'vitest';
import { restsOf } from './rests.ts';

const third = { factor: 2, allMs: 30_000 };

/** Notes the pauses in place of waiting. */
function noted(ending?: AbortSignal) {
  const pauses: number[] = [];
  const pause = (ms: number) => Promise.resolve(pauses.push(ms));
  return { pauses, rest: restsOf({ ...third, ending, pause }) };
}

it('pauses for twice as long as the work took, at most for a second, and not after a moment', async () => {
  const { pauses, rest } = noted();
  for (const workMs of [20, 4, 800]) await rest(workMs);
  expect(pauses).toEqual([40, 1_000]);
});

it('pauses for so long in all, so that the work is done in time', async () => {
  const { pauses, rest } = noted();
  for (let times = 0; times < 100; times += 1) await rest(400);
  expect(pauses.reduce((sum, each) => sum + each, 0)).toBe(30_000);
});

it('pauses no more once the server ends, also in the middle of a pause', async () => {
  const instance = new AbortController();
  const rest = restsOf({ ...third, ending: instance.signal });
  const resting = rest(500_000);
  instance.abort();
  await resting;
  const { pauses, rest: later } = noted(instance.signal);
  await later(500);
  expect(pauses).toEqual([]);
});
