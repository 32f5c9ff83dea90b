/** Metals and forex are polled over HTTP: only valid quotes are accepted (docs/features/market/market.md). */
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { formatDecimal } from '@tern/money';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createQuotesSource } from '../src/features/market/pricing/sources/quotes/quotes-source.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { type ManualClock, manualClock } from './support/market.ts';
import { type PriceServer, startPriceServer } from './support/price-server.ts';
import { type RunningMarket, runMarket } from './support/running-market.ts';
import { until } from './support/pass-time.ts';

let fresh: FreshDatabase;
let clock: ManualClock;
let server: PriceServer;
let running: RunningMarket;
let asked: { url: URL; authorization: string | undefined }[];
let answer: (response: ServerResponse) => void;

const quotes = (...list: unknown[]) => JSON.stringify({ quotes: list });
const gold = (price: unknown, over: object = {}) => ({
  symbol: 'XAU/USD',
  price,
  at: clock.now(),
  ...over,
});
const honest = (response: ServerResponse) => response.end(quotes(gold('2650.12')));

async function start(): Promise<void> {
  fresh = await freshDatabase();
  clock = manualClock();
  server = await startPriceServer(clock);
  asked = [];
  answer = honest;
  server.answer = (url, response, request) => {
    asked.push({ url, authorization: request.headers.authorization });
    answer(response);
  };
  const source = createQuotesSource({
    name: 'quotes',
    url: `${server.url}/v1/latest?plan=free`,
    token: 'secret',
    symbols: new Map([
      ['xauusd', 'XAU/USD'],
      ['eurusd', 'EUR/USD'],
    ]),
    logProblem: () => undefined,
    timing: { everyMs: 10, timeoutMs: 200 },
  });
  running = await runMarket(fresh.database, clock.now(), { clock, sources: [source] });
}

async function stop(): Promise<void> {
  await running.market.stop?.();
  await server.end();
  await fresh.drop();
}

/** Seconds with at least one new poll each. */
async function seconds(count: number): Promise<void> {
  for (let second = 0; second < count; second += 1) {
    clock.advance(1_000);
    const before = asked.length;
    await until('two more polls', () => asked.length >= before + 2, { everyMs: 5 });
    await running.market.advanceTicks();
  }
}

const price = () => {
  const tick = running.prices.latest('xauusd');
  return tick && formatDecimal(tick.price);
};

describe('a quote source', () => {
  beforeEach(start);
  afterEach(stop);

  it('is queried by its own symbol names, with its token, and its prices are exact', async () => {
    await seconds(12);
    expect(price()).toBe('2650.12');
    expect(asked[0]?.url.pathname).toBe('/v1/latest');
    expect(Object.fromEntries(asked[0]!.url.searchParams)).toEqual({
      plan: 'free',
      symbols: 'XAU/USD,EUR/USD',
    });
    expect(asked[0]?.authorization).toBe('Bearer secret');
    expect(running.prices.latest('eurusd')).toBeUndefined();
  });

  it('may send its prices as numbers', async () => {
    answer = (response) => response.end(quotes(gold(2650.37)));
    await seconds(12);
    expect(price()).toBe('2650.37');
  });

  it('that repeats an old quote becomes stale by the quote’s own time', async () => {
    await seconds(12);
    const at = clock.now();
    answer = (response) => response.end(quotes(gold('2650.12', { at })));
    await seconds(7);
    expect(running.prices.latest('xauusd')?.at).toBeLessThanOrEqual(at);
    const { list } = (await running.call('/base/feeds', { symbol: 'xauusd' })) as {
      list: { state: string }[];
    };
    expect(list[0]?.state).toBe('stale');
  });
});

describe('a quote source with faults', () => {
  beforeAll(async () => {
    await start();
    await seconds(12);
  });
  afterAll(stop);

  it.each<[string, (response: ServerResponse) => void]>([
    ['no JSON', (response) => response.end('closed for lunch')],
    ['another shape', (response) => response.end('{"gold":2650}')],
    ['a price below zero', (response) => response.end(quotes(gold(-2650)))],
    ['a price of zero', (response) => response.end(quotes(gold(0)))],
    ['a price as formatted text', (response) => response.end(quotes(gold('2,650.12')))],
    ['a price that jumps', (response) => response.end(quotes(gold('2950.12')))],
    [
      'a quote in the future',
      (response) => response.end(quotes(gold('2650.5', { at: clock.now() + 86_400_000 }))),
    ],
    [
      'a quote of a minute ago',
      (response) => response.end(quotes(gold('2650.5', { at: clock.now() - 60_000 }))),
    ],
    ['no time', (response) => response.end(quotes(gold('2650.5', { at: undefined })))],
    [
      'a market that was not requested',
      (response) => response.end(quotes(gold('2650.5', { symbol: 'xauusd' }))),
    ],
    ['an error', (response) => response.writeHead(500).end(quotes(gold('2650.5')))],
    ['a redirect', (response) => response.writeHead(302, { location: server.url }).end()],
    ['a connection that ends immediately', (response) => response.destroy()],
    ['a body that never ends', (response) => response.write('{"quotes":[')],
    ['a body that is too large', (response) => response.end('['.repeat(400_000))],
    [
      'a gzip bomb',
      (response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' });
        response.end(gzipSync(Buffer.alloc(20_000_000, ' ')));
      },
    ],
  ])('that answers %s sets no price, and is retried', async (_name, fault) => {
    answer = fault;
    await seconds(3);
    expect(price()).toBe('2650.12');
    answer = honest;
    await seconds(2);
    expect(running.prices.latest('xauusd')?.at).toBe(clock.now());
    expect(price()).toBe('2650.12');
  });
});
