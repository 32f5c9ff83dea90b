/** Feed gaps are backfilled by a source and marked, only if the candles join up (ADR 16). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { int4, text, timestamptz } from '../src/platform/database/columns.ts';
import { defineQuery } from '../src/platform/database/query.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { type FollowedMarket, followServers } from './support/followed-market.ts';
import { type ManualClock, manualClock } from './support/market.ts';
import {
  candleAnswer,
  type PriceServer,
  startPriceServer,
  type TestCandle,
} from './support/price-server.ts';
import { until } from './support/pass-time.ts';

const backfills = defineQuery({
  name: 'test.backfills',
  text: `select starts_at, ends_at, source from candle_backfills where instrument_id = 1 order by starts_at`,
  params: [],
  row: { startsAt: timestamptz, endsAt: timestamptz, source: text },
});
const storedMinutes = defineQuery({
  name: 'test.storedMinutes',
  text: `select minutes::int as length, count(*)::int as count from candles where instrument_id = 1 group by 1 order by 1`,
  params: [],
  row: { length: int4, count: int4 },
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const floor = (at: number, step = MINUTE) => Math.floor(at / step) * step;

let fresh: FreshDatabase;
let clock: ManualClock;
let server: PriceServer;
let market: FollowedMarket;

beforeEach(async () => {
  fresh = await freshDatabase();
  clock = manualClock();
  server = await startPriceServer(clock);
});

afterEach(async () => {
  await market.stop();
  await server.end();
  await fresh.drop();
});

/** The source's `count` minutes of the gap, at about 100. */
function sourceMinutes(from: number, count: number): TestCandle[] {
  return Array.from({ length: count }, (_, index) => {
    const open = 100 + (index % 5) / 10;
    const close = 100 + ((index + 1) % 5) / 10;
    const high = Number((Math.max(open, close) + 0.2).toFixed(1));
    const low = Number((Math.min(open, close) - 0.2).toFixed(1));
    return { start: from + index * MINUTE, prices: [open, high, low, close], amount: 60 + index };
  });
}

/** Follows the server until the market ticks. */
async function follow(): Promise<void> {
  market = await followServers(fresh.database, { clock, servers: [server] });
  await market.honest(10);
  await goOn();
}

/** Honest seconds until the market ticks, slow enough for answers to arrive. */
async function goOn(): Promise<void> {
  const goesOn = async () => {
    await market.honest(1);
    return (await market.feed()).state === 'live';
  };
  await until('a market that goes on', goesOn, { everyMs: 50 });
}

/** Disconnects the market for some minutes. */
async function disconnect(minutes: number): Promise<void> {
  const { connections } = server;
  clock.advance(minutes * MINUTE);
  server.dropAll();
  await server.followed(connections + 1);
}

const shown = (candle: TestCandle) => ({
  id: candle.start / 1_000,
  open: String(candle.prices[0]),
  high: String(candle.prices[1]),
  low: String(candle.prices[2]),
  close: String(candle.prices[3]),
  amount: String(candle.amount),
});

describe('a feed gap', () => {
  it('is backfilled from the source with marked candles, without ticks', async () => {
    await follow();
    const cutAt = clock.now();
    const candles = sourceMinutes(floor(cutAt), 11);
    server.answer = candleAnswer(() => candles);
    await disconnect(10);
    const before = (await market.prices()).length;
    await goOn();
    const minutes = await market.candles('1min');
    for (const candle of candles.slice(1, 10)) {
      expect(minutes.find(({ id }) => id === candle.start / 1_000)).toMatchObject(shown(candle));
    }
    const hour = (await market.candles('60min')).at(-1);
    expect(hour).toMatchObject({ high: '100.6', low: '99.8' });
    expect(await fresh.database.many(backfills, [])).toEqual([
      { startsAt: floor(cutAt), endsAt: floor(cutAt) + 11 * MINUTE, source: 'htx0' },
    ]);
    const { told: spans } = (await market.running.call('/base/getkdata', {
      id: 'btcusdt',
      interval: '1min',
    })) as { told: unknown[] };
    const from = floor(cutAt) / 1_000;
    expect(spans).toEqual([{ from, to: from + 11 * 60, source: 'htx0' }]);
    const prices = await market.prices();
    expect(prices.slice(before).every((price) => price === '100')).toBe(true);
    expect(prices.length - before).toBe(1);
  });

  it('is also backfilled in hours and days if it crosses their end', async () => {
    clock.set(Date.parse('2026-11-18T23:52:00Z'));
    await follow();
    const candles = sourceMinutes(floor(clock.now()), 16);
    server.answer = candleAnswer(() => candles);
    await disconnect(15);
    await goOn();
    const sum = (some: readonly TestCandle[]) =>
      some.reduce((total, { amount = 0 }) => total + amount, 0);
    const [lastHour] = (await market.candles('60min')).slice(-2);
    expect(lastHour).toMatchObject({ id: Date.parse('2026-11-18T23:00:00Z') / 1_000 });
    expect(Number(lastHour?.amount)).toBe(sum(candles.slice(0, 8)));
    const [lastDay] = (await market.candles('1day')).slice(-2);
    expect(Number(lastDay?.amount)).toBe(sum(candles.slice(0, 8)));
    const { length } = await market.candles('1min');
    await market.stop();
    market = await followServers(fresh.database, { clock, servers: [server] });
    await market.honest(2);
    expect(await market.candles('1min')).toHaveLength(length);
    expect(Number((await market.candles('1day')).at(-2)?.amount)).toBe(sum(candles.slice(0, 8)));
  });

  it.each<[string, (candles: TestCandle[]) => TestCandle[]]>([
    ['with an implausible high', (candles) => with3(candles, [100.3, 180, 99, 100.4])],
    ['with a low below zero', (candles) => with3(candles, [100.3, 101, 0, 100.4])],
    [
      'with steps between two minutes and back',
      (candles) =>
        candles.map((candle, index) => (index < 3 || index > 6 ? candle : times(candle, 1.05))),
    ],
    [
      'that do not begin at the last price',
      ([first, ...rest]) => [{ ...first!, prices: [104, 104, 99.8, 100.1] }, ...rest],
    ],
    [
      'that do not end at the current price',
      (candles) => candles.map((candle, index) => times(candle, 1 + index / 200)),
    ],
    [
      'that do not start at full minutes',
      (candles) => candles.map((candle) => ({ ...candle, start: candle.start + 1_000 })),
    ],
    ['with one minute twice', (candles) => [...candles, candles[4]!]],
    [
      'with a volume beyond any bound',
      (candles) =>
        candles.map((candle, index) => (index === 3 ? { ...candle, amount: 1e17 } : candle)),
    ],
    ['with high and low exchanged', (candles) => with3(candles, [100.3, 99, 101, 100.4])],
  ])('remains if the source answers with candles %s', async (_name, lie) => {
    await follow();
    const candles = lie(sourceMinutes(floor(clock.now()), 11));
    server.answer = candleAnswer(() => candles);
    await disconnect(10);
    await goOn();
    expect(await fresh.database.many(backfills, [])).toEqual([]);
    for (const { high, low } of await market.candles('1min')) {
      expect([Number(high), Number(low)]).toEqual([100, 100]);
    }
    expect((await market.feed()).state).toBe('live');
  });

  it.each<[string, NonNullable<PriceServer['answer']>]>([
    ['invalid JSON', (_url, response) => response.end('soon')],
    [
      'JSON of another structure',
      (_url, response) => response.end('{"status":"ok","data":[{"id":1}]}'),
    ],
    ['an error', (_url, response) => response.writeHead(503).end()],
    [
      'a redirect to another host',
      (_url, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
    [
      'an endless body',
      (_url, response) => {
        response.write('{"status":"ok","data":[');
        const row = '{"id":1,"open":1,"close":1,"low":1,"high":1,"amount":1,"vol":1,"count":1},';
        response.write(row.repeat(50_000));
      },
    ],
  ])('remains, and the market continues, if the source answers with %s', async (_name, answer) => {
    await follow();
    server.answer = answer;
    await disconnect(10);
    await goOn();
    expect(await fresh.database.many(backfills, [])).toEqual([]);
    expect((await market.feed()).state).toBe('live');
  });
});

/** Replaces the fourth minute. */
function with3(candles: TestCandle[], prices: TestCandle['prices']): TestCandle[] {
  return candles.map((candle, index) => (index === 3 ? { ...candle, prices } : candle));
}

function times(candle: TestCandle, factor: number): TestCandle {
  const [open, high, low, close] = candle.prices.map((price) =>
    Number((price * factor).toFixed(4)),
  );
  return { ...candle, prices: [open!, high!, low!, close!] };
}

describe('a new symbol', () => {
  it('has the minutes, hours and joined days of its source', async () => {
    const now = clock.now();
    const minutes = sourceMinutes(floor(now) - 100 * MINUTE, 101);
    const hours = Array.from({ length: 61 }, (_, index): TestCandle => {
      const start = floor(now, HOUR) - (60 - index) * HOUR;
      return { start, prices: [100, 101, 99, 100], amount: 3_600 };
    });
    server.answer = candleAnswer((interval) => (interval === '60min' ? hours : minutes));
    await follow();
    const stored = await fresh.database.many(storedMinutes, []);
    expect(stored).toEqual([
      { length: 1, count: 100 },
      { length: 60, count: 60 },
      { length: 1440, count: 2 },
    ]);
    const days = await market.candles('1day');
    expect(days[0]).toMatchObject({ amount: String(24 * 3_600), high: '101', low: '99' });
    expect(await market.candles('1min')).toHaveLength(101);
    expect((await market.prices()).every((price) => price === '100')).toBe(true);
  });
});
