/** HTX's conditional orders, as its clients send and read them. */
import { exchangeAccounts } from '@tern/ledger';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { algoCalls } from '../src/features/gateway/htx-gateway/private/rest/algo-calls.ts';
import {
  Page,
  type SignedCallDeps,
} from '../src/features/gateway/htx-gateway/private/rest/signed-call.ts';
import { createOrderApi } from '../src/features/trading/spot/order-api.ts';
import { MINUTE_MS } from '../src/platform/durations.ts';
import { entryOf, post, posting } from './support/journal.ts';
import {
  base,
  clock,
  closeWorld,
  deps,
  engines,
  fresh,
  holder,
  limit,
  nextMarket,
  openWorld,
  symbol,
  tick,
} from './support/waiting-orders.ts';

let memberId: number;

beforeAll(openWorld);
afterAll(closeWorld);
beforeEach(async () => {
  nextMarket();
  memberId = await holder();
  await tick('500');
  // The exchange removes its quotes once the price is stale; limit orders still match.
  clock.advance(MINUTE_MS);
});

type Row = Record<string, unknown>;

async function call<Answer = Row>(path: string, inputs: Row = {}): Promise<Answer> {
  const found = algoCalls.find((each) => each.path === `/v2/algo-orders${path}`)!;
  const signed = { ...deps, orders: createOrderApi({ ...deps, engines }) };
  const access = { memberId, keyId: 1, canTrade: true, isFrozen: false };
  const context = { access, inputs, params: {} } as unknown as Parameters<typeof found.answer>[1];
  const answer = await found.answer(signed as unknown as SignedCallDeps, context);
  return (answer instanceof Page ? { list: answer.rows, ...answer.next } : answer) as Answer;
}

const stop = (over: Row = {}) => ({
  accountId: memberId,
  symbol,
  orderSide: 'sell',
  orderType: 'limit',
  orderPrice: '494',
  orderSize: '1',
  clientOrderId: 'stop-1',
  stopPrice: '495',
  ...over,
});
const place = (over: Row = {}) => call('', stop(over));
const specific = (clientOrderId: string) => call('/specific', { clientOrderId });
const opening = (over: Row = {}) => call<{ list: Row[]; nextId?: number }>('/opening', over);
const history = (orderStatus: string) => call<{ list: Row[] }>('/history', { symbol, orderStatus });

/** A trade between two members. */
async function trade(price: string) {
  await limit(await holder(), 'buy', price);
  await limit(await holder(), 'sell', price);
}

describe('an HTX conditional order', () => {
  it('is placed once for each client order id, and read as created', async () => {
    expect(await place()).toEqual({ clientOrderId: 'stop-1' });
    expect(await place()).toEqual({ clientOrderId: 'stop-1' });
    await expect(place({ orderSize: '2' })).rejects.toMatchObject({ code: 5002 });
    const { list } = await opening();
    expect(list).toEqual([
      {
        orderOrigTime: clock.now(),
        lastActTime: clock.now(),
        symbol,
        source: 'spot-api',
        accountId: memberId,
        clientOrderId: 'stop-1',
        orderSide: 'sell',
        orderType: 'limit',
        orderPrice: '494',
        orderSize: '1',
        timeInForce: 'gtc',
        stopPrice: '495',
        orderStatus: 'created',
      },
    ]);
  });

  it('is met by the last trade from whichever side its stop price is, and names the order it placed', async () => {
    await place();
    await place({
      clientOrderId: 'above',
      stopPrice: '505',
      orderPrice: '505',
      timeInForce: 'boc',
    });
    await trade('505');
    await trade('495');
    for (const name of ['stop-1', 'above']) {
      const row = await specific(name);
      expect(row).toMatchObject({ orderStatus: 'triggered', orderCreateTime: clock.now() });
      const api = createOrderApi({ ...deps, engines });
      expect(await api.find(memberId, Number(row['orderId']))).toMatchObject({ side: 'sell' });
    }
    expect((await history('triggered')).list).toHaveLength(2);
    expect((await opening()).list).toEqual([]);
  });

  it('is rejected without funds, with both figures', async () => {
    await place({ orderSize: '11' });
    await trade('495');
    expect(await specific('stop-1')).toMatchObject({
      orderStatus: 'rejected',
      errCode: 2002,
      errMessage: expect.stringContaining(`10 of 11 ${base}`),
    });
  });

  it('needs its funds when it is met, not before: what came or went meanwhile counts', async () => {
    // The engine knows what is available from here on: 9.
    await limit(memberId, 'sell', '600', '1');
    await place({ orderSize: '12', orderPrice: '600' });
    await place({ clientOrderId: 'second', orderSize: '2', stopPrice: '490', orderPrice: '489' });
    const { liquidity } = exchangeAccounts;
    const move = (amount: string, back: string) =>
      post(
        fresh.database,
        entryOf([posting(memberId, base, amount), posting(liquidity, base, back)]),
      );
    await move('5', '-5');
    await trade('495');
    expect(await specific('stop-1')).toMatchObject({ orderStatus: 'triggered' });
    await move('-1', '1');
    await trade('490');
    expect(await specific('second')).toMatchObject({
      orderStatus: 'rejected',
      errMessage: expect.stringContaining(`1 of 2 ${base}`),
    });
  });

  it('follows the price from its stop price on when it has a trailing rate', async () => {
    const market = { orderType: 'market', orderPrice: undefined, timeInForce: 'ioc' };
    await place({ ...market, trailingRate: '0.02', stopPrice: '510' });
    expect(await specific('stop-1')).toMatchObject({ trailingRate: '0.02', stopPrice: '510' });
    for (const price of ['510', '520', '509.7']) await trade(price);
    expect((await specific('stop-1'))['orderStatus']).toBe('created');
    await tick('509');
    await trade('509.6');
    expect((await specific('stop-1'))['orderStatus']).toBe('triggered');
  });

  it('is cancelled by client order id; unknown and ended ones are rejected', async () => {
    await place();
    const cancel = () => call('/cancellation', { clientOrderIds: ['stop-1', 'none'] });
    expect(await cancel()).toEqual({ accepted: ['stop-1'], rejected: ['none'] });
    const again = await cancel();
    expect([again['accepted'], (again['rejected'] as string[]).toSorted()]).toEqual([
      [],
      ['none', 'stop-1'],
    ]);
    expect(await specific('stop-1')).toMatchObject({ orderStatus: 'canceled' });
    await expect(specific('none')).rejects.toMatchObject({ code: 'algo-order-not-found' });
  });

  it('is listed by pages in both directions, without a gap or a repetition', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const clientOrderId of names) await place({ clientOrderId });
    for (const sort of ['asc', 'desc']) {
      const seen: unknown[] = [];
      let fromId: number | undefined;
      do {
        const page = await opening({ sort, limit: 2, fromId });
        seen.push(...page.list.map((row) => row['clientOrderId']));
        fromId = page.nextId;
      } while (fromId !== undefined);
      expect(seen).toEqual(sort === 'asc' ? names : names.toReversed());
    }
    expect((await opening({ orderSide: 'buy' })).list).toEqual([]);
  });

  it.each<[string, Row]>([
    ['a client order id', { clientOrderId: undefined }],
    ['a stop price', { stopPrice: undefined }],
    ['an account of its own', { accountId: 1 }],
    ['a side', { orderSide: 'short' }],
    ['a size', { orderSize: undefined }],
    ['a size and no value', { orderValue: '10' }],
    ['a stop price that is not reached', { stopPrice: '500' }],
    ['no rate for a limit order', { trailingRate: '0.01' }],
    ['a rate up to five percent', { orderType: 'market', trailingRate: '0.051' }],
    ['no other time in force of a market order', { orderType: 'market', timeInForce: 'gtc' }],
  ])('needs %s', async (_what, over) => {
    await expect(place(over)).rejects.toThrow();
    expect((await opening()).list).toEqual([]);
  });
});
