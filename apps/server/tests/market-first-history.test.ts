import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSimulator } from '../src/features/pricing/simulator/simulator.ts';
import { loadInstruments } from '../src/kernel/catalog/instruments.ts';
import { openDatabase } from '../src/platform/database/open-database.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { runMarket } from './support/running-market.ts';

let fresh: FreshDatabase;

beforeAll(async () => {
  fresh = await freshDatabase();
});

afterAll(() => fresh.drop());

it('the first history may take longer to make than the database allows a transaction to be idle', async () => {
  const idleMs = 300;
  const database = await openDatabase({
    connection: fresh.appTarget,
    statementTimeoutMs: idleMs,
    allowUnsafe: true,
  });
  const { all } = await loadInstruments(database);
  const simulator = createSimulator(all, 'test', 3);
  const slow = {
    ...simulator,
    async makeHistory(endsAt: number) {
      await sleep(2 * idleMs);
      return (await simulator.makeHistory?.(endsAt))!;
    },
  };
  const { market } = await runMarket(database, '2026-11-18T12:00:00Z', { sources: [slow] });
  expect(market.states().every(({ genesis }) => genesis !== undefined)).toBe(true);
  await market.stop?.();
  await database.close();
});
