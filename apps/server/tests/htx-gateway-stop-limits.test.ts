/** Stop limits of `/v1/order`, changes of orders, and their terms: as freqtrade sends them by ccxt, and as HTX's calls and pushes show them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type ExchangeClient, exchangeClient } from './support/exchange-client.ts';
import { manualClock } from './support/market.ts';
import type { Person } from './support/people.ts';
import { createApiKey, type SignedClient, signedClient } from './support/signed-client.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let person: Person;
let trader: SignedClient;
let ccxt: ExchangeClient;
/** The best bid and ask, which do not move. */
let bid: number;
let ask: number;

const symbol = 'btcusdt';
const market = 'BTC/USDT';
const ORDERS = '/v1/order/orders';
const TICK = 0.1;
const text = (price: number) => price.toFixed(1);

// oxlint-disable-next-line typescript/no-explicit-any -- answers of a foreign API, read field by field
type Row = any;

beforeAll(async () => {
  // Prices that stand still are fresh while the clock does.
  const clock = manualClock();
  clock.set(Date.now());
  server = await startServer({ clock, prices: 'still' });
  person = await server.register();
  await server.fund(person.memberId, { USDT: '100000', BTC: '2' });
  const key = await createApiKey(server, person);
  trader = signedClient(() => server.url(), key);
  ccxt = await exchangeClient(server.url(), 'rest');
  Object.assign(ccxt, { apiKey: key.accessKey, secret: key.secret });
  await vi.waitFor(async () => {
    [ask, bid] = [await priceOf(await trade('buy')), await priceOf(await trade('sell'))];
  }, 60_000);
  expect(ask - TICK).toBeGreaterThanOrEqual(bid);
});
afterAll(() => server.stop());

const post = async (path: string, body: object): Promise<Row> =>
  (await trader.post(path, body)).body;
const get = async (path: string, query: Record<string, string> = {}): Promise<Row> =>
  (await trader.get(path, query)).body.data;
const ids = (rows: Row[]) => rows.map(({ id }) => String(id));

const order = (over: object) => ({
  'account-id': String(person.memberId),
  symbol,
  amount: '0.001',
  ...over,
});
async function place(over: object): Promise<string> {
  const body = await post(`${ORDERS}/place`, order(over));
  expect(body).toMatchObject({ status: 'ok' });
  return body.data;
}
/** Between the two prices at which the market trades. */
const stop = (over: object = {}) =>
  order({
    type: 'sell-stop-limit',
    price: text(bid * 0.99),
    'stop-price': text(ask - TICK),
    operator: 'lte',
    ...over,
  });
const placeStop = async (over: object = {}): Promise<string> =>
  (await post(`${ORDERS}/place`, stop(over))).data;

const trade = (side: 'buy' | 'sell') =>
  place({ type: `${side}-market`, amount: side === 'buy' ? '50' : '0.001' });
const priceOf = async (id: string) => Number((await get(`${ORDERS}/${id}/matchresults`))[0].price);
const detail = (id: string) => get(`${ORDERS}/${id}`);

beforeEach(async () => {
  // The clock stands still, so the calls of a key are not refilled: each test has its own.
  trader = signedClient(() => server.url(), await createApiKey(server, person));
  // The last trade was at the ask, so a lower price has not been met.
  await trade('buy');
});

it('freqtrade places a stop, fetches it, cancels it, and finds one that was met by the same id', async () => {
  const params = { stopPrice: ask - TICK, operator: 'lte' };
  const create = async () => {
    const { id } = await ccxt.createOrder(market, 'stop-limit', 'sell', 0.001, bid * 0.99, params);
    return id!;
  };
  const first = await create();
  const waiting = await ccxt.fetchOrder(first, market);
  expect(waiting).toMatchObject({ id: first, status: 'open', side: 'sell', filled: 0 });
  expect(waiting.stopPrice ?? waiting.triggerPrice).toBeCloseTo(ask - TICK, 2);
  expect(waiting.info).toMatchObject({
    state: 'created',
    type: 'sell-stop-limit',
    operator: 'lte',
  });
  expect((await ccxt.fetchOpenOrders(market)).map(({ id }) => id)).toEqual([first]);
  await ccxt.cancelOrder(first, market);
  expect(await ccxt.fetchOrder(first, market)).toMatchObject({ id: first, status: 'canceled' });

  const second = await create();
  await trade('sell');
  const met = await ccxt.fetchOrder(second, market);
  expect(met).toMatchObject({ id: second, status: 'closed', filled: 0.001, remaining: 0 });
  expect(met.info).toMatchObject({ type: 'sell-stop-limit', operator: 'lte', source: 'spot-api' });
  expect(await ccxt.fetchOpenOrders(market)).toEqual([]);
  expect((await ccxt.fetchOrderTrades(second, market)).map((each) => each.order)).toEqual([second]);
  expect((await ccxt.fetchMyTrades(market)).map((each) => each.order)).toContain(second);
  expect((await ccxt.fetchClosedOrders(market)).map(({ id }) => id)).toContain(second);
});

it('an order is changed alone or with others, each answered separately, also one that a stop limit placed', async () => {
  const price = text(bid * 0.98);
  const resting = { type: 'buy-limit', price };
  const [first, second] = [
    await place(resting),
    await place({ ...resting, 'client-order-id': 'x' }),
  ];
  const met = await placeStop({ price: text(bid * 1.02) });
  await trade('sell');
  const amend = (id: string, to: object) => post(`${ORDERS}/${id}/amend`, to);
  expect(await amend(first, { amount: 0.0005 })).toEqual({ status: 'ok', data: first });
  for (const [to, code] of [
    [{}, 'validation-constraints-required'],
    [{ price: text(bid * 2) }, 'order-limitorder-price-buy-max-error'],
    [{ amount: '0.0000001' }, 'order-orderamount-precision-error'],
  ] as const) {
    expect((await amend(first, to))['err-code']).toBe(code);
  }

  const lower = text(bid * 0.97);
  const higher = text(bid * 1.03);
  const many = await post('/v1/order/batch-amend', [
    { 'order-id': Number(first), price: lower },
    { 'order-id': 1, amount: '0.0005' },
    { 'client-order-id': 'x', price: lower, amount: '0.002' },
    { 'client-order-id': 'nobody', amount: '0.0005' },
    { 'order-id': met, price: higher },
    { amount: '0.0005' },
  ]);
  expect(many.data).toEqual([
    { 'order-id': Number(first) },
    expect.objectContaining({ 'order-id': 1, 'err-code': 'base-record-invalid' }),
    { 'order-id': Number(second), 'client-order-id': 'x' },
    expect.objectContaining({ 'client-order-id': 'nobody', 'err-code': 'base-record-invalid' }),
    { 'order-id': Number(met) },
    expect.objectContaining({ 'err-code': 'validation-constraints-required' }),
  ]);
  const terms = async (id: string) => {
    const row = await detail(id);
    return [Number(row.price), row.amount];
  };
  expect(await terms(first)).toEqual([Number(lower), '0.0005']);
  expect(await terms(second)).toEqual([Number(lower), '0.002']);
  expect(await terms(met)).toEqual([Number(higher), '0.001']);
  expect((await post('/v1/order/batch-amend', []))['err-code']).toBe('bad-request');
  await post(`${ORDERS}/batchCancelOpenOrders`, { symbol });
  expect((await amend(first, { amount: '0.0004' }))['err-code']).toBe('order-orderstate-error');
});

describe('a stop limit', () => {
  const stopOf = (row: Row) => [row['stop-price'], row.operator, row.type, row.state];

  it('waits on the side that it is told, by default for a loss', async () => {
    const above = text(ask + 1);
    const placed = [
      await placeStop({ operator: undefined }),
      await placeStop({ 'stop-price': above, operator: 'gte', type: 'sell-stop-limit-fok' }),
      await placeStop({ type: 'buy-stop-limit', 'stop-price': above, operator: undefined }),
      await placeStop({ type: 'buy-stop-limit', operator: 'lte' }),
    ];
    const below = Number(text(ask - TICK)).toString();
    expect((await Promise.all(placed.map(detail))).map(stopOf)).toEqual([
      [below, 'lte', 'sell-stop-limit', 'created'],
      [Number(above).toString(), 'gte', 'sell-stop-limit-fok', 'created'],
      [Number(above).toString(), 'gte', 'buy-stop-limit', 'created'],
      [below, 'lte', 'buy-stop-limit', 'created'],
    ]);
    const open = (query: Record<string, string>) =>
      get('/v1/order/openOrders', { symbol, ...query }).then(ids);
    expect(await open({})).toEqual(placed.toReversed());
    expect(await open({ types: 'buy-stop-limit' })).toEqual([placed[3], placed[2]]);
    expect(await open({ types: 'sell-stop-limit-fok,sell-limit' })).toEqual([placed[1]]);
    expect(await open({ from: placed[2]!, direct: 'next' })).toEqual([placed[1], placed[0]]);
    expect(await open({ from: placed[2]!, direct: 'prev' })).toEqual([placed[3]]);
    // Nothing is reserved, and HTX's conditional orders are others.
    const { list } = await get(`/v1/account/accounts/${person.memberId}/balance`);
    expect(list.find((row: Row) => row.type === 'frozen' && row.currency === 'btc').balance).toBe(
      '0',
    );
    expect(await get('/v2/algo-orders/opening')).toEqual([]);
    const cancelled = await post(`${ORDERS}/batchCancelOpenOrders`, { symbol, size: 3 });
    expect(cancelled.data).toEqual({
      'success-count': 3,
      'failed-count': 0,
      'next-id': Number(placed[0]),
    });
    const rest = await post(`${ORDERS}/batchcancel`, { 'order-ids': placed });
    expect(rest.data.success).toEqual([placed[0]]);
    expect(rest.data.failed.map((each: Row) => each['order-state'])).toEqual([7, 7, 7]);
  });

  it('comes with others, is found by its client order id, and takes that name from all orders', async () => {
    const name = { 'client-order-id': 'stop-1' };
    const placed = await post('/v1/order/batch-orders', [stop(name), stop({ 'stop-price': '' })]);
    const [first, second] = placed.data;
    expect(second['err-code']).toBe('validation-constraints-required');
    expect(await placeStop(name)).toBe(String(first['order-id']));
    for (const other of [
      stop({ ...name, amount: '0.002' }),
      order({ ...name, type: 'buy-market' }),
    ]) {
      const refused = await post(`${ORDERS}/place`, other);
      expect(refused['err-code']).toBe('invalid-client-order-id');
    }
    const named = () => get(`${ORDERS}/getClientOrder`, { clientOrderId: 'stop-1' });
    expect(await named()).toMatchObject({ id: first['order-id'], state: 'created' });
    const cancel = async () => (await post(`${ORDERS}/submitCancelClientOrder`, name)).data;
    expect(await cancel()).toBe(10);
    expect(await cancel()).toBe(7);
    expect(await named()).toMatchObject({ state: 'canceled', 'canceled-at': expect.any(Number) });
  });

  it('rests under its first id once it is met, keeps its place in the lists, and is cancelled by that id', async () => {
    const id = await placeStop({ price: text(bid * 1.02), 'client-order-id': 'rests' });
    const later = await place({ type: 'buy-limit', price: text(bid * 0.97) });
    await trade('sell');
    const open = await get('/v1/order/openOrders', { symbol });
    expect(ids(open)).toEqual([later, id]);
    expect(open[1]).toMatchObject({
      'client-order-id': 'rests',
      state: 'submitted',
      type: 'sell-stop-limit',
    });
    const query = { symbol, states: 'submitted', types: 'sell-stop-limit' };
    expect(ids(await get(ORDERS, query))).toEqual([id]);
    expect(
      ids(await get('/v1/order/history', { size: '1000' })).filter((each) => each === id),
    ).toHaveLength(1);
    expect((await post(`${ORDERS}/${id}/submitcancel`, {})).data).toBe(id);
    expect((await post(`${ORDERS}/${id}/submitcancel`, {}))['order-state']).toBe(7);
    await post(`${ORDERS}/${later}/submitcancel`, {});
  });

  it('is cancelled when its funds are missing at the trigger', async () => {
    const id = await placeStop({ amount: '9' });
    await trade('sell');
    expect(await detail(id)).toMatchObject({ state: 'canceled', 'field-amount': '0' });
    expect(await get(`${ORDERS}/${id}/matchresults`)).toEqual([]);
  });
});

it('an order keeps its type, in lists, filters and trades', async () => {
  const rests = text(bid * 0.97);
  const crosses = text(ask * 1.01);
  const placed: [type: string, id: string][] = [];
  for (const [type, price] of [
    ['buy-limit-maker', rests],
    ['buy-ioc', rests],
    ['buy-limit-fok', rests],
    ['buy-limit', rests],
    ['buy-ioc', crosses],
    ['buy-limit-fok', crosses],
  ] as const) {
    placed.push([type, await place({ type, price })]);
  }
  for (const [type, id] of placed) expect(await detail(id)).toMatchObject({ type });
  const states = 'submitted,canceled,filled';
  const listed = async (types: string) =>
    ids(await get(ORDERS, { symbol, states, types })).filter((id) =>
      placed.some(([, each]) => each === id),
    );
  const of = (type: string) => placed.filter(([each]) => each === type).map(([, id]) => id);
  for (const type of ['buy-limit-maker', 'buy-ioc', 'buy-limit-fok', 'buy-limit']) {
    expect(await listed(type)).toEqual(of(type).toReversed());
  }
  for (const [type, id] of placed.slice(-2)) {
    expect((await get(`${ORDERS}/${id}/matchresults`))[0]).toMatchObject({ type });
    const matches = await get('/v1/order/matchresults', { symbol, types: type });
    expect(matches.map((each: Row) => String(each['order-id']))).toContain(id);
  }
  await post(`${ORDERS}/batchCancelOpenOrders`, { symbol });
});

it('pushes the end of a conditional order, and a stop limit under its own id', async () => {
  const socket = new WebSocket(`${server.url().replace('http', 'ws')}/ws/v2`);
  const pushes: Row[] = [];
  const confirmed = new Set<string>();
  socket.on('message', (data: Buffer) => {
    const message: Row = JSON.parse(data.toString());
    if (message.action === 'push') pushes.push(message.data);
    else confirmed.add(message.ch);
  });
  await new Promise((resolve) => socket.once('open', resolve));
  const send = async (message: Row) => {
    socket.send(JSON.stringify(message));
    await vi.waitFor(() => expect(confirmed).toContain(message.ch), 60_000);
  };
  await send({ ...trader.socketAuth(), ch: 'auth' });
  await send({ action: 'sub', ch: `orders#${symbol}` });
  const of = (name: string) => pushes.filter((push) => push.clientOrderId === name);
  const named = async (name: string, over: object = {}) => ({
    orderId: Number(await placeStop({ 'client-order-id': name, ...over })),
    clientOrderId: name,
    orderSide: 'sell',
  });
  const [gone, poor] = [await named('gone'), await named('poor', { amount: '9' })];
  const met = await named('met');
  await post(`${ORDERS}/${gone.orderId}/submitcancel`, {});
  await trade('sell');
  await vi.waitFor(() => expect(of('met')).toHaveLength(2), 20_000);
  const type = 'sell-stop-limit';
  expect(of('gone')).toMatchObject([
    { ...gone, eventType: 'deletion', orderStatus: 'canceled', type },
  ]);
  const rejected = { eventType: 'trigger', orderStatus: 'rejected', errCode: 2002 };
  expect(of('poor')).toMatchObject([
    { ...poor, ...rejected, errMessage: expect.stringContaining('of 9 BTC') },
  ]);
  const { orderId } = met;
  expect(of('met')).toMatchObject([
    { orderId, eventType: 'creation', type: 'sell-limit' },
    { orderId, eventType: 'trade', orderStatus: 'filled' },
  ]);
  socket.terminate();
});
