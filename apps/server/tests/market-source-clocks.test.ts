/** Sources with wrong clocks, order or names, and steps of our own clock, set no price (ADR 16). */
import { type Amount, decimal, formatDecimal, type Price } from '@tern/money';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PriceSource, SourceQuote } from '../src/features/market/pricing/price-source.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { btcTicks } from './support/followed-market.ts';
import { WEDNESDAY_NOON } from './support/market.ts';
import { type RunningMarket, runMarket } from './support/running-market.ts';

const HOUR = 3_600_000;

let fresh: FreshDatabase;
let running: RunningMarket;
let receivers: ((quote: SourceQuote) => void)[];

beforeEach(async () => {
  fresh = await freshDatabase();
});

afterEach(async () => {
  await running.market.stop?.();
  await fresh.drop();
});

async function begin(count: number): Promise<void> {
  receivers = [];
  const sources = Array.from(
    { length: count },
    (_, index): PriceSource => ({
      name: `source${index}`,
      start: (receive) => {
        receivers[index] = receive;
      },
      stop: () => undefined,
    }),
  );
  running = await runMarket(fresh.database, WEDNESDAY_NOON, { sources });
  for (let second = 0; second < 12; second += 1) {
    await aSecond(...Array.from({ length: count }, () => 100));
  }
  expect((await prices()).at(-1)).toBe('100');
}

function quote(index: number, price: number, over: Partial<SourceQuote> = {}): void {
  receivers[index]?.({
    symbol: 'btcusdt',
    price: decimal<Price>(String(price)),
    quantity: 0n as Amount,
    takerSide: 'buy',
    at: running.clock.now(),
    ...over,
  });
}

/** One second in which each source sends its price; undefined sends none. */
async function aSecond(...said: (number | undefined)[]): Promise<void> {
  running.clock.advance(1_000);
  for (const [index, price] of said.entries()) if (price !== undefined) quote(index, price);
  await running.market.advanceTicks();
}

async function each(seconds: number, ...said: (number | undefined)[]): Promise<void> {
  for (let second = 0; second < seconds; second += 1) await aSecond(...said);
}

const ticks = () => fresh.database.many(btcTicks, []);
const prices = async () => (await ticks()).map(({ price }) => formatDecimal(price));
const newest = () => {
  const tick = running.prices.latest('btcusdt');
  return tick && formatDecimal(tick.price);
};

async function feed() {
  const { list } = (await running.call('/base/feeds', { symbol: 'btcusdt' })) as {
    list: { state: string; takenFrom: string[]; sources: { name: string; isLive: boolean }[] }[];
  };
  return list[0]!;
}

describe('a source whose time', () => {
  it('is in the past does not shorten the ten seconds for which a jump must last', async () => {
    await begin(1);
    running.clock.advance(6_000);
    quote(0, 110, { at: running.clock.now() - 4_900 });
    quote(0, 110);
    await running.market.advanceTicks();
    await each(9, 110);
    expect(new Set(await prices())).toEqual(new Set(['100']));
    await each(2, 110);
    expect(newest()).toBe('110');
  });

  it('runs ahead never dates a tick in the future, and becomes stale when it stops', async () => {
    await begin(1);
    for (let second = 0; second < 5; second += 1) {
      running.clock.advance(1_000);
      quote(0, 100.5, { at: running.clock.now() + 1_900 });
      await running.market.advanceTicks();
      expect(running.prices.latest('btcusdt')?.at).toBe(running.clock.now());
    }
    const at = running.clock.now() + 1_900;
    for (let second = 0; second < 8; second += 1) {
      running.clock.advance(1_000);
      quote(0, 100.5, { at });
      await running.market.advanceTicks();
    }
    expect(running.prices.latest('btcusdt')?.at).toBeLessThanOrEqual(at);
    expect((await feed()).state).toBe('stale');
  });

  it.each([
    ['a year ahead', 365 * 24 * HOUR],
    ['a year behind', -365 * 24 * HOUR],
    ['before the epoch', -Number.MAX_SAFE_INTEGER],
    ['far beyond any date', Number.MAX_SAFE_INTEGER],
  ])('jumps to %s once is rejected then, and accepted immediately after', async (_name, by) => {
    await begin(1);
    running.clock.advance(1_000);
    quote(0, 101, { at: running.clock.now() + by });
    await running.market.advanceTicks();
    expect(newest()).toBe('100');
    await aSecond(100.5);
    expect(newest()).toBe('100.5');
  });

  it('runs backwards is rejected at any price', async () => {
    await begin(1);
    const from = running.clock.now();
    for (let back = 1; back <= 4; back += 1) {
      running.clock.advance(500);
      quote(0, 100 + back / 10, { at: from - back * 100 });
      await running.market.advanceTicks();
    }
    expect(new Set(await prices())).toEqual(new Set(['100']));
  });

  it('is hours old after a gap sets no price in the past', async () => {
    await begin(1);
    const from = running.clock.now();
    const before = (await ticks()).length;
    running.clock.advance(3 * HOUR);
    for (let minute = 0; minute < 180; minute += 1) {
      quote(0, 100 + minute / 100, { at: from + minute * 60_000, tradeId: String(minute) });
    }
    await running.market.advanceTicks();
    expect(await ticks()).toHaveLength(before);
    expect(await feed()).toMatchObject({ state: 'stale', sources: [{ isLive: false }] });
    await aSecond(100);
    expect(await ticks()).toHaveLength(before + 1);
  });
});

describe('the clock of the server', () => {
  it('set back an hour stops the market, reports it for every source, and the market continues later', async () => {
    await begin(2);
    const before = await ticks();
    const at = running.clock.now();
    running.clock.set(at - HOUR);
    await each(20, 100, 100);
    expect(await ticks()).toEqual(before);
    expect(await feed()).toMatchObject({
      state: 'stale',
      sources: [{ isLive: false }, { isLive: false }],
    });
    running.clock.set(at);
    await each(2, 100, 100);
    const after = await ticks();
    expect(after).toHaveLength(before.length + 2);
    expect(after.map(({ at: moment }) => moment)).toEqual(
      after.map(({ at: moment }) => moment).sort((left, right) => left - right),
    );
    expect((await feed()).state).toBe('live');
  });

  it('set forward an hour for a second leaves one gap, and no price of that hour', async () => {
    await begin(2);
    const at = running.clock.now();
    running.clock.set(at + HOUR);
    for (const index of [0, 1]) quote(index, 101, { at: at + 1_000 });
    await running.market.advanceTicks();
    expect((await feed()).state).toBe('stale');
    running.clock.set(at + 1_000);
    await each(2, 100, 100);
    expect(newest()).toBe('100');
    expect((await feed()).state).toBe('live');
  });
});

describe('of three sources', () => {
  it('one that is wrong by 0.1 percent moves the price only within the range of the others', async () => {
    await begin(3);
    await each(5, 100, 100.1, 100.2);
    expect(newest()).toBe('100.1');
  });

  it('one that is wrong by ten percent for minutes is never used', async () => {
    await begin(3);
    await each(60, 100, 100.2, 110);
    expect(new Set(await prices())).toEqual(new Set(['100', '100.1']));
    expect((await feed()).takenFrom).toEqual(['source0', 'source1']);
  });

  it('one that mixes up two markets is rejected in both', async () => {
    await begin(3);
    for (let second = 0; second < 30; second += 1) {
      running.clock.advance(1_000);
      for (const index of [0, 1, 2]) {
        quote(index, index === 1 ? 3.2 : 100);
        quote(index, index === 1 ? 100 : 3.2, { symbol: 'ethusdt' });
      }
      await running.market.advanceTicks();
    }
    expect(newest()).toBe('100');
    const eth = running.prices.latest('ethusdt');
    expect(eth && formatDecimal(eth.price)).toBe('3.2');
    expect((await feed()).takenFrom).toEqual(['source0', 'source2']);
  });

  it('one that replays old prices as new is excluded', async () => {
    await begin(3);
    for (let step = 0; step < 30; step += 1) await aSecond(100, 100.02, 97 - step / 20);
    expect(Number(newest())).toBeGreaterThanOrEqual(100);
    expect((await prices()).every((price) => Number(price) >= 100)).toBe(true);
  });

  it('one that no longer quotes is reported as silent, and the others set the price', async () => {
    await begin(3);
    await each(8, 100, 100, undefined);
    const { state, takenFrom, sources } = await feed();
    expect([state, takenFrom]).toEqual(['live', ['source0', 'source1']]);
    expect(sources.map(({ isLive }) => isLive)).toEqual([true, true, false]);
  });
});

describe('of two sources', () => {
  it('one that is wrong while the other is silent moves the price by two percent at most', async () => {
    await begin(2);
    for (let turn = 0; turn < 4; turn += 1) {
      await each(6, 100, undefined);
      await each(6, undefined, 104);
    }
    expect(new Set(await prices())).toEqual(new Set(['100']));
  });

  it('many simultaneous prices of both make one tick', async () => {
    await begin(2);
    const before = (await ticks()).length;
    running.clock.advance(1_000);
    for (let count = 0; count < 50; count += 1) {
      quote(0, 100 + (count % 7) / 100);
      quote(1, 100 + (count % 5) / 100);
    }
    await running.market.advanceTicks();
    expect(await ticks()).toHaveLength(before + 1);
    expect(Number(newest())).toBeCloseTo(100, 0);
  });
});
