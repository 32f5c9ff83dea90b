import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ExchangeClient, exchangeClient } from './support/exchange-client.ts';
import type { Person } from './support/people.ts';
import { type Credentials, createApiKey } from './support/signed-client.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let person: Person;
let key: Credentials;
let client: ExchangeClient;

const symbol = 'BTC/USDT';

beforeAll(async () => {
  server = await startServer();
  person = await server.register();
  await server.fund(person.memberId, { USDT: '100000', BTC: '1' });
  key = await createApiKey(server, person);
  client = await exchangeClient(server.url(), 'live');
  Object.assign(client, { apiKey: key.accessKey, secret: key.secret });
  await client.loadMarkets();
  await vi.waitFor(async () => expect(await lastPrice()).toBeGreaterThan(0), 60_000);
});

afterAll(async () => {
  await client.close();
  await server.stop();
});

const lastPrice = async () => (await client.fetchTicker(symbol)).last!;
async function clientOf(owner: Person, scopes: ('read' | 'trade')[] = ['read', 'trade']) {
  const { accessKey, secret } = await createApiKey(server, owner, { scopes });
  return Object.assign(await exchangeClient(server.url(), 'rest'), { apiKey: accessKey, secret });
}

/** Far enough to rest, near enough to be allowed. */
const restingPrice = async () => (await lastPrice()) * 0.97;

/** Places an order; the id is optional in the client's types. */
async function create(...order: Parameters<typeof client.createOrder>): Promise<{ id: string }> {
  const { id } = await client.createOrder(...order);
  return { id: id! };
}

describe('ccxt, unmodified except for its URLs', () => {
  it('fetches the balance', async () => {
    const balance = await client.fetchBalance();
    expect(balance['USDT']).toEqual({ free: 110_000, used: 0, total: 110_000 });
    expect(balance['BTC']).toMatchObject({ free: 1.1 });
  });

  it('places, finds, lists and cancels a limit order', async () => {
    const price = await restingPrice();
    const { id } = await create(symbol, 'limit', 'buy', 0.01, price);
    const open = await client.fetchOpenOrders(symbol);
    expect(open.map((order) => order.id)).toEqual([id]);
    expect(open[0]).toMatchObject({ status: 'open', side: 'buy', type: 'limit', amount: 0.01 });
    expect((await client.fetchBalance())['USDT']?.used).toBeGreaterThan(0);

    await client.cancelOrder(id, symbol);
    expect(await client.fetchOpenOrders(symbol)).toEqual([]);
    const order = await client.fetchOrder(id, symbol);
    expect(order).toMatchObject({ id, symbol, status: 'canceled', filled: 0, remaining: 0.01 });
    await expect(client.cancelOrder(id, symbol)).rejects.toThrow('order-orderstate-error');
    await expect(client.fetchOrder('1', symbol)).rejects.toThrow('base-record-invalid');
  });

  it('finds and cancels an order by its client order id', async () => {
    const params = { clientOrderId: 'mine-1' };
    const price = await restingPrice();
    const { id } = await create(symbol, 'limit', 'buy', 0.01, price, params);
    expect(await client.fetchOrder('', symbol, params)).toMatchObject({
      id,
      clientOrderId: 'mine-1',
    });
    await client.cancelOrder('', symbol, params);
    expect((await client.fetchOrder(id, symbol)).status).toBe('canceled');
  });

  it('buys and sells at market, and lists its trades', async () => {
    const since = Date.now() - 1_000;
    const bought = await create(symbol, 'market', 'buy', 0.01, await lastPrice());
    const sold = await create(symbol, 'market', 'sell', 0.02);
    expect(await client.fetchOrder(bought.id, symbol)).toMatchObject({
      status: 'closed',
      side: 'buy',
      type: 'market',
    });
    expect(await client.fetchOrder(sold.id, symbol)).toMatchObject({ filled: 0.02, remaining: 0 });
    const trades = await client.fetchMyTrades(symbol, since);
    const ofSale = trades.filter((trade) => trade.order === sold.id);
    expect(ofSale.reduce((sum, trade) => sum + trade.amount!, 0)).toBeCloseTo(0.02, 9);
    expect(ofSale[0]).toMatchObject({ side: 'sell', takerOrMaker: 'taker', symbol });
    expect(ofSale[0]!.fee?.currency).toBe('USDT');
    expect(trades.some((trade) => trade.order === bought.id)).toBe(true);
    expect(await client.fetchOrderTrades(sold.id, symbol)).toHaveLength(ofSale.length);
    const closed = await client.fetchClosedOrders(symbol);
    expect(closed.map((order) => order.id)).toEqual(expect.arrayContaining([bought.id, sold.id]));
    expect((await client.fetchOrders(symbol)).length).toBeGreaterThanOrEqual(4);
  });

  it('cancels several orders, and all that are open', async () => {
    const price = await restingPrice();
    const place = () => create(symbol, 'limit', 'buy', 0.001, price);
    const placed = [await place(), await place(), await place(), await place()];
    await client.cancelOrders(
      placed.slice(0, 2).map((order) => order.id),
      symbol,
    );
    expect(await client.fetchOpenOrders(symbol)).toHaveLength(2);
    await client.cancelAllOrders(symbol);
    expect(await client.fetchOpenOrders(symbol)).toEqual([]);
  });

  it('enforces maker only, immediate or cancel, and fill or kill', async () => {
    const rich = await server.register();
    await server.fund(rich.memberId, { USDT: '9000000' });
    const trader = await clientOf(rich);
    const last = await lastPrice();
    /** At the price of the first levels, for much more than their quantity and less than the order limit. */
    const tooMuch = async () => {
      const [price] = (await trader.fetchOrderBook(symbol)).asks[2]!;
      return [Number((900_000 / price!).toFixed(2)), price!] as const;
    };
    const buy = async (quantity: number, price: number, params: object) => {
      const { id } = await trader.createOrder(symbol, 'limit', 'buy', quantity, price, params);
      return trader.fetchOrder(id!, symbol);
    };
    const untraded = { status: 'canceled', filled: 0 };
    expect(await buy(0.01, last * 1.02, { postOnly: true })).toMatchObject(untraded);
    expect(await buy(0.01, last * 0.97, { timeInForce: 'IOC' })).toMatchObject(untraded);
    expect(await buy(...(await tooMuch()), { timeInForce: 'FOK' })).toMatchObject(untraded);
    const maker = await buy(0.01, last * 0.97, { postOnly: true });
    expect(maker).toMatchObject({ status: 'open', filled: 0 });
    await trader.cancelOrder(maker.id!, symbol);

    const whole = { status: 'closed', filled: 0.01, remaining: 0 };
    expect(await buy(0.01, last * 1.02, { timeInForce: 'FOK' })).toMatchObject(whole);
    expect(await buy(0.01, last * 1.02, { timeInForce: 'IOC' })).toMatchObject(whole);
    const [most, price] = await tooMuch();
    const partly = await buy(most, price, { timeInForce: 'IOC' });
    expect(partly.status).toBe('canceled');
    expect(partly.filled).toBeGreaterThan(0);
    expect(partly.filled).toBeLessThan(most);
    expect(await trader.fetchOpenOrders(symbol)).toEqual([]);
    expect((await trader.fetchBalance())['USDT']?.used).toBe(0);
    await trader.close();
  });

  it('does not execute a stop order immediately', async () => {
    const head = await server.journalHead();
    const params = { stopLossPrice: (await lastPrice()) * 0.98 };
    const price = await restingPrice();
    await expect(create(symbol, 'limit', 'sell', 0.01, price, params)).rejects.toThrow(
      'order-type-invalid',
    );
    expect(await server.journalHead()).toBe(head);
  });

  it('caps the length of a list', async () => {
    const since = Date.now() - 3_600_000;
    const trades = await client.fetchMyTrades(symbol);
    expect(trades.length).toBeGreaterThan(1);
    expect(await client.fetchMyTrades(symbol, undefined, 1_000)).toHaveLength(trades.length);
    const paged = await client.fetchMyTrades(symbol, since, undefined, { paginate: true });
    expect(paged.map(({ id }) => id)).toEqual(trades.map(({ id }) => id));
    const orders = await client.fetchOrders(symbol);
    expect(await client.fetchOrders(symbol, undefined, 1_000)).toHaveLength(orders.length);
    expect(await client.fetchOpenOrders(symbol, undefined, 1_000)).toEqual([]);
  });

  it('returns the fees', async () => {
    expect(await client.fetchTradingFee(symbol)).toMatchObject({ maker: 0.001, taker: 0.001 });
  });

  it('maps errors to its own classes', async () => {
    const price = await restingPrice();
    const order = (quantity: number, at: number) => create(symbol, 'limit', 'buy', quantity, at);
    await expect(order(5, price)).rejects.toThrow('account-frozen-balance-insufficient-error');
    await expect(order(0.00001, price)).rejects.toThrow('order-value-min-error');
    await expect(order(0.01, price * 2)).rejects.toThrow('order-limitorder-price-buy-max-error');
    const named = (name: string) => expect.objectContaining({ name });
    const foreign = '1349442392365359104';
    await expect(client.fetchOrder(foreign, symbol)).rejects.toEqual(named('OrderNotFound'));
    await expect(client.cancelOrder(foreign, symbol)).rejects.toEqual(named('OrderNotFound'));
    const reader = await clientOf(person, ['read']);
    const attempt = reader.createOrder(symbol, 'limit', 'buy', 0.01, price);
    await expect(attempt).rejects.toEqual(named('PermissionDenied'));
    await reader.close();
    const payout = client.withdraw('USDT', 100, '0x1', undefined, { network: 'ERC20' });
    await expect(payout).rejects.toEqual(named('PermissionDenied'));
    // The client retries anything it takes for a network error.
    await expect(client.fetchTransfers('USDT')).rejects.toEqual(named('BadRequest'));
    const stranger = await exchangeClient(server.url(), 'rest');
    Object.assign(stranger, { apiKey: key.accessKey, secret: 'another' });
    await expect(stranger.fetchBalance()).rejects.toMatchObject({ name: 'AuthenticationError' });
    await stranger.close();
  });

  it('watches orders and trades as they happen', async () => {
    const orders: { id: string; status: string | undefined }[] = [];
    const trades: string[] = [];
    let isOn = true;
    const watch = async () => {
      while (isOn) {
        for (const { id, status } of await client.watchOrders(symbol))
          orders.push({ id: id!, status });
      }
    };
    const watchTrades = async () => {
      while (isOn) {
        for (const trade of await client.watchMyTrades(symbol)) trades.push(trade.order!);
      }
    };
    const watching = Promise.allSettled([watch(), watchTrades()]);
    // The client does not report when its subscriptions are active: trade until both have received something.
    await vi.waitFor(
      async () => {
        await create(symbol, 'market', 'sell', 0.001);
        expect(orders.length).toBeGreaterThan(0);
        expect(trades.length).toBeGreaterThan(0);
      },
      { timeout: 60_000, interval: 500 },
    );
    const price = await restingPrice();
    const resting = await create(symbol, 'limit', 'buy', 0.01, price);
    // The client only keeps the newest state of an order, so each one must be read in time.
    const isReported = (status: string) =>
      vi.waitFor(() => expect(orders).toContainEqual({ id: resting.id, status }), 60_000);
    await isReported('open');
    await client.cancelOrder(resting.id, symbol);
    await isReported('canceled');
    const sale = await create(symbol, 'market', 'sell', 0.001);
    await vi.waitFor(() => {
      expect(orders).toContainEqual({ id: sale.id, status: 'closed' });
      expect(trades).toContain(sale.id);
    }, 60_000);
    isOn = false;
    await client.close();
    await watching;
  });
});

describe('the trading guide', () => {
  it('shows an example that runs unchanged', async () => {
    const guide = await server.api.raw('/api/docs/trading');
    expect(guide.status).toBe(200);
    expect(guide.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const [, code = ''] = /<code id="example">([\s\S]*?)<\/code>/.exec(guide.text) ?? [];
    const example = code.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', example],
      {
        cwd: fileURLToPath(new URL('.', import.meta.url)),
        env: { TERN_URL: server.url(), TERN_KEY: key.accessKey, TERN_SECRET: key.secret },
        timeout: 40_000,
      },
    );
    expect(stdout).toMatch(/Available USDT: \d+/);
    expect(stdout).toMatch(/order \d+ is open/);
    expect(stdout).toMatch(/open orders: 1/);
    expect(stdout).toMatch(/order \d+ is canceled/);
  });
});
