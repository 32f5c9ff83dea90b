/** Markets whose price × quantity is finer than the quote asset: each order rounds its total, by less than a smallest unit. */
import { exchangeAccounts } from '@tern/ledger';
import { type Amount, decimal, formatDecimal } from '@tern/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditBooks } from '../src/audit/books.ts';
import { cancelOrder } from '../src/features/trading/spot/cancel-order.ts';
import { createEngines, type Engines } from '../src/features/trading/spot/engines.ts';
import { placeOrder } from '../src/features/trading/spot/place-order.ts';
import { balancesOf } from '../src/kernel/ledger/balances.ts';
import { findOrder } from '../src/features/trading/spot/store.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { fundedMember, manualClock, spotDependencies, WEDNESDAY_NOON } from './support/market.ts';

const clock = manualClock();
let fresh: FreshDatabase;
let engines: Engines;
let deps: Awaited<ReturnType<typeof spotDependencies>>;

beforeAll(async () => {
  fresh = await freshDatabase();
  clock.set(WEDNESDAY_NOON);
  deps = await spotDependencies(fresh.database, clock);
  engines = createEngines(deps);
  await engines.open();
  tick();
});

function tick(): void {
  deps.tick('shibusdt', '0.000012345');
  deps.tick('usdjpy', '151.234');
}

afterAll(async () => {
  await engines.close();
  await fresh.drop();
});

async function available(owner: number, asset: string): Promise<Amount> {
  const rows = await balancesOf(fresh.database, owner);
  return rows.find((row) => row.asset === asset)?.available ?? decimal('0');
}

const limit = { type: 'limit', total: undefined, key: undefined } as const;
const place = (memberId: number, side: 'buy' | 'sell', price: string, quantity: string) =>
  placeOrder(engines, { memberId, symbol: 'shibusdt', side, price, quantity, ...limit }).then(
    ({ order }) => order,
  );

const faults = async () => (await auditBooks(fresh.database)).flatMap((finding) => finding.faults);

/** Above the exchange price, so that only members match. */
const withdrawQuotes = () => clock.advance(60_000);

describe('an order of 1 SHIB more than 1,000,000', () => {
  it('accepts any whole quantity, rounds costs up and proceeds down, and posts the remainder to the exchange', async () => {
    withdrawQuotes();
    const seller = await fundedMember(fresh.database, { SHIB: '1000001' });
    const buyer = await fundedMember(fresh.database, { USDT: '20' });
    const before = await available(exchangeAccounts.rounding, 'USDT');
    await place(seller, 'sell', '0.000012347', '1000001');
    // 0.000012347 × 1,000,001 = 12.347012347
    const bought = await place(buyer, 'buy', '0.000012347', '1000001');
    expect(bought).toMatchObject({ status: 2, dealNum: '1000001', dealTotal: '12.347013' });
    expect(formatDecimal(await available(buyer, 'USDT'))).toBe('7.652987');
    // 12.347012 less a fee of 0.1 %, rounded up: 0.012348
    expect(formatDecimal(await available(seller, 'USDT'))).toBe('12.334664');
    const kept = (await available(exchangeAccounts.rounding, 'USDT')) - before;
    expect(formatDecimal(kept)).toBe('0.000001');
    expect(await faults()).toEqual([]);
  });

  it('reserves its value rounded up, charges fills out of that, and returns the remainder when cancelled', async () => {
    withdrawQuotes();
    const buyer = await fundedMember(fresh.database, { USDT: '20' });
    const resting = await place(buyer, 'buy', '0.000012347', '1400003');
    for (const quantity of ['500001', '410001']) {
      const seller = await fundedMember(fresh.database, { SHIB: quantity });
      await place(seller, 'sell', '0.000012347', quantity);
      expect(await faults()).toEqual([]);
    }
    await cancelOrder(fresh.database, engines, {
      memberId: buyer,
      orderId: resting.ID,
      key: undefined,
    });
    // 0.000012347 × 910,002 = 11.235794694, in two fills: one rounding.
    expect(formatDecimal(await available(buyer, 'USDT'))).toBe('8.764205');
    expect(await faults()).toEqual([]);
  });
});

describe('the fee of an order', () => {
  it('is rounded up once for all its fills, also when its market is taken over between them', async () => {
    withdrawQuotes();
    const seller = await fundedMember(fresh.database, { SHIB: '3000003' });
    const sold = await place(seller, 'sell', '0.000012347', '3000003');
    for (let fill = 0; fill < 3; fill += 1) {
      const buyer = await fundedMember(fresh.database, { USDT: '20' });
      await place(buyer, 'buy', '0.000012347', '1000001');
      if (fill > 0) continue;
      await engines.close();
      deps = await spotDependencies(fresh.database, clock);
      engines = createEngines(deps);
      await engines.open();
      tick();
      withdrawQuotes();
    }
    const order = await findOrder(fresh.database, sold.ID, seller);
    // 0.1 % of 37.041037, rounded up. Three fees of 0.1 % of 12.347012 would come to 0.037044.
    expect(order).toMatchObject({ status: 'filled', fee: decimal('0.037042') });
    expect(await faults()).toEqual([]);
  });
});

describe('a hundred orders of odd quantities against each other and the exchange', () => {
  it('keep the books balanced, and never reduce the rounding exchange account', async () => {
    deps.tick('shibusdt', '0.000012346');
    const members = await Promise.all(
      Array.from({ length: 4 }, () =>
        fundedMember(fresh.database, { USDT: '100000', SHIB: '90000000' }),
      ),
    );
    const before = await available(exchangeAccounts.rounding, 'USDT');
    const placed = Array.from({ length: 100 }, (_, index) => {
      const side = index % 2 === 0 ? 'buy' : 'sell';
      const price = `0.0000123${40 + ((index * 7) % 13)}`;
      return place(members[index % 4]!, side, price, String(700_001 + index * 7_919));
    });
    const orders = await Promise.all(placed);
    expect(orders.some(({ status }) => status === 2)).toBe(true);
    expect(await faults()).toEqual([]);
    for (const order of orders) {
      if (order.status !== 1) continue;
      const memberId = members[orders.indexOf(order) % 4]!;
      await cancelOrder(fresh.database, engines, {
        memberId,
        orderId: order.ID,
        key: undefined,
      }).catch((error: unknown) => expect(error).toMatchObject({ code: 5014 }));
    }
    expect(await faults()).toEqual([]);
    expect(await available(exchangeAccounts.rounding, 'USDT')).toBeGreaterThanOrEqual(before);
  });
});

describe('forex in single units', () => {
  it('pays whole yen for dollars whose value has a fraction', async () => {
    deps.tick('usdjpy', '151.234');
    const memberId = await fundedMember(fresh.database, { JPY: '100000' });
    const { order } = await placeOrder(engines, {
      memberId,
      symbol: 'usdjpy',
      side: 'buy',
      type: 'market',
      price: undefined,
      quantity: undefined,
      total: '1000',
      key: undefined,
    });
    expect(order.status).not.toBe(1);
    expect(Number(order.dealNum)).toBe(6);
    expect(order.dealTotal).toMatch(/^\d+$/);
    expect(formatDecimal(await available(memberId, 'JPY'))).toBe(
      String(100_000 - Number(order.dealTotal)),
    );
    expect(await faults()).toEqual([]);
  });
});
