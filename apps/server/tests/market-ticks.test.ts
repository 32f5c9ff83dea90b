import { decimal, type Price } from '@tern/money';
import { tickGenesis, verifyChain } from '@tern/proofs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PriceSource, SourceQuote } from '../src/features/market/pricing/price-source.ts';
import {
  arrayOf,
  bytea,
  int2,
  int8,
  nullable,
  price,
  text,
  timestamptz,
} from '../src/platform/database/columns.ts';
import { defineQuery, defineStatement } from '../src/platform/database/query.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { runMarket } from './support/running-market.ts';

const WEDNESDAY = '2026-11-18T14:23:20.500Z';

const ticksOf = defineQuery({
  name: 'market-test.ticksOf',
  text: `select t.seq, t.at, t.price, t.source, t.rule, t.hash, t.backfilled_at from ticks t
    join instruments i on i.id = t.instrument_id where i.symbol = $1 order by t.seq`,
  params: [text],
  row: {
    seq: int8,
    at: timestamptz,
    price,
    source: text,
    rule: int2,
    hash: bytea,
    backfilledAt: nullable(timestamptz),
  },
});
const countTicks = defineQuery({
  name: 'market-test.countTicks',
  text: `select count(*) as count from ticks`,
  params: [],
  row: { count: int8 },
});
const symbolsWithTicks = defineQuery({
  name: 'market-test.symbolsWithTicks',
  text: `select coalesce(array_agg(distinct i.class), '{}') as classes from ticks t
    join instruments i on i.id = t.instrument_id`,
  params: [],
  row: { classes: arrayOf(text) },
});
const checkpoints = defineQuery({
  name: 'market-test.checkpoints',
  text: `select c.seq, c.hash from tick_checkpoints c
    join instruments i on i.id = c.instrument_id where i.symbol = $1`,
  params: [text],
  row: { seq: int8, hash: bytea },
});
const prune = defineQuery({
  name: 'market-test.prune',
  text: `select prune_ticks(now() - $1::text::interval) as removed`,
  params: [text],
  row: { removed: int8 },
});
const raw = (name: string, sql: string) =>
  defineStatement({ name: `market-test.${name}`, text: sql, params: [] });

let fresh: FreshDatabase;
beforeEach(async () => {
  fresh = await freshDatabase();
});
afterEach(() => fresh.drop());

async function chainOf(symbol: string) {
  const rows = await fresh.database.many(ticksOf, [symbol]);
  return rows.map((row) => ({ ...row, symbol }));
}

describe('reference ticks', () => {
  it('are one chain per symbol from its genesis, stored before they are published', async () => {
    const { pass, prices } = await runMarket(fresh.database, WEDNESDAY);
    await pass(20);
    for (const symbol of ['btcusdt', 'usdtusd', 'xauusd', 'eurjpy']) {
      const chain = await chainOf(symbol);
      expect(chain).toHaveLength(21);
      expect(chain[0]?.seq).toBe(1);
      expect(verifyChain(chain, tickGenesis(symbol)).isIntact).toBe(true);
      expect(chain.every((tick) => tick.source === 'simulated' && tick.rule === 2)).toBe(true);
      expect(prices.latest(symbol)).toMatchObject({
        seq: 21,
        price: chain.at(-1)?.price,
        at: chain.at(-1)?.at,
      });
    }
  });

  it('are published only after they are stored', async () => {
    const running = await runMarket(fresh.database, WEDNESDAY);
    const before = running.prices.latest('btcusdt');
    await fresh.owner.transaction((tx) =>
      tx.run(raw('revoke', 'revoke insert on ticks from tern_app'), []),
    );
    await expect(running.pass(1)).rejects.toThrow(/permission denied/);
    expect(running.prices.latest('btcusdt')).toEqual(before);
    await fresh.owner.transaction((tx) =>
      tx.run(raw('grant', 'grant insert on ticks to tern_app'), []),
    );
    await running.pass(2);
    // The tick that could not be stored was kept, and stored with the next one.
    expect(running.prices.latest('btcusdt')?.seq).toBe((before?.seq ?? 0) + 3);
    expect(verifyChain(await chainOf('btcusdt'), tickGenesis('btcusdt')).isIntact).toBe(true);
  });

  it('continue after a restart from the last price, with a gap and no jump', async () => {
    const first = await runMarket(fresh.database, WEDNESDAY);
    await first.pass(30);
    const last = (await chainOf('btcusdt')).at(-1);
    const second = await runMarket(fresh.database, '2026-11-18T18:00:00.000Z');
    await second.pass(5);
    const chain = await chainOf('btcusdt');
    expect(chain).toHaveLength(31 + 6);
    expect(chain[31]).toMatchObject({ seq: 32, at: Date.parse('2026-11-18T18:00:00Z') });
    const step = Number(chain[31]?.price) / Number(last?.price) - 1;
    expect(Math.abs(step)).toBeLessThan(0.001);
    expect(verifyChain(chain, tickGenesis('btcusdt')).isIntact).toBe(true);
  });

  it('are backfilled for every second of a pause, and marked in the chain', async () => {
    const other = await freshDatabase();
    const [paused, steady] = [
      await runMarket(fresh.database, WEDNESDAY),
      await runMarket(other.database, WEDNESDAY),
    ];
    await Promise.all([paused.pass(5), steady.pass(20)]);
    paused.clock.advance(15_000);
    await paused.market.advanceTicks();
    const chain = await chainOf('btcusdt');
    expect(chain).toHaveLength(21);
    expect(verifyChain(chain, tickGenesis('btcusdt')).isIntact).toBe(true);
    const marked = chain.filter(({ backfilledAt }) => backfilledAt !== null);
    expect(marked.map(({ seq }) => seq)).toEqual(Array.from({ length: 13 }, (_, step) => 7 + step));
    expect(new Set(marked.map(({ backfilledAt }) => backfilledAt))).toEqual(
      new Set([paused.clock.now()]),
    );
    // The two markets differ only in the mark.
    const unpaused = await other.database.many(ticksOf, ['btcusdt']);
    const pricesOf = (rows: readonly { at: number; price: bigint }[]) =>
      rows.map(({ at, price: value }) => [at, value]);
    expect(pricesOf(chain)).toEqual(pricesOf(unpaused));
    await other.drop();
  });

  it('are the same in two markets with one seed', async () => {
    const other = await freshDatabase();
    const [a, b] = [
      await runMarket(fresh.database, WEDNESDAY),
      await runMarket(other.database, WEDNESDAY),
    ];
    await Promise.all([a.pass(10), b.pass(10)]);
    for (const symbol of ['btcusdt', 'xagusd', 'eurusd']) {
      expect(b.prices.latest(symbol)).toEqual(a.prices.latest(symbol));
    }
    await other.drop();
  });

  it('do not exist outside of trading hours, and start when the market opens', async () => {
    const { pass, goTo, prices } = await runMarket(fresh.database, '2026-11-21T10:00:00Z');
    await pass(3);
    expect((await fresh.database.one(symbolsWithTicks, [])).classes).toEqual(['crypto']);
    expect(prices.latest('eurusd')).toBeUndefined();
    await goTo('2026-11-22T21:59:59.999Z');
    expect(prices.latest('eurusd')).toBeUndefined();
    await goTo('2026-11-22T22:00:00.000Z');
    expect(prices.latest('eurusd')?.seq).toBe(1);
    await goTo('2026-11-24T21:59:59.000Z');
    const pause = prices.latest('xauusd');
    await goTo('2026-11-24T22:00:00.000Z');
    expect(prices.latest('xauusd')).toEqual(pause);
  });

  it('stop on a changed chain, while the others continue', async () => {
    const first = await runMarket(fresh.database, WEDNESDAY);
    await first.pass(5);
    const tamper = raw(
      'tamper',
      `update ticks set price = price + 1 where seq = 3 and instrument_id = 1`,
    );
    await fresh.owner.transaction(async (tx) => {
      await tx.run(raw('disable', 'alter table ticks disable trigger ticks_append_only'), []);
      await tx.run(tamper, []);
    });
    const second = await runMarket(fresh.database, '2026-11-18T14:40:00Z');
    await second.pass(3);
    expect(second.prices.latest('btcusdt')?.seq).toBe(6);
    expect(second.prices.latest('ethusdt')?.seq).toBe(10);
  });

  it('are the median of agreeing sources, name them, and are never from the future', async () => {
    const receivers: ((quote: SourceQuote) => void)[] = [];
    const source = (name: string): PriceSource => ({
      name,
      start: (receive) => receivers.push(receive),
      stop: () => undefined,
    });
    const running = await runMarket(fresh.database, WEDNESDAY, {
      sources: [source('b'), source('a'), source('c')],
    });
    const quote = { symbol: 'btcusdt', quantity: decimal('0.5'), takerSide: 'buy' as const };
    for (const [index, text] of ['101.8', '102', '900'].entries()) {
      const at = running.clock.now() + 2_000;
      receivers[index]?.({ ...quote, price: decimal<Price>(text), at });
    }
    const receivedAt = running.clock.now();
    await running.pass(1);
    const [tick] = await chainOf('btcusdt');
    expect(tick).toMatchObject({ price: decimal('101.9'), source: 'a+b', at: receivedAt });
    await running.pass(1);
    expect(await chainOf('btcusdt')).toHaveLength(1);
  });

  it('ignore a source that quotes a closed market', async () => {
    let emit: (quote: SourceQuote) => void = () => undefined;
    const source = {
      name: 'tireless',
      start: (receive: typeof emit) => (emit = receive),
      stop() {},
    };
    const running = await runMarket(fresh.database, '2026-11-21T10:00:00Z', { sources: [source] });
    const quote = { price: decimal<Price>('1.5'), quantity: decimal('1000') };
    for (let second = 0; second <= 10; second += 1) {
      for (const symbol of ['eurusd', 'btcusdt']) {
        emit({ ...quote, symbol, at: running.clock.now(), takerSide: 'sell' });
      }
      await running.pass(1);
    }
    expect(await chainOf('eurusd')).toEqual([]);
    expect(await chainOf('btcusdt')).toHaveLength(1);
  });
});

describe('the storage of ticks', () => {
  it('lets the server insert and read, and nothing else', async () => {
    await runMarket(fresh.database, WEDNESDAY);
    const refused = [
      'update ticks set price = 1',
      'delete from ticks',
      'truncate ticks',
      'update candles set high = high + 1',
      'delete from candles',
      `insert into tick_checkpoints select 2, 1, now(), '\\x00'`,
      'update market_genesis set price = 1',
    ];
    for (const [index, sql] of refused.entries()) {
      const asked = fresh.database.transaction((tx) => tx.run(raw(`app${index}`, sql), []));
      await expect(asked, sql).rejects.toThrow(/permission denied/);
    }
  });

  it('refuses updates, and deletions of recent ticks, even from the owner of the tables', async () => {
    await runMarket(fresh.database, Date.now());
    const refused = [
      'update ticks set price = 1',
      'delete from ticks',
      'truncate ticks',
      'update candles set high = high + 1',
      'delete from candles',
    ];
    for (const [index, sql] of refused.entries()) {
      const asked = fresh.owner.transaction((tx) => tx.run(raw(`owner${index}`, sql), []));
      await expect(asked, sql).rejects.toThrow('prices are append only');
    }
  });

  it('prunes old ticks, and keeps their last hash and at least the last tick', async () => {
    const old = await runMarket(fresh.database, Date.now() - 72 * 3_600_000);
    await old.pass(10);
    const whole = await chainOf('btcusdt');
    const fresher = await runMarket(fresh.database, Date.now());
    await fresher.pass(4);
    const newest = await chainOf('btcusdt');
    const { removed } = await fresh.database.transaction((tx) => tx.one(prune, ['49 hours']));
    expect(removed).toBeGreaterThanOrEqual(31 * 11);
    const kept = await chainOf('btcusdt');
    expect(kept.map((tick) => tick.seq)).toEqual(newest.slice(11).map((tick) => tick.seq));
    const checkpoint = await fresh.database.one(checkpoints, ['btcusdt']);
    expect(checkpoint).toEqual({ seq: 11, hash: whole[10]?.hash });
    expect(verifyChain(kept, checkpoint.hash).isIntact).toBe(true);
    const again = await runMarket(fresh.database, fresher.clock.now() + 120_000);
    await again.pass(1);
    expect(again.prices.latest('btcusdt')?.seq).toBe(18);
  });

  it('keeps the newest tick of a chain that is older than any limit', async () => {
    const old = await runMarket(fresh.database, Date.now() - 72 * 3_600_000);
    await old.pass(3);
    await fresh.database.transaction((tx) => tx.one(prune, ['49 hours']));
    expect(await chainOf('btcusdt')).toHaveLength(1);
    const again = await runMarket(fresh.database, Date.now());
    expect(again.prices.latest('btcusdt')?.seq).toBe(5);
  });

  it('never prunes the last 48 hours', async () => {
    const running = await runMarket(fresh.database, Date.now());
    await running.pass(2);
    const { count } = await fresh.database.one(countTicks, []);
    const ask = (span: string) => fresh.owner.transaction((tx) => tx.one(prune, [span]));
    await expect(ask('47 hours')).rejects.toThrow('ticks of the last 48 hours cannot be removed');
    await ask('49 hours');
    expect((await fresh.database.one(countTicks, [])).count).toBe(count);
  });
});
