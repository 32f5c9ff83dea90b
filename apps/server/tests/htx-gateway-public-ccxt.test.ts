import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ExchangeClient, exchangeClient } from './support/exchange-client.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let client: ExchangeClient;
let plain: ExchangeClient;

beforeAll(async () => {
  server = await startServer({ historyDays: 92, trustedProxies: ['loopback'] });
  client = await exchangeClient(server.url(), 'live');
  plain = await exchangeClient(server.url(), 'rest');
  await client.loadMarkets();
});

let addresses = 0;

// A proxy names another caller for each test: calls are priced by rows, and no test pays for another.
beforeEach(() => {
  addresses += 1;
  plain.headers = { 'x-forwarded-for': `198.51.100.${addresses}` };
});

afterAll(async () => {
  await client.close();
  await plain.close();
  await server.stop();
});

describe('ccxt over REST', () => {
  it('loads all markets with their steps and bounds, and all currencies', async () => {
    const markets = await plain.loadMarkets();
    expect(Object.keys(markets)).toEqual(
      expect.arrayContaining(['BTC/USDT', 'XAU/USD', 'EUR/JPY', 'SHIB/USDT']),
    );
    // What HTX lists besides spot, which ccxt asks for too, is shown as ended.
    const contracts = Object.values(markets).filter((market) => market?.contract);
    expect(contracts.map((market) => [market?.symbol, market?.active])).toEqual([
      ['BTC/USDT:USDT', false],
      ['BTC/USD:BTC', false],
      ['BTC/USD:BTC-200103', false],
    ]);
    // Forex and metals are inactive at weekends.
    const ofCoins = Object.values(markets).filter(
      (market) => market?.quote === 'USDT' && !contracts.includes(market),
    );
    expect(ofCoins.every((market) => market?.active && market.spot)).toBe(true);
    expect(markets['BTC/USDT']).toMatchObject({
      id: 'btcusdt',
      precision: { price: 0.1, amount: 0.00001, cost: 0.000001 },
      limits: { amount: { min: 0.00001 }, cost: { min: 5 } },
    });
    expect(plain.priceToPrecision('SHIB/USDT', 0.0000123456789)).toBe('0.000012346');
    expect(Object.keys(plain.currencies)).toEqual(expect.arrayContaining(['USDT', 'BTC', 'EUR']));
    expect(plain.currencies['EUR']?.type).toBe('fiat');
  });

  it('returns the time and that the market is open', async () => {
    const before = Date.now();
    const time = await plain.fetchTime();
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(Date.now());
    expect((await plain.fetchStatus()).status).toBe('ok');
  });

  it('fetches one ticker and all of them', async () => {
    const ticker = await plain.fetchTicker('BTC/USDT');
    expect(ticker.symbol).toBe('BTC/USDT');
    expect(ticker.bid).toBeGreaterThan(0);
    expect(ticker.ask).toBeGreaterThan(ticker.bid!);
    expect(ticker.high).toBeGreaterThanOrEqual(ticker.last!);
    expect(ticker.low).toBeLessThanOrEqual(ticker.last!);
    const tickers = await plain.fetchTickers();
    const spot = plain.symbols.filter((symbol) => plain.market(symbol)?.spot);
    expect(Object.keys(tickers).toSorted()).toEqual(spot.toSorted());
    const some = await plain.fetchTickers(['ETH/USDT', 'EUR/USD']);
    expect(Object.keys(some).toSorted()).toEqual(['ETH/USDT', 'EUR/USD']);
  });

  it.each([undefined, 5, 10, 20])('fetches the order book to a depth of %s', async (limit) => {
    const book = await plain.fetchOrderBook('BTC/USDT', limit);
    expect(book.bids).toHaveLength(limit ?? 20);
    expect(book.asks).toHaveLength(limit ?? 20);
    const bids = book.bids.map(([price]) => price!);
    const asks = book.asks.map(([price]) => price!);
    expect(bids).toEqual(bids.toSorted((left, right) => right - left));
    expect(asks).toEqual(asks.toSorted((left, right) => left - right));
    expect(asks[0]).toBeGreaterThan(bids[0]!);
    expect(book.nonce).toBeGreaterThan(0);
  });

  it('fetches trades in order of time, each with its own id', async () => {
    await expect.poll(async () => (await plain.fetchTrades('BTC/USDT')).length).toBeGreaterThan(1);
    const trades = await plain.fetchTrades('BTC/USDT');
    expect(new Set(trades.map(({ id }) => id)).size).toBe(trades.length);
    expect(trades.every(({ side }) => side === 'buy' || side === 'sell')).toBe(true);
    const times = trades.map(({ timestamp }) => timestamp!);
    expect(times).toEqual(times.toSorted((left, right) => left - right));
  });

  it.each(['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w', '1M', '1y'])(
    'fetches candles of %s',
    async (timeframe) => {
      const candles = await plain.fetchOHLCV('BTC/USDT', timeframe, undefined, 3);
      // The simulated history is three months long.
      expect(candles.length).toBeGreaterThanOrEqual(timeframe === '1y' ? 1 : 3);
      for (const [, open, high, low, close] of candles) {
        expect(high).toBeGreaterThanOrEqual(Math.max(open!, close!));
        expect(low).toBeLessThanOrEqual(Math.min(open!, close!));
      }
    },
  );

  it('pages candles forward from a moment in the past', async () => {
    const minute = 60_000;
    const since = Math.floor(Date.now() / minute) * minute - 50 * minute;
    const first = await plain.fetchOHLCV('BTC/USDT', '1m', since, 20);
    expect(first.map(([at]) => at)).toEqual(
      Array.from({ length: 20 }, (_, index) => since + index * minute),
    );
    const next = await plain.fetchOHLCV('BTC/USDT', '1m', since + 20 * minute, 20);
    expect(next[0]![0]).toBe(first.at(-1)![0]! + minute);
    const older = { useHistoricalEndpointForSpot: false };
    const newest = await plain.fetchOHLCV('BTC/USDT', '1m', undefined, 2_000, older);
    expect(newest).toHaveLength(2_000);
  });

  it.each(['1m', '1h', '1w'])(
    'starts with the first candle of %s if requested from years before',
    async (timeframe) => {
      const first = await plain.fetchOHLCV('BTC/USDT', timeframe, Date.UTC(2017, 0), 5);
      expect(first).toHaveLength(5);
      const before = { until: first[0]![0]! - 1 };
      expect(await plain.fetchOHLCV('BTC/USDT', timeframe, undefined, 5, before)).toEqual([]);
    },
  );

  it('returns the order limits of one symbol', async () => {
    const client = plain as unknown as { fetchTradingLimits(symbols: string[]): Promise<unknown> };
    expect(await client.fetchTradingLimits(['BTC/USDT'])).toMatchObject({
      'BTC/USDT': { limits: { amount: { min: 0.00001, max: expect.any(Number) } } },
    });
  });

  it('is refused with the name of an unknown symbol', async () => {
    const raw = plain as unknown as {
      spotPublicGetMarketDetailMerged(query: object): Promise<unknown>;
    };
    await expect(raw.spotPublicGetMarketDetailMerged({ symbol: 'nosuch' })).rejects.toThrow(
      'invalid symbol',
    );
  });
});

describe('ccxt over the socket', () => {
  it('watches tickers, trades and candles', async () => {
    const [ticker, trades, candles] = await Promise.all([
      client.watchTicker('ETH/USDT'),
      client.watchTrades('ETH/USDT'),
      client.watchOHLCV('ETH/USDT', '1m'),
    ]);
    expect(ticker).toMatchObject({ symbol: 'ETH/USDT', last: expect.any(Number) });
    expect(trades[0]).toMatchObject({ symbol: 'ETH/USDT', price: expect.any(Number) });
    expect(candles.at(-1)![0]! % 60_000).toBe(0);
    const next = await client.watchTicker('ETH/USDT');
    expect(next.timestamp).toBeGreaterThan(ticker.timestamp!);
    await (client as unknown as { unWatchTicker(symbol: string): Promise<unknown> }).unWatchTicker(
      'ETH/USDT',
    );
  });

  it('maintains several order books without losing the sequence', async () => {
    const symbols = ['BTC/USDT', 'ETH/USDT', 'SOL/USDT', 'SHIB/USDT'];
    const nonces = new Map<string, Set<number>>();
    await Promise.all(
      symbols.map(async (symbol) => {
        const seen = new Set<number>();
        nonces.set(symbol, seen);
        while (seen.size < 4) {
          const book = await client.watchOrderBook(symbol);
          seen.add(book.nonce!);
          expect(book.asks[0]![0]).toBeGreaterThan(book.bids[0]![0]!);
        }
      }),
    );
    for (const symbol of symbols) expect(nonces.get(symbol)!.size).toBeGreaterThan(3);
  });

  it('has the same order book in the end as over REST', async () => {
    await expect
      .poll(
        async () => {
          const watched = await client.watchOrderBook('BTC/USDT');
          const fetched = await plain.fetchOrderBook('BTC/USDT');
          if (watched.nonce !== fetched.nonce) return 'the book moved meanwhile';
          expect(watched.bids.map((level) => [...level])).toEqual(fetched.bids);
          expect(watched.asks.map((level) => [...level])).toEqual(fetched.asks);
          return 'the same';
        },
        { interval: 50 },
      )
      .toBe('the same');
  });

  it.concurrent.each([5, 20, 400])('maintains an order book of %d levels', async (levels) => {
    const other = await exchangeClient(server.url(), 'live');
    try {
      for (let turn = 0; turn < 4; turn += 1) {
        const book = await other.watchOrderBook('BTC/USDT', levels);
        expect(book.bids.length).toBe(Math.min(levels, 20));
      }
    } finally {
      await other.close();
    }
  });

  it('is refused for an unknown symbol and stays connected', async () => {
    const other = await exchangeClient(server.url(), 'live');
    try {
      await other.loadMarkets();
      const market = other.market('BTC/USDT')!;
      (market as { id: string }).id = 'nosuch';
      await expect(other.watchTicker('BTC/USDT')).rejects.toThrow('invalid symbol');
      expect((await other.watchTicker('ETH/USDT')).last).toBeGreaterThan(0);
    } finally {
      await other.close();
    }
  });
});
