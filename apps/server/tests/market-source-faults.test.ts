/** A source that is wrong, lags, jumps, repeats, stops or sends garbage never sets a price (ADR 16). */
import { gzipSync } from 'node:zlib';
import { formatDecimal } from '@tern/money';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { btcTicks, type FollowedMarket, followServers } from './support/followed-market.ts';
import { type ManualClock, manualClock } from './support/market.ts';
import { type PriceServer, startPriceServer } from './support/price-server.ts';

let fresh: FreshDatabase;
let clock: ManualClock;
let server: PriceServer;
let market: FollowedMarket;

async function start(): Promise<void> {
  fresh = await freshDatabase();
  clock = manualClock();
  server = await startPriceServer(clock);
  market = await followServers(fresh.database, { clock, servers: [server] });
  // A first price counts after ten stable seconds, and after the source was asked for its history.
  while ((await market.prices()).length < 3) await market.honest(1);
}

async function stop(): Promise<void> {
  await market.stop();
  await server.end();
  await fresh.drop();
}

/** Every price and every candle is the honest one, and the market continues. */
async function expectOnlyHonest(): Promise<void> {
  await market.honest(12);
  const prices = await market.prices();
  expect(prices.length).toBeGreaterThan(3);
  expect(new Set(prices)).toEqual(new Set(['100']));
  for (const interval of ['1min', '60min', '1day']) {
    for (const { open, high, low, close } of await market.candles(interval)) {
      expect([open, high, low, close]).toEqual(['100', '100', '100', '100']);
    }
  }
  expect((await market.feed()).state).toBe('live');
}

const trade = (over: Record<string, unknown>) => () => server.trade('btcusdt', '9000', over);
const ticker = (over: Record<string, unknown>) => () => server.ticker('btcusdt', '9000', over);
const frame = (data: Buffer | string, isBinary?: boolean) => () => server.raw(data, isBinary);
const message = (text: string) => frame(gzipSync(text));
const minute = 60_000;

describe('a source that sends invalid data', () => {
  beforeAll(start);
  afterAll(stop);

  it.each<[string, () => void]>([
    ['a price of zero', trade({ price: 0 })],
    ['a negative price', trade({ price: -100 })],
    ['a price that is not a number', trade({ price: 'expensive' })],
    ['no price', trade({ price: null })],
    ['a price beyond any bound', trade({ price: 1e300 })],
    ['a price too small to be one', trade({ price: 1e-30 })],
    ['a negative quantity', trade({ amount: -1 })],
    ['a quantity beyond any bound', trade({ price: 100, amount: 1e30 })],
    ['a side that does not exist', trade({ direction: 'both' })],
    ['a trade without an id', trade({ tradeId: undefined })],
    ['a trade in the future', trade({ ts: Date.parse('2100-01-01') })],
    [
      'a trade of a minute ago',
      () => server.trade('btcusdt', '9000', { ts: clock.now() - minute }),
    ],
    ['a trade without a valid time', trade({ ts: 'now' })],
    ['a trade before the epoch', trade({ ts: -1 })],
    ['a time with fractions of a millisecond', () => trade({ ts: clock.now() + 0.5 })()],
    ['a jump', trade({})],
    ['a jump of the ask price', ticker({})],
    ['a bid above the ask', ticker({ bid: 9_001, ask: 8_999 })],
    ['an empty best bid and ask', ticker({ bidSize: 0, askSize: 0 })],
    ['prices of a market without subscription', () => server.trade('dogeusdt', '9000')],
    [
      'prices on a topic without subscription',
      () =>
        server.send({
          ch: 'market.btcusdt.kline.1min',
          ts: clock.now(),
          tick: { close: 9000 },
        }),
    ],
    ['a property name of objects as symbol', () => server.trade('constructor', '9000')],
    [
      'thousands of trades in one message',
      () =>
        server.send({
          ch: 'market.btcusdt.trade.detail',
          ts: clock.now(),
          tick: {
            data: Array.from({ length: 3_000 }, (_, id) => ({
              ts: clock.now(),
              tradeId: 10_000 + id,
              amount: 1,
              price: 9_000,
              direction: 'buy',
            })),
          },
        }),
    ],
    [
      'an error',
      () => server.send({ status: 'error', 'err-code': 'bad-request', 'err-msg': 'no', ts: 1 }),
    ],
    ['a plain text frame', frame('{"ch":"market.btcusdt.trade.detail"}', false)],
    ['bytes that are not gzip', frame(Buffer.from('{"ch":"market.btcusdt.ticker"}'))],
    [
      'half of a gzip stream',
      () => server.raw(gzipSync(JSON.stringify({ ping: 1 })).subarray(0, 12)),
    ],
    ['gzip without JSON', message('prices are high')],
    ['gzip of an empty text', message('')],
    ['JSON that is not a message', message('[1,2,3]')],
    ['JSON of null', message('null')],
    ['deeply nested JSON', message('['.repeat(200_000))],
    [
      'a message with property names of objects',
      message('{"__proto__":{"ping":"1"},"ch":"__proto__"}'),
    ],
    ['a ping that is a text with brackets', message('{"ping":"}{"}')],
    ['a gzip bomb', frame(gzipSync(Buffer.alloc(80_000_000)))],
    ['no message', () => undefined],
  ])('with %s sets no price', async (_name, lie) => {
    await market.second(lie);
    await expectOnlyHonest();
  });
});

describe('a source that jumps', () => {
  beforeEach(start);
  afterEach(stop);

  it('and returns within ten seconds sets no price; meanwhile the feed is stale', async () => {
    for (let second = 0; second < 9; second += 1) {
      await market.second(() => server.trade('btcusdt', '130'));
    }
    expect((await market.feed()).state).toBe('stale');
    await expectOnlyHonest();
  });

  it('and flickers between two prices never sets the wrong one', async () => {
    for (let second = 0; second < 40; second += 1) {
      await market.second(() => server.trade('btcusdt', second % 4 === 0 ? '100' : '130'));
    }
    await expectOnlyHonest();
  });

  it('in small steps that are large together is treated as a jump', async () => {
    for (const price of ['101.9', '103.8', '105.8', '107.9', '110']) {
      await market.second(() => server.trade('btcusdt', price));
    }
    expect(new Set(await market.prices())).toEqual(new Set(['100', '101.9']));
  });

  it('sets the price after it has kept its price for ten seconds, because markets do jump', async () => {
    for (let second = 0; second < 12; second += 1) {
      await market.second(() => server.trade('btcusdt', '110'));
    }
    expect((await market.prices()).slice(-2)).toEqual(['110', '110']);
    expect((await market.feed()).state).toBe('live');
  });
});

describe('a source that repeats itself', () => {
  beforeEach(start);
  afterEach(stop);

  it('with one trade sent repeatedly sets one price, and becomes stale', async () => {
    const before = (await market.prices()).length;
    await market.second(() => server.trade('btcusdt', '100', { tradeId: 777 }));
    const { at } = market.running.prices.latest('btcusdt')!;
    for (let second = 0; second < 7; second += 1) {
      await market.second(() => server.trade('btcusdt', '100', { tradeId: 777 }));
    }
    expect(await market.prices()).toHaveLength(before + 1);
    expect(market.running.prices.latest('btcusdt')?.at).toBe(at);
    expect((await market.feed()).state).toBe('stale');
  });

  it('with old trades among the new ones counts each once', async () => {
    await market.second(() => {
      for (const tradeId of [901, 902, 901, 902, 903, 901]) {
        server.trade('btcusdt', '100', { tradeId, amount: 2 });
      }
    });
    const ticks = await fresh.database.many(btcTicks, []);
    expect(formatDecimal(ticks.at(-1)!.quantity)).toBe('6');
  });
});

describe('a source that fails', () => {
  beforeEach(start);
  afterEach(stop);

  it.each<[string, () => void]>([
    ['an oversized frame', frame(Buffer.alloc(300_000, 1))],
    [
      'half of a frame and the end of the connection',
      () => server.breakOff(Buffer.from([0x82, 0x7e, 0x01])),
    ],
    ['bytes that are not a frame', () => server.breakOff(Buffer.from('HTTP/1.1 500 no\r\n\r\n'))],
    ['a dropped connection', () => server.dropAll()],
    [
      'endless nonsense',
      () => {
        for (let count = 0; count < 40; count += 1) server.raw(gzipSync('nonsense'));
      },
    ],
  ])('with %s is reconnected, and sets no price meanwhile', async (_name, fail) => {
    const { connections } = server;
    fail();
    await server.followed(connections + 1);
    await expectOnlyHonest();
  });

  it('and stops without closing the connection is reconnected', async () => {
    const { connections } = server;
    server.answersPings = false;
    await server.followed(connections + 1);
    server.answersPings = true;
    await expectOnlyHonest();
  });

  it('and stops is reported as stale after five seconds, and its last price stays', async () => {
    await server.end();
    const before = await market.prices();
    clock.advance(5_001);
    await market.running.market.advanceTicks();
    expect(await market.feed()).toMatchObject({ state: 'stale', sources: [{ isLive: false }] });
    expect(await market.prices()).toEqual(before);
    const { connections } = server;
    await server.begin();
    await server.followed(connections + 1);
    await expectOnlyHonest();
  });
});
