import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSimulator } from '../src/features/market/pricing/simulator/simulator.ts';
import { loadInstruments } from '../src/kernel/catalog/instruments.ts';
import { defineQuery } from '../src/platform/database/query.ts';
import { int8 } from '../src/platform/database/columns.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { runMarket } from './support/running-market.ts';

let fresh: FreshDatabase;

beforeAll(async () => {
  fresh = await freshDatabase();
});

afterAll(() => fresh.drop());

/** By their locks: the state of another role's session is hidden. */
const openTransactions = defineQuery({
  name: 'test.openTransactions',
  text: `select count(distinct pid) as open from pg_locks join pg_stat_activity using (pid)
    where locktype = 'virtualxid' and datname = current_database() and pid <> pg_backend_pid()`,
  params: [],
  row: { open: int8 },
});

it('no transaction is open while the first history is made, which takes seconds', async () => {
  const { all } = await loadInstruments(fresh.database);
  const simulator = createSimulator(all, 'test', 3);
  const open: number[] = [];
  const watched = {
    ...simulator,
    async makeHistory(endsAt: number) {
      open.push((await fresh.owner.one(openTransactions, [])).open);
      const history = (await simulator.makeHistory?.(endsAt))!;
      open.push((await fresh.owner.one(openTransactions, [])).open);
      return history;
    },
  };
  const { market } = await runMarket(fresh.database, '2026-11-18T12:00:00Z', {
    sources: [watched],
  });
  expect(open).toEqual([0, 0]);
  expect(market.states().every(({ genesis }) => genesis !== undefined)).toBe(true);
  await market.stop?.();
});
