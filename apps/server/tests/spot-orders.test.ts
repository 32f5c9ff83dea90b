import { decimal, formatDecimal, type Rate } from '@tern/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cancelOrder, cancelOrders } from '../src/features/trading/spot/cancel-order.ts';
import { createEngines, type Engines } from '../src/features/trading/spot/engines.ts';
import { listOrders } from '../src/features/trading/spot/list-orders.ts';
import { placeOrder } from '../src/features/trading/spot/place-order.ts';
import { balancesOf } from '../src/kernel/ledger/balances.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { fundedMember, manualClock, spotDependencies, WEDNESDAY_NOON } from './support/market.ts';

const clock = manualClock();
let fresh: FreshDatabase;
let engines: Engines;
let deps: Awaited<ReturnType<typeof spotDependencies>>;

beforeAll(async () => {
  fresh = await freshDatabase();
  deps = await spotDependencies(fresh.database, clock);
  engines = createEngines(deps);
  await engines.open();
});

afterAll(async () => {
  await engines.close();
  await fresh.drop();
});

beforeEach(() => {
  clock.set(WEDNESDAY_NOON);
});

type Order = Parameters<typeof placeOrder>[1];
const place = (order: Partial<Order> & Pick<Order, 'memberId' | 'side'>) =>
  placeOrder(engines, {
    symbol: 'ethusdt',
    type: 'limit',
    price: undefined,
    quantity: undefined,
    total: undefined,
    key: undefined,
    ...order,
  }).then((answer) => answer.order);

async function balance(memberId: number, asset: string) {
  const row = (await balancesOf(fresh.database, memberId)).find((each) => each.asset === asset);
  return row && { available: formatDecimal(row.available), held: formatDecimal(row.held) };
}

/** `bnbusdt` has no exchange quotes, because it has no reference tick after the first. */
const quietMarket = { symbol: 'bnbusdt' };
const openQuietMarket = () => {
  deps.tick('bnbusdt', '500');
  // The exchange removes its quotes once the price is stale; limit orders still match.
  clock.advance(60_000);
};

describe('several orders together', () => {
  const open = (memberId: number, price: string) =>
    place({ memberId, side: 'buy', price, quantity: '0.1', ...quietMarket });
  const cancel = (memberId: number, orderIds: number[]) =>
    cancelOrders(fresh.database, engines, { memberId, orderIds });

  it('are cancelled one by one: a closed one and a foreign one stop no other', async () => {
    openQuietMarket();
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    const other = await fundedMember(fresh.database, { USDT: '1000' });
    const [one, two, three] = [
      await open(memberId, '490'),
      await open(memberId, '489'),
      await open(memberId, '488'),
    ];
    const foreign = await open(other, '487');
    await cancelOrder(fresh.database, engines, { memberId, orderId: three.ID, key: undefined });
    const ids = [one.ID, two.ID, two.ID, three.ID, foreign.ID];
    const done = await cancel(memberId, ids);
    expect(done.orders.map(({ ID, status }) => [ID, status])).toEqual([
      [one.ID, 3],
      [two.ID, 3],
    ]);
    expect([done.closed, done.failed]).toEqual([1, 1]);
    expect(await balance(memberId, 'USDT')).toEqual({ available: '1000', held: '0' });
    expect(await balance(other, 'USDT')).toMatchObject({ held: '48.7' });
    // Sent again, nothing placed since is touched.
    await open(memberId, '486');
    expect(await cancel(memberId, [one.ID, two.ID])).toEqual({ orders: [], closed: 2, failed: 0 });
    expect(await balance(memberId, 'USDT')).toMatchObject({ held: '48.6' });
    await expect(cancel(memberId, [foreign.ID])).rejects.toMatchObject({ code: 5007 });
  });

  it('are listed by the time they were placed, the end not included', async () => {
    openQuietMarket();
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    const placed: { ID: number; at: number }[] = [];
    for (const price of ['490', '489', '488']) {
      clock.advance(1_000);
      placed.push({ ID: (await open(memberId, price)).ID, at: clock.now() });
    }
    const [first, second, third] = placed;
    const list = async (input: { since?: number; until?: number | string }) =>
      (
        await listOrders(fresh.database, deps.instruments, {
          memberId,
          input: { status: 1, ...input },
        })
      ).list.map(({ ID }) => ID);
    expect(await list({ since: second!.at })).toEqual([third!.ID, second!.ID]);
    expect(await list({ until: String(second!.at) })).toEqual([first!.ID]);
    expect(await list({ since: second!.at, until: third!.at })).toEqual([second!.ID]);
    expect(await list({})).toHaveLength(3);
  });
});

describe('an order without a quantity', () => {
  it.each([
    ['a limit buy', { side: 'buy', price: '490' }, 'quantity'],
    ['a market buy', { side: 'buy', type: 'market' }, 'total'],
    ['a limit sell', { side: 'sell', price: '490' }, 'quantity'],
    ['a market sell', { side: 'sell', type: 'market' }, 'quantity'],
  ] as const)('is refused with 4013: %s', async (_what, order, field) => {
    deps.tick('bnbusdt', '500');
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    await expect(place({ ...quietMarket, memberId, ...order })).rejects.toMatchObject({
      code: 4013,
      detail: { fields: [field] },
    });
  });
});

describe('a market buy', () => {
  it('with more decimal places than the currency has is refused, and says how many it has', async () => {
    deps.tick('bnbusdt', '500');
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    const order = { memberId, side: 'buy', type: 'market', total: '50.1234567' } as const;
    await expect(place({ ...quietMarket, ...order })).rejects.toMatchObject({
      code: 5001,
      detail: { fields: ['total'], text: 'request.places', data: { places: 6 } },
    });
  });
});

describe('a limit buy', () => {
  it('holds price times quantity until it is filled or cancelled', async () => {
    openQuietMarket();
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    const order = await place({
      ...quietMarket,
      memberId,
      side: 'buy',
      price: '490',
      quantity: '1',
    });
    expect(order.status).toBe(1);
    expect(await balance(memberId, 'USDT')).toEqual({ available: '510', held: '490' });

    const { order: cancelled } = await cancelOrder(fresh.database, engines, {
      memberId,
      orderId: order.ID,
      key: undefined,
    });
    expect(cancelled.status).toBe(3);
    expect(await balance(memberId, 'USDT')).toEqual({ available: '1000', held: '0' });
  });

  it('is refused with 4020 when the member cannot afford it, and changes nothing', async () => {
    openQuietMarket();
    const memberId = await fundedMember(fresh.database, { USDT: '100' });
    await expect(
      place({ ...quietMarket, memberId, side: 'buy', price: '490', quantity: '1' }),
    ).rejects.toMatchObject({ code: 4020 });
    expect(await balance(memberId, 'USDT')).toEqual({ available: '100', held: '0' });
  });
});

describe('two matching members', () => {
  it('trade at the resting price, each paying the fee in what they receive', async () => {
    openQuietMarket();
    const seller = await fundedMember(fresh.database, { BNB: '2' });
    const buyer = await fundedMember(fresh.database, { USDT: '2000' });
    const resting = await place({
      ...quietMarket,
      memberId: seller,
      side: 'sell',
      price: '495',
      quantity: '2',
    });
    const taken = await place({
      ...quietMarket,
      memberId: buyer,
      side: 'buy',
      price: '499',
      quantity: '1',
    });
    expect(taken).toMatchObject({
      status: 2,
      dealNum: '1',
      dealTotal: '495',
      averagePrice: '495',
      fee: '0.001',
      feeCoin: 'BNB',
    });
    expect(await balance(buyer, 'USDT')).toEqual({ available: '1505', held: '0' });
    expect(await balance(buyer, 'BNB')).toEqual({ available: '0.999', held: '0' });
    expect(await balance(seller, 'BNB')).toEqual({ available: '0', held: '1' });
    expect(await balance(seller, 'USDT')).toEqual({ available: '494.505', held: '0' });
    await cancelOrder(fresh.database, engines, {
      memberId: seller,
      orderId: resting.ID,
      key: undefined,
    });
  });

  it('never trade with their own orders: the newer one is cancelled', async () => {
    openQuietMarket();
    const memberId = await fundedMember(fresh.database, { BNB: '2', USDT: '2000' });
    const resting = await place({
      ...quietMarket,
      memberId,
      side: 'sell',
      price: '495',
      quantity: '1',
    });
    const newer = await place({
      ...quietMarket,
      memberId,
      side: 'buy',
      price: '499',
      quantity: '1',
    });
    expect(newer).toMatchObject({ status: 3, dealNum: '0' });
    expect(await balance(memberId, 'USDT')).toEqual({ available: '2000', held: '0' });
    await cancelOrder(fresh.database, engines, { memberId, orderId: resting.ID, key: undefined });
  });
});

describe('market orders', () => {
  it('spend at most the given total, with the exchange as the other side', async () => {
    deps.tick('ethusdt', '3000');
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    const order = await place({ memberId, side: 'buy', type: 'market', total: '900' });
    expect(order.status).toBe(2);
    const spent = decimal(order.dealTotal);
    expect(spent <= decimal('900') && spent > decimal('899')).toBe(true);
    const usdt = await balance(memberId, 'USDT');
    expect(decimal(usdt!.available)).toBe(decimal('1000') - spent);
    expect(usdt!.held).toBe('0');
    const eth = await balance(memberId, 'ETH');
    expect(decimal(eth!.available)).toBe(decimal(order.dealNum) - decimal(order.fee));
  });

  it('are refused with 5005 when the reference price is older than five seconds', async () => {
    deps.tick('ethusdt', '3000');
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    clock.advance(5_001);
    await expect(
      place({ memberId, side: 'buy', type: 'market', total: '900' }),
    ).rejects.toMatchObject({ code: 5005 });
  });

  it('never trade beyond the protection band', async () => {
    openQuietMarket();
    const seller = await fundedMember(fresh.database, { BNB: '1' });
    const buyer = await fundedMember(fresh.database, { USDT: '9000' });
    const far = await place({
      ...quietMarket,
      memberId: seller,
      side: 'sell',
      price: '511',
      quantity: '1',
    });
    deps.prices.publish({ ...deps.prices.latest('bnbusdt')!, at: clock.now() });
    const order = await place({
      ...quietMarket,
      memberId: buyer,
      side: 'buy',
      type: 'market',
      total: '9000',
    });
    // 2 % above 500 is 510: exchange quotes up to there may fill, the order at 511 may not.
    expect(decimal(order.averagePrice) <= decimal('510')).toBe(true);
    const { order: untouched } = await cancelOrder(fresh.database, engines, {
      memberId: seller,
      orderId: far.ID,
      key: undefined,
    });
    expect(untouched.dealNum).toBe('0');
  });
});

describe('the exchange', () => {
  it("crosses a resting member order at the member's own price", async () => {
    deps.tick('ltcusdt', '80');
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    const order = await place({
      symbol: 'ltcusdt',
      memberId,
      side: 'buy',
      price: '79',
      quantity: '1',
    });
    expect(order.status).toBe(1);
    deps.tick('ltcusdt', '78');
    await expect.poll(async () => (await balance(memberId, 'USDT'))?.held).toBe('0');
    expect(await balance(memberId, 'USDT')).toEqual({ available: '921', held: '0' });
    expect(await balance(memberId, 'LTC')).toEqual({ available: '0.999', held: '0' });
  });
});

describe('bounds', () => {
  const cases: [string, Partial<Order>, object][] = [
    [
      'a price off the tick',
      { side: 'buy', price: '3000.001', quantity: '1' },
      { code: 5013, detail: { text: 'order.tick' } },
    ],
    [
      'a quantity off the lot',
      { side: 'buy', price: '3000', quantity: '0.00001' },
      { code: 5013, detail: { text: 'order.lot' } },
    ],
    [
      'a value under the minimum',
      { side: 'buy', price: '3000', quantity: '0.0001' },
      { code: 4006 },
    ],
    [
      'a value over the maximum',
      { side: 'sell', price: '3000', quantity: '100000' },
      { code: 4018 },
    ],
    [
      'a buy far above the reference',
      { side: 'buy', price: '3300.01', quantity: '1' },
      { code: 5013, detail: { text: 'order.priceHigh', values: { max: '3300' } } },
    ],
    [
      'a sell far below the reference',
      { side: 'sell', price: '2699.99', quantity: '1' },
      { code: 5013, detail: { text: 'order.priceLow' } },
    ],
    ['a sell without a quantity', { side: 'sell', price: '3000' }, { code: 4013 }],
    ['a limit order without a price', { side: 'buy', quantity: '1' }, { code: 4014 }],
    [
      'a total that contradicts price times quantity',
      { side: 'buy', price: '3000', quantity: '1', total: '2999' },
      { code: 5004 },
    ],
    [
      'an unknown symbol',
      { side: 'buy', symbol: 'nonesuch', price: '1', quantity: '1' },
      { code: 4019 },
    ],
    [
      'an amount with 19 places',
      { side: 'buy', price: '3000.0000000000000000001', quantity: '1' },
      { code: 5001 },
    ],
  ];

  it.each(cases)('%s is refused with an error that names it', async (_name, order, refusal) => {
    deps.tick('ethusdt', '3000');
    const memberId = await fundedMember(fresh.database, { USDT: '1000000000', ETH: '1000000' });
    await expect(place({ memberId, side: 'buy', ...order })).rejects.toMatchObject(refusal);
    expect(await balance(memberId, 'USDT')).toEqual({ available: '1000000000', held: '0' });
  });

  it('metals are refused with 4026 outside their trading hours', async () => {
    clock.set(Date.parse('2026-11-21T12:00:00Z'));
    deps.tick('xauusd', '2650');
    const memberId = await fundedMember(fresh.database, { USD: '100000' });
    await expect(
      place({ symbol: 'xauusd', memberId, side: 'buy', price: '2650', quantity: '1' }),
    ).rejects.toMatchObject({ code: 4026 });
  });
});

describe('cancelling', () => {
  it("is refused for another member's order and for one that is done", async () => {
    openQuietMarket();
    const owner = await fundedMember(fresh.database, { USDT: '1000' });
    const other = await fundedMember(fresh.database, { USDT: '1000' });
    const order = await place({
      ...quietMarket,
      memberId: owner,
      side: 'buy',
      price: '490',
      quantity: '1',
    });
    const cancel = (memberId: number) =>
      cancelOrder(fresh.database, engines, { memberId, orderId: order.ID, key: undefined });
    await expect(cancel(other)).rejects.toMatchObject({ code: 5007 });
    await cancel(owner);
    await expect(cancel(owner)).rejects.toMatchObject({ code: 5014 });
    await expect(cancel(other)).rejects.toMatchObject({ code: 5007 });
    expect(await balance(owner, 'USDT')).toEqual({ available: '1000', held: '0' });
  });
});

describe('an idempotency key', () => {
  const key = (memberId: number, text: string, requestHash = 'same') => ({
    memberId,
    key: text,
    requestHash,
  });

  it('has one effect and returns the first answer for parallel and later repetitions', async () => {
    openQuietMarket();
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    const order = {
      ...quietMarket,
      memberId,
      side: 'buy' as const,
      price: '490',
      quantity: '1',
      key: key(memberId, 'once'),
    };
    const answers = await Promise.all(Array.from({ length: 20 }, () => place(order)));
    const later = await place(order);
    expect(new Set([...answers, later].map((answer) => answer.ID)).size).toBe(1);
    expect(await balance(memberId, 'USDT')).toEqual({ available: '510', held: '490' });
  });

  it('is refused with 5002 for another request', async () => {
    openQuietMarket();
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    const order = { ...quietMarket, memberId, side: 'buy' as const, price: '490', quantity: '1' };
    await place({ ...order, key: key(memberId, 'k') });
    await expect(place({ ...order, key: key(memberId, 'k', 'other') })).rejects.toMatchObject({
      code: 5002,
    });
  });

  it('is not consumed by a refusal', async () => {
    openQuietMarket();
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    const order = {
      ...quietMarket,
      memberId,
      side: 'buy' as const,
      price: '490',
      key: key(memberId, 'retry'),
    };
    await expect(place({ ...order, quantity: '100' })).rejects.toMatchObject({ code: 4020 });
    expect((await place({ ...order, quantity: '1' })).status).toBe(1);
  });
});

it('an order keeps the fees that its market had when it was accepted', async () => {
  const { id } = deps.instruments.find('bnbusdt')!;
  openQuietMarket();
  const fee = decimal<Rate>('0.0004');
  const effectiveAt = clock.now() + 1_000;
  deps.instruments.setVersions(id, [{ id: 1, effectiveAt, change: { takerFee: fee } }]);
  const buyer = await fundedMember(fresh.database, { USDT: '1000' });
  const buy = () =>
    place({ memberId: buyer, side: 'buy', price: '400', quantity: '0.1', ...quietMarket });
  clock.set(effectiveAt - 1);
  const before = await buy();
  clock.set(effectiveAt);
  const after = await buy();
  expect([before.feeRatio, after.feeRatio]).toEqual(['0.001', '0.0004']);
});
