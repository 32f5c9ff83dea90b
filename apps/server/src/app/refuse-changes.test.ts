/** In read-only mode jobs that pay, send or sign wait; others run. */
import { expect, it } from 'vitest';
import { jobsOf } from './refuse-changes.ts';

const ranIn = async (name: string, since: number | undefined) => {
  let ran = false;
  const run = async () => {
    ran = true;
  };
  const [job] = jobsOf([{ slug: 'withdrawal', routes: [], jobs: [{ name, everyMs: 1, run }] }], {
    since: () => since,
  });
  await job!.run();
  return ran;
};

it.each([
  ['withdrawal.send', false],
  ['withdrawal.sweep-deposits', false],
  ['withdrawal.count-wallets', true],
])('%s runs while nothing may change: %s', async (name, isRun) => {
  expect(await ranIn(name, 1)).toBe(isRun);
  expect(await ranIn(name, undefined)).toBe(true);
});
