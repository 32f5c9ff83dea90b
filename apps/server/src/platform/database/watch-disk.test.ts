import { DatabaseError } from 'pg';
import { expect, it } from 'vitest';
import type { Database } from './database.ts';
import { watchDisk } from './watch-disk.ts';

const raised = (code: string) => Object.assign(new DatabaseError('raised', 6, 'error'), { code });

it('knows that the disk is full for some seconds after a transaction failed for it', async () => {
  let at = 1_000;
  let fault: Error | undefined;
  const transaction = async () => {
    if (fault !== undefined) throw fault;
    return 'stored';
  };
  const inner = { transaction } as unknown as Database;
  const { database, isFull } = watchDisk(inner, { now: () => at });
  const store = () => database.transaction(async () => undefined);
  fault = raised('40001');
  await expect(store()).rejects.toBe(fault);
  expect(isFull()).toBe(false);
  fault = raised('53100');
  await expect(store()).rejects.toBe(fault);
  expect(isFull()).toBe(true);
  at += 9_999;
  expect(isFull()).toBe(true);
  at += 1;
  expect(isFull()).toBe(false);
});
