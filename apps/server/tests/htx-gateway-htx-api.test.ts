import { SpotClient, WebsocketClient, WS_KEY_MAP } from 'htx-api';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Person } from './support/people.ts';
import { createApiKey } from './support/signed-client.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let person: Person;
let client: SpotClient;
let credentials: { apiKey: string; apiSecret: string };

const symbol = 'btcusdt';

beforeAll(async () => {
  server = await startServer();
  person = await server.register();
  await server.fund(person.memberId, { USDT: '100000', BTC: '1' });
  const key = await createApiKey(server, person);
  credentials = { apiKey: key.accessKey, apiSecret: key.secret };
  client = new SpotClient({ ...credentials, baseUrl: server.url() });
  await vi.waitFor(async () => expect(await lastPrice()).toBeGreaterThan(0), 60_000);
});

afterAll(() => server.stop());

const lastPrice = async () => (await client.getTicker({ symbol })).tick.close;

const accountId = () => String(person.memberId);

/** Far enough to rest, near enough to be allowed. */
async function restingOrder(fields: { name?: string; amount?: string } = {}) {
  return {
    'account-id': accountId(),
    symbol,
    type: 'buy-limit' as const,
    amount: fields.amount ?? '0.01',
    price: ((await lastPrice()) * 0.97).toFixed(1),
    ...(fields.name === undefined ? {} : { 'client-order-id': fields.name }),
  };
}

describe('the npm client htx-api, unmodified except for its URL', () => {
  it('reads all reference data', async () => {
    const [symbols, tradingSymbols] = await Promise.all([
      client.getSymbolsSettings(),
      client.getTradingSymbols(),
    ]);
    expect(symbols.data.find((each) => each.symbol === symbol)).toMatchObject({ sn: 'BTC/USDT' });
    expect(tradingSymbols.data.map(({ sc }) => sc)).toEqual(
      symbols.data.map((each) => each.symbol),
    );
    const bounds = await client.getMarketSymbolsSettings({ symbols: 'btcusdt,ethusdt' });
    expect(bounds.data.map((each) => each.symbol)).toEqual(['btcusdt', 'ethusdt']);
    const currencies = await client.getCurrencies();
    expect(currencies.data.find(({ cc }) => cc === 'btc')).toMatchObject({ dn: 'BTC', de: true });
    expect((await client.getCurrencysSettings()).data).toHaveLength(currencies.data.length);
    const chains = await client.getChainsInfo({ currency: 'usdt' });
    const networks = (await client.getReferenceCurrencies({ currency: 'usdt' })).data[0]!.chains!;
    expect(chains.data.map(({ chain }) => chain)).toEqual(networks.map(({ chain }) => chain));
    expect(networks.length).toBeGreaterThan(1);
  });

  it('reads the market', async () => {
    const candles = await client.getKlines({ symbol, period: '1min', size: 3 });
    expect(candles.data).toHaveLength(3);
    const book = (await client.getFullOrderBook({ symbol })).tick;
    const depth = (await client.getMarketDepth({ symbol, type: 'step0', depth: 5 })).tick;
    expect(depth.bids).toHaveLength(5);
    expect(book.bids.length).toBeGreaterThan(depth.bids.length);
    expect((await client.get24hMarketSummary({ symbol })).tick.close).toBeGreaterThan(0);
    const trades = async () => (await client.getHistoryTrades({ symbol, size: 2 })).data;
    await vi.waitFor(async () => expect(await trades()).toHaveLength(2), 60_000);
  });

  it('returns the key’s owner and the balances', async () => {
    expect((await client.getUserUid()).data).toBe(person.memberId);
    const accounts = await client.getAccounts();
    expect(accounts.data).toMatchObject([{ id: person.memberId, type: 'spot', state: 'working' }]);
    const { list } = (await client.getAccountBalance({ accountId: accountId() })).data;
    const usdt = { currency: 'usdt', type: 'trade', balance: '110000' };
    expect(list).toContainEqual(expect.objectContaining(usdt));
  });

  it('places, finds and cancels an order', async () => {
    const placed = await client.submitOrder(await restingOrder());
    const order = await client.getOrder({ orderId: placed.data });
    expect(order.data).toMatchObject({ symbol, state: 'submitted', amount: '0.01' });
    await client.cancelOrderById({ orderId: placed.data });
    expect((await client.getOrder({ orderId: placed.data })).data.state).toBe('canceled');
  });

  it('places several orders in one request and returns the result of each', async () => {
    const good = await restingOrder({ name: 'many-1' });
    const tooDear = await restingOrder({ name: 'many-2', amount: '1000' });
    const answer = await client.submitBatchOrders([good, tooDear, { ...good, symbol: 'nosuch' }]);
    const [first, second, third] = answer.data;
    expect(first).toEqual({ 'order-id': expect.any(Number), 'client-order-id': 'many-1' });
    expect(second).toMatchObject({ 'client-order-id': 'many-2', 'err-code': expect.any(String) });
    expect(third).toMatchObject({ 'err-code': expect.any(String) });
    const open = await client.getOpenOrders({ 'account-id': accountId(), symbol });
    expect(open.data.map(({ id }) => id)).toEqual([first!['order-id']]);
    await client.batchCancelOrders({ 'order-ids': [String(first!['order-id'])] });
  });

  it('refuses more than ten orders in one request and places none of them', async () => {
    const order = await restingOrder();
    await expect(
      client.submitBatchOrders(Array.from({ length: 11 }, () => ({ ...order }))),
    ).rejects.toMatchObject({ body: { 'err-code': 'bad-request' } });
    expect((await client.getOpenOrders({ 'account-id': accountId(), symbol })).data).toEqual([]);
  });

  it('is refused with the secret of another key', async () => {
    const wrong = { ...credentials, apiSecret: 'x'.repeat(40), baseUrl: server.url() };
    await expect(new SpotClient(wrong).getAccounts()).rejects.toMatchObject({
      body: { 'err-code': 'api-signature-not-valid' },
    });
  });

  it('receives market data and its own orders', async () => {
    const channels = new Set<string>();
    const follow = (
      path: string,
      wsKey: (typeof WS_KEY_MAP)[keyof typeof WS_KEY_MAP],
      topics: string[],
    ) => {
      const wsUrl = server.url().replace('http', 'ws') + path;
      const quiet = { trace() {}, info() {}, error() {} };
      const socket = new WebsocketClient({ ...credentials, wsUrl }, quiet);
      onTestFinished(() => socket.closeAll());
      socket.on('message', (message) => channels.add(String((message as { ch?: string }).ch)));
      socket.subscribe(topics, wsKey);
    };
    const market = ['kline.1min', 'trade.detail', 'depth.step0', 'bbo', 'ticker', 'detail'];
    const topics = market.map((each) => `market.${symbol}.${each}`);
    const own = [`orders#${symbol}`, 'accounts.update#1'];
    follow('/ws', WS_KEY_MAP.spotPublic, topics);
    follow('/feed', WS_KEY_MAP.spotFeed, [`market.${symbol}.mbp.150`]);
    follow('/ws/v2', WS_KEY_MAP.spotPrivateV2, own);
    // Sent once the subscription is active.
    await vi.waitFor(() => expect(channels).toContain('accounts.update#1'), 60_000);
    const placed = await client.submitOrder(await restingOrder());
    await vi.waitFor(() => {
      expect([...channels]).toEqual(
        expect.arrayContaining([...topics, `market.${symbol}.mbp.150`, ...own]),
      );
    }, 60_000);
    await client.cancelOrderById({ orderId: placed.data });
  });
});
