import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditBooks } from '../src/audit/books.ts';
import { createEngines, type Engines } from '../src/features/trading/spot/engines.ts';
import { placeOrder } from '../src/features/trading/spot/place-order.ts';
import { int4, text } from '../src/platform/database/columns.ts';
import type { Database } from '../src/platform/database/database.ts';
import { defineQuery, defineStatement } from '../src/platform/database/query.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { fundedMember, manualClock, spotDependencies, WEDNESDAY_NOON } from './support/market.ts';
import { openRewindable } from './support/rewindable.ts';

const clock = manualClock();
let fresh: FreshDatabase;
let engines: Engines;

beforeAll(async () => {
  fresh = await freshDatabase();
  clock.set(WEDNESDAY_NOON);
  const deps = await spotDependencies(fresh.database, clock);
  engines = createEngines(deps);
  await engines.open();
  deps.tick('bnbusdt', '500');
});

afterAll(async () => {
  await engines.close();
  await fresh.drop();
});

const member = () => fundedMember(fresh.database, { USDT: '1000', BNB: '1' });

function place(memberId: number, side: 'buy' | 'sell', price: string, quantity: string) {
  const limit = { type: 'limit', total: undefined, key: undefined } as const;
  return placeOrder(engines, { memberId, symbol: 'bnbusdt', side, price, quantity, ...limit });
}

const rounds = defineQuery({
  name: 'test.rounds',
  text: `select count(distinct e.id)::int as entries, string_agg(distinct p.kind::text, ' ') as kinds
    from ledger_postings p join ledger_entries e on e.id = p.entry_id where e.kind = 35`,
  params: [],
  row: { entries: int4, kinds: text },
});

const faultsIn = async (database: Database) =>
  (await auditBooks(database)).flatMap((finding) => finding.faults);

const GUARDS_OFF = ['ledger_postings', 'ledger_entries', 'spot_trades'].map(
  (table) => `alter table ${table} disable trigger user`,
);

let named = 0;
const statement = (sql: string) => {
  named += 1;
  return defineStatement({ name: `test.tampering${named}`, text: sql, params: [] });
};

/** The audit's findings after a change by the database owner with guards disabled; the change is rolled back. */
async function faultsAfter(sql: string): Promise<string[]> {
  const owner = await openRewindable(fresh.ownerTarget, () => () => undefined);
  try {
    const [changed] = await owner.database.transaction(async (tx) => {
      const counts: number[] = [];
      for (const each of [...GUARDS_OFF, sql]) counts.unshift(await tx.run(statement(each), []));
      return counts;
    });
    expect(changed).toBeGreaterThan(0);
    return await faultsIn(owner.database);
  } finally {
    await owner.close();
  }
}

it('a round of matching orders is one entry, in which the audit finds each trade', async () => {
  const [buyer, ...sellers] = [await member(), await member(), await member()];
  await place(buyer, 'buy', '499', '0.1');
  await Promise.all(sellers.map((each) => place(each, 'sell', '499', '0.04')));
  // Above the ask of the exchange.
  await place(buyer, 'buy', '520', '0.02');
  // A resting bid, two members who sell to it, and a sale of the exchange.
  expect(await fresh.database.one(rounds, [])).toEqual({ entries: 3, kinds: '10 33 35 9' });
  expect(await faultsIn(fresh.database)).toEqual([]);
});

it.each([
  [
    'a trade larger than its postings',
    `update spot_trades set quantity = quantity * 2 where id = (select min(id) from spot_trades)`,
    'is not what the journal says',
  ],
  [
    'a posting of another trade',
    `update ledger_postings set subject_id = subject_id + 1000000 where id = (select max(id) from ledger_postings where kind = 9)`,
    'is not what the journal says',
  ],
  [
    'an order whose fee is not rounded once',
    `update spot_orders set received_as_taker = 0 where received_as_taker > 0`,
    'paid a fee of',
  ],
  [
    'an order of an earlier release that paid more than each of its fills rounded up',
    `update spot_orders set received_as_taker = null, taker_fee_ratio = taker_fee_ratio / 2 where received_as_taker > 0`,
    'paid a fee of',
  ],
  [
    'a fee posted to another account',
    `update ledger_postings set owner_id = -3 where id = (select max(id) from ledger_postings where owner_id = -1 and kind = 35)`,
    'fees of trades in',
  ],
  [
    'a remainder without a trade',
    `update ledger_postings set owner_id = -2 where id = (select max(id) from ledger_postings where owner_id = -1 and kind = 35)`,
    'rounding of trades in',
  ],
])('the audit finds %s', async (_name, sql, fault) => {
  const found = await faultsAfter(sql);
  expect(found.some((each) => each.includes(fault))).toBe(true);
});
