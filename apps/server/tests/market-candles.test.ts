import { type Amount, decimal, formatDecimal, type Price } from '@tern/money';
import type { Output, RowOf } from '@tern/protocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSimulator } from '../src/features/market/pricing/simulator/simulator.ts';
import { loadInstruments } from '../src/kernel/catalog/instruments.ts';
import { isOpen } from '../src/kernel/catalog/trading-hours.ts';
import { Refusal } from '../src/kernel/requests/refusal.ts';
import { int4, price, text } from '../src/platform/database/columns.ts';
import { defineQuery } from '../src/platform/database/query.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { type RunningMarket, runMarket } from './support/running-market.ts';

type Candle = Output<'GET /base/getkdata'>['list'][number];
type Row = RowOf<'POST /base/tradelist'>;

const DAY = 86_400;
/** Months, and the days of several hundred minutes; that a market begins with a year is a test of the simulator. */
const HISTORY_DAYS = 100;
const SYMBOLS = ['btcusdt', 'xauusd', 'eurjpy'];
/** The cross follows from two others. */
const SIMULATED = [...SYMBOLS, 'ethusdt', 'eurusd', 'usdjpy'];
/** A Sunday evening, a few minutes after metals and forex opened. */
const BEGAN = Date.parse('2026-11-15T22:17:20.500Z');

let fresh: FreshDatabase;
let running: RunningMarket;
/** Candles in the database after the first start. */
let storedAtFirst: number;

const storedCandles = defineQuery({
  name: 'test.storedCandles',
  text: 'select count(*)::int as stored from candles',
  params: [],
  row: { stored: int4 },
});

const tradesOf = defineQuery({
  name: 'test.tradesOf',
  text: `select extract(epoch from date_trunc('minute', t.at))::int as minute, count(*)::int as count,
      (array_agg(t.price order by t.seq))[1] as open, max(t.price) as high, min(t.price) as low,
      (array_agg(t.price order by t.seq desc))[1] as close
    from ticks t join instruments i on i.id = t.instrument_id
    where i.symbol = $1 and t.quantity > 0 group by 1 order by 1`,
  params: [text],
  row: { minute: int4, count: int4, open: price, high: price, low: price, close: price },
});

/** Runs a day and a half in uneven steps, over two midnights, with an outage and a restart in between. */
beforeAll(async () => {
  fresh = await freshDatabase();
  running = await startMarket(BEGAN);
  storedAtFirst = (await fresh.database.one(storedCandles, [])).stored;
  await runUnevenly(running, 70, 1);
  running = await startMarket(running.clock.now() + 5 * 3_600_000);
  await runUnevenly(running, 240, 2);
}, 120_000);
afterAll(() => fresh.drop());

/** Of the few markets that are looked at. */
async function startMarket(at: number, seed = 'test'): Promise<RunningMarket> {
  const { all } = await loadInstruments(fresh.database);
  const simulated = all.filter(({ symbol }) => SIMULATED.includes(symbol));
  const sources = [createSimulator(simulated, seed, HISTORY_DAYS)];
  return runMarket(fresh.database, at, { seed, sources });
}

async function runUnevenly(market: RunningMarket, steps: number, seed: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    const seconds = 1 + ((step * 7_919 * seed + step * step * 31) % 757);
    market.clock.set(market.clock.now() + seconds * 1_000);
    await market.market.advanceTicks();
  }
}

async function candles(id: string, interval: string, more: object = {}): Promise<Candle[]> {
  const answer = await running.call('/base/getkdata', { id, interval, num: 1000, ...more });
  return (answer as Output<'GET /base/getkdata'>).list;
}

/** Everything from `since`, page by page. */
async function allSince(id: string, interval: string, since: number): Promise<Candle[]> {
  let all = await candles(id, interval);
  while ((all[0]?.id ?? 0) > since) {
    const page = await candles(id, interval, { to: all[0]?.id });
    if (page.length === 0) break;
    all = [...page, ...all];
  }
  return all.filter((candle) => candle.id >= since);
}

/** Independent of the product's own joining. */
function joinMinutes(minutes: readonly Candle[], startOf: (second: number) => number): Candle[] {
  const groups = new Map<number, Candle[]>();
  for (const minute of minutes) {
    const start = startOf(minute.id);
    groups.set(start, [...(groups.get(start) ?? []), minute]);
  }
  const total = (parts: readonly Candle[], key: 'amount' | 'vol'): string =>
    formatDecimal(parts.reduce((sum, part) => sum + decimal<Amount>(part[key]), 0n));
  const extreme = (parts: readonly Candle[], key: 'high' | 'low', sign: 1n | -1n): string => {
    const prices = parts.map((part) => decimal<Price>(part[key]));
    return formatDecimal(prices.reduce((best, next) => (next * sign > best * sign ? next : best)));
  };
  return [...groups].map(([id, parts]) => ({
    id,
    open: parts[0]?.open ?? '',
    close: parts.at(-1)?.close ?? '',
    high: extreme(parts, 'high', 1n),
    low: extreme(parts, 'low', -1n),
    amount: total(parts, 'amount'),
    vol: total(parts, 'vol'),
    count: parts.reduce((sum, part) => sum + part.count, 0),
  }));
}

const floor = (seconds: number) => (second: number) => Math.floor(second / seconds) * seconds;
const monday = (second: number) => floor(7 * DAY)(second - 4 * DAY) + 4 * DAY;
const month = (second: number) => {
  const day = new Date(second * 1_000);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1) / 1_000;
};

describe('candles', () => {
  it.each(SYMBOLS)(
    'of a minute open, close, rise and fall at prices of its trades: %s',
    async (symbol) => {
      const minutes = await allSince(symbol, '1', Math.ceil(BEGAN / 60_000) * 60);
      const trades = await fresh.database.many(tradesOf, [symbol]);
      const pricesOf = ({
        open,
        high,
        low,
        close,
      }: Record<'open' | 'high' | 'low' | 'close', Price>) =>
        [open, high, low, close].map(formatDecimal);
      const expected = trades
        .filter(({ minute }) => minute >= minutes[0]!.id)
        .map((each) => [each.minute, each.count, ...pricesOf(each)]);
      const shown = ({ id, count, open, high, low, close }: Candle) => [
        id,
        count,
        open,
        high,
        low,
        close,
      ];
      expect(minutes.filter(({ count }) => count > 0).map(shown)).toEqual(expected);
    },
  );

  it.each(SYMBOLS)(
    'without a trade are flat, also those of the simulated history: %s',
    async (symbol) => {
      const since = Date.parse('2026-11-10T00:00:00Z') / 1_000;
      const quiet = (await allSince(symbol, '1', since)).filter(({ count }) => count === 0);
      expect(
        quiet.filter(({ open, high, low, close }) => new Set([open, high, low, close]).size > 1),
      ).toEqual([]);
    },
  );

  it.each(SYMBOLS)('of every interval are the exact sums of their minutes: %s', async (symbol) => {
    const since = Date.parse('2026-11-10T00:00:00Z') / 1_000;
    const minutes = await allSince(symbol, '1', since);
    expect(minutes.length).toBeGreaterThan(3_000);
    for (const [interval, seconds] of [
      ['5', 300],
      ['15', 900],
      ['30', 1_800],
      ['hour', 3_600],
      ['day', DAY],
    ] as const) {
      const longer = await allSince(symbol, interval, since);
      expect(longer).toEqual(joinMinutes(minutes, floor(seconds)));
    }
  });

  it.each(SYMBOLS)(
    'of weeks from Monday and of months are the exact sums of their days: %s',
    async (symbol) => {
      const days = await candles(symbol, 'day');
      expect(days.length).toBeGreaterThan(HISTORY_DAYS * 0.8);
      expect(await candles(symbol, 'week')).toEqual(joinMinutes(days, monday));
      expect(await candles(symbol, 'month')).toEqual(joinMinutes(days, month));
    },
  );

  it.each(SYMBOLS)(
    'are listed oldest first, once per start, without trades in closed hours: %s',
    async (symbol) => {
      const hours = running.instruments.find(symbol)?.hours ?? 'always';
      for (const interval of ['1min', '5min', '30min', '60min', '1day']) {
        const list = await candles(symbol, interval);
        const starts = list.map((candle) => candle.id);
        expect(starts).toEqual([...new Set(starts)].toSorted((a, b) => a - b));
        if (interval === '1day') continue;
        expect(starts.filter((start) => !isOpen(hours, start * 1_000))).toEqual([]);
      }
    },
  );

  it('of the simulated history join at each border, including the first tick', async () => {
    const minutes = await allSince('btcusdt', '1', Date.parse('2026-11-13T00:00:00Z') / 1_000);
    const first = Math.floor(BEGAN / 60_000) * 60;
    const past = minutes.filter((minute) => minute.id <= first);
    expect(past).toHaveLength(2 * 1_440 + 22 * 60 + 17 + 1);
    for (const [index, minute] of past.slice(1).entries()) {
      expect(minute.id).toBe((past[index]?.id ?? 0) + 60);
      expect(minute.open).toBe(past[index]?.close);
    }
  });

  it('go back to the first day, on any interval', async () => {
    const days = await candles('btcusdt', '1day');
    expect(days.at(0)?.id).toBeLessThanOrEqual(BEGAN / 1_000 - HISTORY_DAYS * DAY);
    const deep = await candles('btcusdt', '1min', { to: BEGAN / 1_000 - 90 * DAY, num: 5 });
    expect(deep).toHaveLength(5);
    const [day] = await candles('btcusdt', '1day', { to: (deep[0]?.id ?? 0) + 1, num: 1 });
    expect(decimal(deep[0]?.low ?? '') >= decimal(day?.low ?? '')).toBe(true);
    expect(await candles('btcusdt', '1min', { to: 0 })).toEqual([]);
  });

  it('are the same at any time, also after a restart', async () => {
    const asked = { to: BEGAN / 1_000 - 60 * DAY, num: 200 };
    const before = await candles('ethusdt', '5min', asked);
    running = await startMarket(running.clock.now(), 'another');
    expect(await candles('ethusdt', '5min', asked)).toEqual(before);
  });

  it('are 300 by default, by symbol or by ID', async () => {
    const list = async (input: object) =>
      ((await running.call('/base/getkdata', input)) as Output<'GET /base/getkdata'>).list;
    expect(await list({ id: 'btcusdt', interval: '1min' })).toHaveLength(300);
    expect(await list({ id: 1, interval: '1h', num: '7' })).toEqual(
      (await candles('btcusdt', '60min')).slice(-7),
    );
  });

  it('refuse a symbol that is not traded and an interval that does not exist', async () => {
    const refusal = async (input: object) =>
      running.call('/base/getkdata', input).then(
        () => undefined,
        (error: unknown) => error as Refusal,
      );
    expect(await refusal({ id: 'nosuch', interval: '1min' })).toMatchObject({ code: 4019 });
    const unknown = await refusal({ id: 'btcusdt', interval: '7min' });
    expect(unknown).toBeInstanceOf(Refusal);
    expect(unknown).toMatchObject({ code: 5001, detail: { fields: ['interval'] } });
  });
});

async function rows(input: object): Promise<Output<'POST /base/tradelist'>> {
  return (await running.call('/base/tradelist', input)) as Output<'POST /base/tradelist'>;
}

async function checkLastDay(): Promise<void> {
  const since = Math.floor(running.clock.now() / 60_000) * 60 - DAY;
  for (const row of (await rows({})).list.filter(({ symbol }) => SYMBOLS.includes(symbol))) {
    const [day] = joinMinutes(await allSince(row.symbol, '1', since), () => 0);
    expect(row).toMatchObject({
      price: day?.close,
      open: day?.open,
      close: day?.open,
      high: day?.high,
      low: day?.low,
      amount: day?.amount,
      vol: day?.vol,
      count: day?.count,
    });
    const change = (Number(row.price) / Number(row.close) - 1) * 100;
    expect(Math.abs(Number(row.zf) - change)).toBeLessThan(0.010001);
    expect(Math.abs(Number(row.zf))).toBeLessThanOrEqual(Math.abs(change) + 1e-9);
    expect(row.isup).toBe(Math.sign(Number(row.zf)) + 0);
    expect(row.spark).toHaveLength(24);
  }
}

describe('the trade list', () => {
  it('returns coins for from=1, metals and forex for from=2, in pages', async () => {
    const coins = await rows({ from: 1, page: 1, pageSize: 100 });
    expect(coins.list.every((row) => row.class === 'crypto')).toBe(true);
    expect([coins.total, coins.list[0]?.symbol, coins.list[0]?.name]).toEqual([
      31,
      'btcusdt',
      'Bitcoin',
    ]);
    const others = await rows({ from: '2' });
    expect(others.list.map((row) => row.class)).toEqual([
      ...Array.from({ length: 4 }, () => 'metal'),
      ...Array.from({ length: 8 }, () => 'forex'),
    ]);
    const second = await rows({ from: 1, page: '2', pageSize: '10' });
    expect(second).toMatchObject({ total: 31, page: 2, pageSize: 10 });
    expect(second.list.map((row) => row.symbol)).toEqual(
      coins.list.slice(10, 20).map((row) => row.symbol),
    );
  });

  it('covers the last 24 hours to the minute, as the candles show them', async () => {
    await checkLastDay();
  });

  it('does so from the first minutes on, while most of the day is simulated', async () => {
    const lived = running;
    const young = await freshDatabase();
    running = await runMarket(young.database, '2026-11-18T14:23:40.000Z');
    await running.pass(2);
    await checkLastDay();
    await running.goTo('2026-11-18T14:59:59.000Z');
    await checkLastDay();
    await running.goTo('2026-11-18T15:00:01.000Z');
    await checkLastDay();
    running = lived;
    await young.drop();
  });

  it('shows closed markets with their last price, their change and no tick of their own', async () => {
    const weekend = await freshDatabase();
    const market = await runMarket(weekend.database, '2026-11-21T10:00:30Z');
    const list = (await market.call('/base/tradelist', { from: 2 })) as { list: Row[] };
    const gold = list.list.find((row) => row.symbol === 'xauusd');
    expect(gold).toMatchObject({ isOpen: false, tickAt: null, zf: expect.stringMatching(/^-?\d/) });
    expect(Number(gold?.price)).toBeCloseTo(2_650.4, 1);
    expect(gold?.['opensAt']).toBe('2026-11-22T22:00:00.000Z');
    await market.goTo('2026-11-22T22:00:00Z');
    const open = (await market.call('/base/tradelist', { from: 2 })) as { list: Row[] };
    expect(open.list.every((row) => row.isOpen && row.tickAt !== null)).toBe(true);
    expect(open.list.every((row) => row['opensAt'] === null)).toBe(true);
    await weekend.drop();
  });

  it('shows "---" for a market that never had a price', async () => {
    const silent = await freshDatabase();
    const market = await runMarket(silent.database, BEGAN, { sources: [] });
    const list = (await market.call('/base/tradelist', {})) as { list: Row[] };
    expect(list.list[0]).toMatchObject({ price: '0', zf: '---', isup: 0, spark: [], tickAt: null });
    await silent.drop();
  });
});

it('a first start stores its days, one day of hours and one hour of minutes', () => {
  const instruments = SIMULATED.length;
  expect(storedAtFirst).toBeGreaterThan(instruments * HISTORY_DAYS * 0.68);
  expect(storedAtFirst).toBeLessThan(instruments * (HISTORY_DAYS + 1 + 24 + 60));
});
