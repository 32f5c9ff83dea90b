/** When records are counted; what is counted: tests/assets-records. */
import { expect, test } from 'vitest';
import type { Database } from '../../platform/database/database.ts';
import { createRecordCounting } from './count-records.ts';

test('a backlog is counted one range in each step, and what is new every 15 seconds', async () => {
  const passed = [2_500, 2_500, 600, 40];
  let counted = 0;
  const database = {
    transaction: async () => ({ passed: passed[counted++] ?? 0 }),
  } as unknown as Database;
  const clock = { now: () => now };
  let now = 1_000_000;
  const [job] = createRecordCounting(database, clock).jobs ?? [];
  const step = async (): Promise<number> => {
    await job!.run();
    now += job!.everyMs;
    return counted;
  };
  expect([await step(), await step(), await step()]).toEqual([1, 2, 3]);
  // Nothing waits any more.
  expect([await step(), await step()]).toEqual([3, 3]);
  now += 15_000;
  expect([await step(), await step()]).toEqual([4, 4]);
});
