import { exchangeAccounts } from '@tern/ledger';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exchangeCoins } from '../src/features/trading/swap/exchange-coins.ts';
import { findSwap, listSwaps } from '../src/features/trading/swap/list-swaps.ts';
import { offerSwap } from '../src/features/trading/swap/offer.ts';
import { listRecords } from '../src/kernel/ledger/records.ts';
import { formatDecimal } from '@tern/money';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { balanceOf } from './support/journal.ts';
import { fundedMember, manualClock, WEDNESDAY_NOON } from './support/market.ts';
import { type SwapDependencies, swapDependencies } from './support/swap.ts';

const clock = manualClock();
let fresh: FreshDatabase;
let swapDeps: SwapDependencies;

beforeAll(async () => {
  fresh = await freshDatabase();
  swapDeps = await swapDependencies(fresh.database, clock);
});

beforeEach(() => {
  clock.set(WEDNESDAY_NOON);
  swapDeps.tickAll();
});

afterAll(() => fresh.drop());

const swap = (memberId: number, over: Partial<Parameters<typeof exchangeCoins>[1]> = {}) =>
  exchangeCoins(swapDeps, {
    memberId,
    given: '1000',
    from: 'USDT',
    to: 'BTC',
    leastReceived: undefined,
    key: undefined,
    ...over,
  });

const recordsOf = async (memberId: number) => {
  const page = { limit: 10, offset: 0 };
  const { records } = await listRecords(
    fresh.database,
    { memberId, asset: null, kind: null },
    page,
  );
  return records.map(({ kind, asset, amount }) => [kind, asset, formatDecimal(amount)]);
};

describe('a swap', () => {
  it('uses the reference rate less the spread, and posts the fee as its own record', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    const done = await swap(memberId);
    // 1000 / 64000 less 0.1 %, cut to 18 places; then 0.1 % of what is received.
    expect(done).toMatchObject({
      rate: '0.000015609375',
      num: '1000',
      fee: '0.00001561',
      received: '0.01559376',
    });
    expect(await balanceOf(fresh.database, memberId, 'BTC')).toEqual({ available: '0.01559376' });
    expect(await balanceOf(fresh.database, memberId, 'USDT')).toEqual({});
    const records = await recordsOf(memberId);
    // Both sides of the exchange are one entry, in any order.
    expect(records.slice(1, 3)).toEqual(
      expect.arrayContaining([
        [20, 'USDT', '-1000'],
        [20, 'BTC', '0.01560937'],
      ]),
    );
    expect([records[0], records[3]]).toEqual([
      [21, 'BTC', '-0.00001561'],
      [32, 'USDT', '1000'],
    ]);
  });

  it('is listed newest first, for its own member only', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    const first = await swap(memberId, { given: '400' });
    const second = await swap(memberId, { given: '0.001', from: 'BTC', to: 'USDT' });
    const page = await listSwaps(fresh.database, memberId, { page: 1, pageSize: 1 });
    expect(page).toEqual({ list: [second], total: 2, page: 1, pageSize: 1 });
    expect(await findSwap(fresh.database, memberId, first.ID)).toEqual(first);
    const stranger = await fundedMember(fresh.database, {});
    expect((await listSwaps(fresh.database, stranger, {})).list).toEqual([]);
    await expect(findSwap(fresh.database, stranger, first.ID)).rejects.toMatchObject({
      code: 5007,
    });
  });

  it('shows the market price beside its rate, and the value of both sides in USDT', () => {
    const { rate, reference, fromUsdt, toUsdt } = offerSwap(swapDeps, { from: 'BTC', to: 'ETH' });
    expect([reference, rate, fromUsdt, toUsdt].map(formatDecimal)).toEqual([
      '20',
      '19.98',
      '64000',
      '3200',
    ]);
  });

  it('posts the remainder to the rounding account', async () => {
    const before = await balanceOf(fresh.database, exchangeAccounts.rounding, 'BTC');
    await swap(await fundedMember(fresh.database, { USDT: '1000' }));
    const after = await balanceOf(fresh.database, exchangeAccounts.rounding, 'BTC');
    const gained = Number(after['available'] ?? 0) - Number(before['available'] ?? 0);
    expect(gained).toBeCloseTo(0.000000005, 12);
  });

  it('uses several pairs if there is no direct one', async () => {
    const offer = offerSwap(swapDeps, { from: 'EUR', to: 'ETH' });
    expect(offer.legs.map((leg) => leg.symbol)).toEqual(['eurusd', 'usdtusd', 'ethusdt']);
  });

  it('has the same offer for every member', () => {
    const coins = { from: 'BTC', to: 'ETH' };
    expect(offerSwap(swapDeps, coins)).toEqual(offerSwap(swapDeps, coins));
    expect(offerSwap.length).toBe(2);
  });

  it.each<[string, Parameters<typeof swap>[1], object]>([
    ['the same coin twice', { to: 'usdt' }, { code: 4021 }],
    ['an unknown coin', { to: 'NOPE' }, { code: 4019, detail: { fields: ['to'] } }],
    ['a coin without a market', { to: 'KRW' }, { code: 4019 }],
    ['an amount of zero', { given: '0' }, { code: 4013 }],
    ['an empty amount', { given: '' }, { code: 4013 }],
    ['more decimal places than the coin has', { given: '10.0000001' }, { code: 5001 }],
    ['an amount that is not a number', { given: '1e3' }, { code: 5001 }],
    ['an amount below the minimum', { given: '0.999999' }, { code: 4006, detail: { msg: '1' } }],
    ['an amount above the maximum', { given: '100000.000001' }, { code: 4018 }],
    ['an amount above the balance', { given: '1000.000001' }, { code: 4020 }],
    ['terms that have changed', { leastReceived: '0.01559377' }, { code: 5004 }],
  ])('with %s is refused and changes nothing', async (_what, over, refusal) => {
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    await expect(swap(memberId, over)).rejects.toMatchObject(refusal);
    expect(await balanceOf(fresh.database, memberId, 'USDT')).toEqual({ available: '1000' });
    expect(await recordsOf(memberId)).toHaveLength(1);
  });

  it('at exactly the limits and the quoted amount is accepted', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '101001' });
    expect((await swap(memberId, { given: '1' })).num).toBe('1');
    expect((await swap(memberId, { given: '100000' })).num).toBe('100000');
    const shown = await swap(memberId, { leastReceived: '0.01559376' });
    expect(shown.received).toBe('0.01559376');
  });

  it('is refused while the clock is behind the prices', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    clock.set(WEDNESDAY_NOON - 1_000);
    expect((await swap(memberId, { given: '1' })).num).toBe('1');
    clock.set(WEDNESDAY_NOON - 1_001);
    await expect(swap(memberId)).rejects.toMatchObject({ code: 5005 });
  });

  it('needs a fresh price and an open market', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    clock.advance(5_001);
    await expect(swap(memberId)).rejects.toMatchObject({ code: 5005 });
    clock.set(Date.parse('2026-11-21T12:00:00Z'));
    swapDeps.tickAll();
    await expect(swap(memberId, { to: 'EUR' })).rejects.toMatchObject({ code: 4026 });
    expect((await swap(memberId)).received).toBe('0.01559376');
  });
});
