/** Halts of markets by operators and by a jump of the price: who may, for how long, and that every instance follows. */
import { decimal, type Price } from '@tern/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { haltJumped } from '../src/features/backoffice/markets/halt-jumped.ts';
import type { SymbolState } from '../src/features/market/pricing/index.ts';
import { loadInstruments } from '../src/kernel/catalog/instruments.ts';
import { createMarketHalts, HALTS_CHANGED } from '../src/kernel/catalog/market-halts.ts';
import {
  int2,
  int8,
  price as priceColumn,
  text,
  timestamptz,
} from '../src/platform/database/columns.ts';
import { defineQuery, defineStatement } from '../src/platform/database/query.ts';
import { createLog } from '../src/platform/log.ts';
import { joinBuses } from './support/joined-buses.ts';
import { manualClock } from './support/market.ts';
import { type Console, createConsole } from './support/operator-client.ts';
import { startServer, type TestServer } from './support/server.ts';

const newestSeq = defineQuery({
  name: 'test.newestSeq',
  text: 'select coalesce(max(seq), 0)::int8 as seq from ticks where instrument_id = $1',
  params: [int2],
  row: { seq: int8 },
});
const insertTick = defineStatement({
  name: 'test.insertTick',
  text: `insert into ticks (instrument_id, seq, at, price, quantity, taker_side, source, rule, hash)
    values ($1, $2, $3, $4, 0, 'buy', 'test', 2, sha256('x'))`,
  params: [int2, int8, timestamptz, priceColumn],
});

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const clock = manualClock();
const reason = 'Two sources contradict each other.';
let server: TestServer;
let operators: Console;
let ada: string;
let bo: string;

beforeAll(async () => {
  server = await startServer({
    clock,
    prices: 'still',
    ownJobs: ['markets.end-halts', 'catalog.market-halts', 'markets.halt-jumped'],
  });
  operators = createConsole(server, clock);
  await signIn();
});
afterAll(() => server.stop());

/** Sessions end while a test passes hours. */
const signIn = async () => {
  [ada, bo] = [await operators.signIn(1), await operators.signIn(2)];
};

const halt = (symbol: string, token: string) =>
  operators.call('POST /operator/market/halt', { symbol, mode: 'halted', reason }, token);
const confirm = (symbol: string, token: string, hours?: 4 | 24) => {
  const term = hours === undefined ? {} : { hours };
  return operators.call('POST /operator/market/confirmHalt', { symbol, ...term, reason }, token);
};
const reopen = (symbol: string, token: string) =>
  operators.call('POST /operator/market/reopen', { symbol, reason }, token);

async function listed(symbol: string) {
  const { list } = await operators.data('GET /operator/market/list', {}, ada);
  return list.find((row) => row.symbol === symbol)!;
}
async function shown(symbol: string, lang = 'en') {
  const { list } = await server.api.data(
    'POST /base/tradelist',
    { from: 1, pageSize: 100 },
    { lang },
  );
  const { isOpen, halt: shownHalt } = list.find((row) => row.symbol === symbol)!;
  return { isOpen, halt: shownHalt };
}
const ended = async () => {
  await server.runJob('catalog.market-halts');
  await server.runJob('markets.end-halts');
};

describe('a halt', () => {
  it('of one operator ends after an hour', async () => {
    const answer = await halt('btcusdt', ada);
    const until = new Date(clock.now() + HOUR_MS).toISOString();
    expect(answer).toMatchObject({ code: 0, data: { until } });
    expect(await shown('btcusdt', 'de')).toEqual({
      isOpen: false,
      halt: { reason: 'Wir prüfen diesen Markt.', until },
    });
    expect(await listed('btcusdt')).toMatchObject({
      state: 'halted',
      halt: { by: 'operator-1', reason, confirmedBy: null, until },
    });
    expect(await halt('btcusdt', bo)).toMatchObject({ code: 5034 });

    clock.advance(HOUR_MS);
    await signIn();
    await ended();
    expect(await shown('btcusdt')).toEqual({ isOpen: true, halt: null });
    const { list } = await operators.data('GET /operator/market/halts', { symbol: 'btcusdt' }, ada);
    expect(list).toMatchObject([{ by: 'operator-1', endedBy: null, endedAt: until }]);
    expect(await reopen('btcusdt', ada)).toMatchObject({ code: 5034 });
  });

  it('is not begun again by the same operator within a day', async () => {
    expect(await halt('ethusdt', ada)).toMatchObject({ code: 0 });
    expect(await reopen('ethusdt', ada)).toMatchObject({ code: 0 });
    expect(await halt('ethusdt', ada)).toMatchObject({ code: 5032 });
    expect(await halt('ethusdt', bo)).toMatchObject({ code: 0 });
    expect(await reopen('ethusdt', ada)).toMatchObject({ code: 0 });
    expect(await shown('ethusdt')).toEqual({ isOpen: true, halt: null });
    clock.advance(24 * HOUR_MS + 1);
    await signIn();
    expect(await halt('ethusdt', ada)).toMatchObject({ code: 0 });
  });

  it('lasts longer once another operator confirms it, and then until its end or the reopening', async () => {
    expect(await halt('solusdt', ada)).toMatchObject({ code: 0 });
    expect(await confirm('solusdt', ada, 4)).toMatchObject({ code: 5032 });
    expect(await confirm('solusdt', bo, 4)).toMatchObject({
      data: { until: new Date(clock.now() + 4 * HOUR_MS).toISOString() },
    });
    expect(await confirm('solusdt', bo)).toMatchObject({ code: 5034 });
    clock.advance(4 * HOUR_MS - 1);
    await signIn();
    await ended();
    expect((await listed('solusdt')).state).toBe('halted');
    clock.advance(1);
    await ended();
    expect((await listed('solusdt')).state).toBe('open');

    expect(await halt('xrpusdt', ada)).toMatchObject({ code: 0 });
    expect(await confirm('xrpusdt', bo)).toMatchObject({ code: 0, data: { until: null } });
    clock.advance(100 * HOUR_MS);
    await signIn();
    await ended();
    expect(await shown('xrpusdt')).toMatchObject({ isOpen: false, halt: { until: null } });
    expect(await reopen('xrpusdt', ada)).toMatchObject({ code: 0 });
    expect((await listed('xrpusdt')).state).toBe('open');
  });

  it('is logged with its reason, which no member reads', async () => {
    const { list } = await operators.data(
      'GET /operator/audit/list',
      { pageSize: 100, page: 1 },
      (await operators.enrolled(['auditor'])).token,
    );
    const acts = list.filter(({ subject }) => subject === 'market:solusdt');
    expect(acts.map(({ action }) => action).toSorted()).toEqual([
      'market.confirmHalt',
      'market.halt',
      'market.haltEnd',
    ]);
    expect(acts.find(({ action }) => action === 'market.halt')).toMatchObject({ reason });
  });
});

it('the database refuses a longer halt of one person, and a confirmation by the same one', async () => {
  const begin = defineStatement({
    name: 'test.beginHalt',
    text: `insert into market_halts (instrument_id, state, message, reason, operator_id, began_at, until, confirmed_by, confirmed_at)
      values (1, 2, 'message.maintenance', 'x', $1, now(), now() + $2::interval, $3::bigint, case when $3 > 0 then now() end)`,
    params: [int8, text, int8],
  });
  const { database } = server.fresh;
  const insert = (until: string, confirmedBy: number) =>
    database.transaction((tx) => tx.run(begin, [1, until, confirmedBy]));
  await expect(insert('2 hours', 0)).rejects.toThrow();
  await expect(insert('2 hours', 1)).rejects.toThrow('market_halts_two_people');
});

/** Stores prices of a market one second apart, the last one now, and lets the rule look at them. */
async function afterPrices(symbol: string, prices: readonly string[]) {
  const { database } = server.fresh;
  const instruments = await loadInstruments(database);
  const instrument = instruments.find(symbol)!;
  const { seq } = await database.one(newestSeq, [instrument.id]);
  const recentTicks = prices.map((price, index) => ({
    seq: seq + 1 + index,
    at: clock.now() - (prices.length - 1 - index) * 1_000,
    price: decimal<Price>(price),
  }));
  for (const tick of recentTicks) {
    await database.transaction((tx) =>
      tx.run(insertTick, [instrument.id, tick.seq, tick.at, tick.price]),
    );
  }
  const bus = server.bus();
  const halts = createMarketHalts({ database, clock, bus, instruments });
  await halts.refresh();
  const pricing = { states: () => [{ instrument, recentTicks } as unknown as SymbolState] };
  const log = createLog('silent');
  await haltJumped({ database, clock, bus, instruments, halts, pricing, log });
  await server.runJob('catalog.market-halts');
}

describe('a jump of the price over its bound', () => {
  it('halts the market for ten minutes, and it then opens automatically', async () => {
    await afterPrices('adausdt', ['0.4', '0.41', '0.42']);
    expect(await shown('adausdt')).toEqual({ isOpen: true, halt: null });
    await afterPrices('adausdt', ['0.4', '0.41', '0.4201']);
    const until = new Date(clock.now() + 10 * MINUTE_MS).toISOString();
    expect(await shown('adausdt', 'de')).toEqual({
      isOpen: false,
      halt: { reason: 'Der Kurs ist gesprungen.', until },
    });
    expect(await listed('adausdt')).toMatchObject({
      state: 'halted',
      halt: { by: null, jump: { from: '0.4', to: '0.4201', bound: '0.05' }, until },
    });
    expect(await confirm('adausdt', bo, 4)).toMatchObject({ code: 5034 });
    clock.advance(10 * MINUTE_MS);
    await ended();
    expect(await shown('adausdt')).toEqual({ isOpen: true, halt: null });
  });

  it('does not halt it again after an operator reopened it, until the price jumps again', async () => {
    await afterPrices('dogeusdt', ['0.1', '0.12']);
    expect((await listed('dogeusdt')).state).toBe('halted');
    expect(await reopen('dogeusdt', ada)).toMatchObject({ code: 0 });
    await afterPrices('dogeusdt', ['0.1', '0.12']);
    expect((await listed('dogeusdt')).state).toBe('open');
    clock.advance(2_000);
    await afterPrices('dogeusdt', ['0.12', '0.1']);
    expect((await listed('dogeusdt')).state).toBe('halted');
  });

  it("gives way to an operator's halt, which lasts longer", async () => {
    await afterPrices('trxusdt', ['0.1', '0.12']);
    expect(await halt('trxusdt', ada)).toMatchObject({ code: 0 });
    expect((await listed('trxusdt')).halt).toMatchObject({ by: 'operator-1', jump: null });
    const { list } = await operators.data('GET /operator/market/halts', { symbol: 'trxusdt' }, ada);
    expect(list).toMatchObject([
      { endedAt: null },
      { by: null, endedBy: 'operator-1', reason: 'The price has jumped.' },
    ]);
  });

  it('is of published prices: the database refuses an automatic halt without them', async () => {
    const begin = defineStatement({
      name: 'test.beginJumpHalt',
      text: `insert into market_halts (instrument_id, state, message, reason, began_at, until, from_seq, to_seq, from_price, to_price, bound)
        values (1, 2, 'x', 'x', now(), now() + interval '10 minutes', 900001, 900002, 1, $1::numeric, 0.05)`,
      params: [text],
    });
    const insert = (to: string) => server.fresh.database.transaction((tx) => tx.run(begin, [to]));
    await expect(insert('2')).rejects.toThrow('no such jump');
    await expect(insert('1.05')).rejects.toThrow();
  });
});

it('an instance follows the halts of another one when it is woken', async () => {
  const { database } = server.fresh;
  const buses = joinBuses();
  const [bus, other] = [buses.join(), buses.join()];
  const instruments = await loadInstruments(database);
  const following = createMarketHalts({ database, clock, bus, instruments });
  await following.start?.();
  const { id } = instruments.find('ltcusdt')!;
  expect(instruments.find('ltcusdt')).toMatchObject({ state: 1 });
  await halt('ltcusdt', ada);
  other.publish(HALTS_CHANGED, null);
  await buses.delivered();
  await expect.poll(() => instruments.find('ltcusdt')?.state).toBe(2);
  expect(following.of(id)).toMatchObject({ state: 2 });
  await following.stop?.();
});
