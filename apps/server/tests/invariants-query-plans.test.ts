/** What checks of the invariants cost the database just after a burst of trades, before it has statistics of them and with them (ADR 52). */
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { invariants } from '../src/audit/invariants.ts';
import { createEngines, type Engines } from '../src/features/trading/spot/engines.ts';
import { placeOrder } from '../src/features/trading/spot/place-order.ts';
import type { Reader } from '../src/platform/database/database.ts';
import type { Params, Query } from '../src/platform/database/query.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { type Explainer, openExplainer } from './support/explain.ts';
import { fundedMember, manualClock, spotDependencies, WEDNESDAY_NOON } from './support/market.ts';

const TRADES = 300;
/** A trade has about ten postings, and a rule passes each a few times. Compared in pairs, two orders a trade are 600 rows each. */
const ROWS_PER_TRADE_MAX = 150;

const clock = manualClock();
let fresh: FreshDatabase;
let engines: Engines;
let explainer: Explainer;

/** As in the first minute of a burst, but for as long as the test needs. */
async function leaveWithoutStatistics() {
  const owner = new Client(fresh.ownerTarget);
  await owner.connect();
  for (const table of ['spot_trades', 'spot_orders', 'ledger_postings', 'ledger_entries']) {
    await owner.query(`alter table ${table} set (autovacuum_enabled = false)`);
  }
  await owner.end();
}

beforeAll(async () => {
  fresh = await freshDatabase();
  await leaveWithoutStatistics();
  clock.set(WEDNESDAY_NOON);
  const deps = await spotDependencies(fresh.database, clock);
  engines = createEngines(deps);
  await engines.open();
  deps.tick('bnbusdt', '500');
  const seller = await fundedMember(fresh.database, { BNB: '100' });
  const buyer = await fundedMember(fresh.database, { USDT: '100000' });
  const limit = { symbol: 'bnbusdt', type: 'limit', total: undefined, key: undefined } as const;
  const order = { ...limit, price: '490', quantity: '0.1' };
  for (let count = 0; count < TRADES; count += 1) {
    await placeOrder(engines, { ...order, memberId: buyer, side: 'buy' });
    await placeOrder(engines, { ...order, memberId: seller, side: 'sell' });
  }
  explainer = await openExplainer(fresh.ownerTarget, 'custom');
}, 120_000);
afterAll(async () => {
  await explainer.close();
  await engines.close();
  await fresh.drop();
});

/** Every statement that a rule sends for all that was ever written. */
async function statementsOf(find: (typeof invariants)[number]['find']) {
  const sent: { query: Query; params: Params }[] = [];
  const note = (query: unknown, params: Params) => sent.push({ query: query as Query, params });
  await fresh.database.snapshot(async (reader) => {
    const recorded: Reader = {
      many: (query, params) => (note(query, params), reader.many(query, params)),
      one: (query, params) => (note(query, params), reader.one(query, params)),
      maybe: (query, params) => (note(query, params), reader.maybe(query, params)),
    };
    await find(recorded, { entry: 0, posting: 0, own: 0 });
  });
  return sent;
}

/** Statements that read more rows than in proportion to the trades. */
async function costlyOf(find: (typeof invariants)[number]['find'], by = explainer) {
  const costs = [];
  for (const { query, params } of await statementsOf(find)) {
    const { rowsHandled } = await by.explain(query, params);
    costs.push({ statement: query.name, perTrade: Math.round(rowsHandled / TRADES) });
  }
  return costs.filter(({ perTrade }) => perTrade > ROWS_PER_TRADE_MAX);
}

it.each(invariants)('$id is checked in proportion to what is new', async ({ find }) => {
  expect(await costlyOf(find)).toEqual([]);
});

it('all are, once the database has statistics', async () => {
  const owner = new Client(fresh.ownerTarget);
  await owner.connect();
  await owner.query('analyze');
  await owner.end();
  const costly = [];
  for (const { find } of invariants) costly.push(...(await costlyOf(find)));
  expect(costly).toEqual([]);
});

it('limits of orders are looked up, also by a plan that expects a handful of rows', async () => {
  const { find } = invariants.find(({ id }) => id === 'trades-match')!;
  const by = await openExplainer(fresh.ownerTarget, 'custom', ['hashjoin', 'mergejoin']);
  const costly = await costlyOf(find, by);
  await by.close();
  expect(costly.map(({ statement }) => statement)).not.toContain('spot.newOutsideLimits');
});
