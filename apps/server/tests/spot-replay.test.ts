/** The record of each market replays to its stored book, and the book in memory is the stored one; planted faults are found (ADR 52). */
import { recordTypes } from '@tern/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findUnreplayed } from '../src/audit/replay-orders.ts';
import { createBookCheck } from '../src/features/trading/spot/check-books.ts';
import { createEngines, type Engines } from '../src/features/trading/spot/engines.ts';
import { placeOrder } from '../src/features/trading/spot/place-order.ts';
import { EVER } from '../src/kernel/invariants/invariant.ts';
import { int8 } from '../src/platform/database/columns.ts';
import { defineQuery, defineStatement } from '../src/platform/database/query.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { fundedMember, manualClock, spotDependencies, WEDNESDAY_NOON } from './support/market.ts';
import { brokenInvariantsAfter, failedRulesAfter } from './support/tampering.ts';

const { spotBuy, spotSell, orderHold, orderRelease } = recordTypes;
const REPLAY = 'orders and trades replay to the stored book';

/** The newest trade between two members' orders on the older bid. */
const LAST = `(select max(id) from spot_trades where maker_order_id is not null and taker_order_id is not null and price = 499.8)`;

const clock = manualClock(WEDNESDAY_NOON);
let fresh: FreshDatabase;
let engines: Engines;
let tick: (symbol: string, price: string) => void;
let mark: { entry: number; posting: number };

const newest = defineQuery({
  name: 'test.newestPosting',
  text: 'select max(entry_id)::int8 as entry, max(id)::int8 as posting from ledger_postings',
  params: [],
  row: { entry: int8, posting: int8 },
});

const events = defineQuery({
  name: 'test.replayedPostings',
  text: `select count(*)::int8 as rows from ledger_postings
    where kind in (${[spotBuy, spotSell, orderHold, orderRelease].join()}) and owner_id > 0 and subject_id <> 0`,
  params: [],
  row: { rows: int8 },
});

const countEvents = () => fresh.database.one(events, []);

const place = (memberId: number, side: 'buy' | 'sell', price: string, quantity: string) =>
  placeOrder(engines, {
    type: 'limit',
    total: undefined,
    key: undefined,
    symbol: 'bnbusdt',
    memberId,
    side,
    price,
    quantity,
  });

/** Members trade with each other and with the exchange, in both directions; orders rest, are taken in parts, and are cancelled. */
async function day(): Promise<void> {
  const funds = { USDT: '10000', BNB: '10' };
  const [first, second, third] = [
    await fundedMember(fresh.database, funds),
    await fundedMember(fresh.database, funds),
    await fundedMember(fresh.database, funds),
  ];
  tick('bnbusdt', '500');
  // The exchange withdraws its quotes: members trade with each other.
  clock.advance(60_000);
  await place(first, 'buy', '499.8', '0.3');
  await place(second, 'buy', '499.9', '0.1');
  await place(third, 'buy', '499.8', '0.2');
  const gone = await place(second, 'buy', '499.7', '0.5');
  await engines.find('bnbusdt')!.submit({
    kind: 'cancel',
    memberId: second,
    orderId: gone.order.ID,
    key: undefined,
  });
  // Takes the better price, then the older order.
  await place(third, 'sell', '499.5', '0.15');
  await Promise.all([
    place(first, 'sell', '503', '0.25'),
    place(second, 'sell', '503', '0.25'),
    place(third, 'sell', '502', '0.02'),
  ]);
  // Takes one and a part, and rests.
  await place(second, 'buy', '502.5', '0.1');
  // New quotes of the exchange take what rests across the new price, and members trade with them.
  tick('bnbusdt', '510');
  await place(first, 'buy', '511', '0.05');
  await place(second, 'sell', '509', '0.05');
}

beforeAll(async () => {
  fresh = await freshDatabase();
  const deps = await spotDependencies(fresh.database, clock);
  tick = (symbol, price) => deps.tick(symbol, price);
  engines = createEngines(deps);
  await engines.open();
  await day();
  mark = await fresh.database.one(newest, []);
  await day();
});
afterAll(async () => {
  await engines.close();
  await fresh.drop();
});

const failedAfter = (...statements: string[]) => failedRulesAfter(fresh, ...statements);

describe('the record of a market', () => {
  it('replays to the stored book, whole and from any point on', async () => {
    const { database } = fresh;
    expect(await findUnreplayed(database, EVER)).toEqual([]);
    expect(await findUnreplayed(database, { ...mark, own: 0 })).toEqual([]);
  });

  it('replays its newest events, wherever the older ones are left out', async () => {
    const { rows } = await countEvents();
    expect(rows).toBeGreaterThan(30);
    for (let most = 1; most <= rows; most += 1) {
      expect([most, await findUnreplayed(fresh.database, EVER, most)]).toEqual([most, []]);
    }
  });

  it.each([
    [
      'an order that has more left than its trades say',
      'filled_quantity = filled_quantity / 2, received_as_taker = 0 where status = 1 and filled_quantity > 0',
    ],
    [
      'an open order that was never cancelled but is gone',
      'status = 3 where id = (select max(id) from spot_orders where status = 1)',
    ],
    ['a cancelled order that is open again', 'status = 1 where status = 3 and filled_quantity = 0'],
  ])('does not replay with %s', async (_name, change) => {
    expect(await failedAfter(`update spot_orders set ${change}`)).toContain(REPLAY);
  });

  it.each([
    ['a trade that never happened', `delete from spot_trades where id = ${LAST}`],
    [
      'a trade of another quantity',
      `update spot_trades set quantity = quantity * 2 where id = ${LAST}`,
    ],
    [
      'a trade at another price than its maker offered',
      `update spot_trades set price = price - 0.01 where id = ${LAST}`,
    ],
    [
      'a trade with the exchange that passed over a better price',
      `update spot_trades set maker_order_id = null, price = price - 1 where id = ${LAST}`,
    ],
    [
      'a trade of a member with themselves',
      `update spot_orders o set member_id = m.member_id from spot_trades t join spot_orders m on m.id = t.maker_order_id
        where t.id = ${LAST} and o.id = t.taker_order_id`,
    ],
    [
      'a cancellation whose order stays',
      'update ledger_postings set subject_id = subject_id + 100000 where kind = 34',
    ],
  ])('does not replay with %s', async (_name, statement) => {
    expect(await failedAfter(statement)).toContain(REPLAY);
    expect(await brokenInvariantsAfter(fresh, statement)).toContain('orders-replay');
  });

  it('does not replay with a trade given to an order that came later, on which all sums agree', async () => {
    const parts = 'filled_quantity = filled_quantity {} 0.01, filled_quote = filled_quote {} 4.998';
    const later = `(select o.id from spot_orders o join spot_trades t on t.id = ${LAST} where o.limit_price = t.price and o.side = 1
      and o.id <> t.maker_order_id order by o.id desc limit 1)`;
    const rows = [
      `update spot_orders set ${parts.replaceAll('{}', '-')} where id = (select maker_order_id from spot_trades where id = ${LAST})`,
      `update spot_orders set ${parts.replaceAll('{}', '+')} where id = ${later}`,
      `update spot_trades set maker_order_id = ${later} where id = ${LAST}`,
    ];
    expect(await failedAfter(...rows)).toContain(REPLAY);
  });
});

describe('the books in memory', () => {
  const check = () => {
    const { find } = createBookCheck({ database: fresh.database, engines });
    return find(fresh.database, EVER);
  };
  const market = () => engines.find('bnbusdt')!;

  it('are the stored open orders, also while orders are placed', async () => {
    expect(await check()).toEqual([]);
    const member = await fundedMember(fresh.database, { USDT: '1000' });
    const placed = Array.from({ length: 20 }, () => place(member, 'buy', '480', '0.02'));
    expect(await check()).toEqual([]);
    await Promise.all(placed);
    expect(await check()).toEqual([]);
  });

  it('are found to differ by an order that is missing in the book', async () => {
    const [first] = [...market().book.orders('buy')].filter(({ owner }) => owner > 0);
    market().book.begin();
    market().book.cancel(first!.id);
    expect(await check()).toEqual([`open order ${first!.id} is not in the book`]);
    market().book.rollback();
    expect(await check()).toEqual([]);
  });

  it('are found to differ by an order that nobody placed', async () => {
    market().book.begin();
    const id = 99_999_999;
    market().book.place({ id, owner: 7, side: 'buy', kind: 'limit', priceTicks: 1, lots: 1 });
    expect(await check()).toEqual([`order ${id} in the book is not the open order`]);
    market().book.rollback();
  });

  it('are found to differ by a stored order that was changed', async () => {
    const change = (by: string) =>
      defineStatement({
        name: `test.change${by.length}`,
        text: `update spot_orders set filled_quantity = filled_quantity ${by}
          where id = (select max(id) from spot_orders where status = 1)`,
        params: [],
      });
    await fresh.owner.transaction((tx) => tx.run(change('+ 0.001'), []));
    expect((await check())[0]).toMatch(/stored order \d+ is not the one in memory/);
    await fresh.owner.transaction((tx) => tx.run(change('-  0.001'), []));
    expect(await check()).toEqual([]);
  });
});
