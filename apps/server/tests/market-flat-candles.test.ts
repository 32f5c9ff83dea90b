/** Candles without trades are flat; feed gaps have no candles and are listed. */
import { type Amount, decimal, formatDecimal, type Price } from '@tern/money';
import type { Output } from '@tern/protocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PriceSource, SourceQuote } from '../src/features/market/pricing/price-source.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { type RunningMarket, runMarket } from './support/running-market.ts';

type Answer = Output<'GET /base/getkdata'>;
type Candle = Answer['list'][number];

const MINUTE = 60;
/** Shortly before a new hour and, later, a new day. */
const BEGAN = Date.parse('2026-11-18T22:41:10Z');

let fresh: FreshDatabase;
let running: RunningMarket;
let receivers: ((quote: SourceQuote) => void)[] = [];
let seed = 7;

/** Sends only the prices of the test. Two of them are accepted immediately. */
const source = (name: string): PriceSource => ({
  name,
  start: (receive) => receivers.push(receive),
  stop: () => undefined,
});

const start = async (at: number) => {
  receivers = [];
  running = await runMarket(fresh.database, at, { sources: [source('a'), source('b')] });
};

function random(limit: number): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % limit;
}

async function quote(symbol: string, price: string, quantity = '1'): Promise<void> {
  const at = running.clock.now();
  const amounts = { price: decimal<Price>(price), quantity: decimal<Amount>(quantity) };
  for (const receive of receivers) receive({ symbol, ...amounts, takerSide: 'buy', at });
  await running.market.advanceTicks();
}

async function candles(symbol: string, interval: string, more: object = {}): Promise<Answer> {
  const answer = await running.call('/base/getkdata', { id: symbol, interval, num: 1000, ...more });
  return answer as Answer;
}

/** Bitcoin is traded constantly, ether rarely. */
async function live(minutes: number): Promise<void> {
  const end = running.clock.now() + minutes * 60_000;
  while (running.clock.now() < end) {
    running.clock.advance(1_000 * (20 + random(30)));
    await quote('btcusdt', `${60_000 + random(50)}`);
    if (random(14) === 0) await quote('ethusdt', `${(300_000 + random(900)) / 100}`);
  }
}

/** Independent of the product's own joining. */
function joined(minutes: readonly Candle[], seconds: number): Candle[] {
  const groups = new Map<number, Candle[]>();
  for (const minute of minutes) {
    const id = Math.floor(minute.id / seconds) * seconds;
    groups.set(id, [...(groups.get(id) ?? []), minute]);
  }
  const price = (parts: readonly Candle[], key: 'high' | 'low', pick: 'max' | 'min') =>
    String(Math[pick](...parts.map((part) => Number(part[key]))));
  const total = (parts: readonly Candle[], key: 'amount' | 'vol') =>
    formatDecimal(parts.reduce((sum, part) => sum + decimal<Amount>(part[key]), 0n));
  return [...groups].map(([id, parts]) => ({
    id,
    open: parts[0]!.open,
    close: parts.at(-1)!.close,
    high: price(parts, 'high', 'max'),
    low: price(parts, 'low', 'min'),
    amount: total(parts, 'amount'),
    vol: total(parts, 'vol'),
    count: parts.reduce((sum, part) => sum + part.count, 0),
  }));
}

async function expectExact(symbol: string): Promise<void> {
  const { list: minutes } = await candles(symbol, '1min');
  for (const [interval, seconds] of [
    ['5', 300],
    ['15', 900],
    ['30', 1_800],
    ['hour', 3_600],
    ['day', 86_400],
  ] as const) {
    expect([interval, (await candles(symbol, interval)).list]).toEqual([
      interval,
      joined(minutes, seconds),
    ]);
  }
}

beforeAll(async () => {
  fresh = await freshDatabase();
  await start(BEGAN);
  await quote('btcusdt', '60000');
  await quote('ethusdt', '3000');
  await live(110);
}, 120_000);
afterAll(() => fresh.drop());

describe('a market that is quiet while others trade', () => {
  it('has a candle for every minute, up to this one', async () => {
    const { list, gaps } = await candles('ethusdt', '1min');
    const first = Math.floor(BEGAN / 60_000) * MINUTE;
    const last = Math.floor(running.clock.now() / 60_000) * MINUTE;
    const starts = Array.from(
      { length: (last - first) / MINUTE + 1 },
      (_, at) => first + at * MINUTE,
    );
    expect(list.map(({ id }) => id)).toEqual(starts);
    expect(gaps).toEqual([]);
  });

  it('continues at the previous close, without volume', async () => {
    const { list } = await candles('ethusdt', '1min');
    const quiet = list.filter(({ count }) => count === 0);
    expect(quiet.length).toBeGreaterThan(20);
    for (const candle of quiet) {
      const { close } = list[list.indexOf(candle) - 1]!;
      expect(candle).toMatchObject({
        open: close,
        high: close,
        low: close,
        close,
        amount: '0',
        vol: '0',
      });
    }
  });

  it('has longer candles that are the exact sums of their minutes, also after a restart', async () => {
    await expectExact('ethusdt');
    await expectExact('btcusdt');
    await start(running.clock.now());
    await expectExact('ethusdt');
    await live(35);
    await expectExact('ethusdt');
  });

  it('returns the same candles page by page', async () => {
    const { list: all } = await candles('ethusdt', '1min');
    const pages: Candle[] = [];
    for (let to: number | undefined; pages.length < all.length; to = pages[0]!.id) {
      const page = await candles('ethusdt', '1min', { num: 7, ...(to && { to }) });
      pages.unshift(...page.list);
    }
    expect(pages).toEqual(all);
  });
});

describe('a feed gap', () => {
  it('has no candles and is listed as a gap, also after a restart', async () => {
    const before = await candles('ethusdt', '1min');
    const from = running.clock.now();
    running.clock.advance(10 * 60_000);
    const meanwhile = await candles('ethusdt', '1min');
    expect(meanwhile.list).toEqual(before.list);
    const gap = { from: from / 1_000, to: running.clock.now() / 1_000 };
    expect(meanwhile.gaps).toEqual([gap]);

    await quote('btcusdt', '60010');
    const expectGap = async () => {
      const { list, gaps } = await candles('ethusdt', '1min');
      const inside = list.filter(
        ({ id }) => id + MINUTE > gap.from + MINUTE && id < gap.to - MINUTE,
      );
      expect([inside, gaps]).toEqual([[], [gap]]);
    };
    await expectGap();
    await live(20);
    await expectGap();
    await expectExact('ethusdt');
    await start(running.clock.now());
    await expectGap();
    await expectExact('ethusdt');
    expect((await candles('ethusdt', '1min', { to: gap.from - 600 })).gaps).toEqual([]);
  });
});

describe('a market that closes', () => {
  it('has neither candles nor a gap for the time it was closed', async () => {
    await start(Date.parse('2026-11-20T21:58:30Z'));
    for (const [at, price] of [
      ['2026-11-20T21:58:40Z', '1.1'],
      ['2026-11-20T21:59:30Z', '1.1001'],
      ['2026-11-22T22:00:25Z', '1.1002'],
      ['2026-11-22T22:01:10Z', '1.1003'],
    ] as const) {
      running.clock.set(Date.parse(at));
      await quote('eurusd', price);
    }
    const { list, gaps } = await candles('eurusd', '1min');
    expect(list.map(({ id }) => new Date(id * 1_000).toISOString().slice(8, 16))).toEqual([
      '20T21:58',
      '20T21:59',
      '22T22:00',
      '22T22:01',
    ]);
    expect(gaps).toEqual([]);
  });

  it('starts with a gap if no price arrives at the opening', async () => {
    running.clock.set(Date.parse('2026-11-22T22:01:20Z'));
    await quote('eurusd', '1.1003');
    running.clock.set(Date.parse('2026-11-27T21:59:55Z'));
    await quote('eurusd', '1.1004');
    running.clock.set(Date.parse('2026-11-29T22:07:00Z'));
    await quote('eurusd', '1.1005');
    const { list, gaps } = await candles('eurusd', '1min', { num: 2 });
    expect(list.map(({ id }) => new Date(id * 1_000).toISOString().slice(8, 16))).toEqual([
      '27T21:59',
      '29T22:07',
    ]);
    expect(gaps).toHaveLength(2);
  });
});
