import { decimal, type Price, ZERO } from '@tern/money';
import { futuresCalls } from '@tern/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PriceSource, SourceQuote } from '../src/features/market/pricing/price-source.ts';
import { int4, int8 } from '../src/platform/database/columns.ts';
import { defineQuery } from '../src/platform/database/query.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { type FuturesWorld, futuresWorld } from './support/futures-world.ts';
import { fundedMember, WEDNESDAY_NOON as NOON } from './support/market.ts';

const allowance = defineQuery({
  name: 'test.openAfter',
  text: 'select open_after_ms from futures_contracts where id = $1',
  params: [int8],
  row: { openAfterMs: int4 },
});

let fresh: FreshDatabase;
let world: FuturesWorld;
let receive: (quote: SourceQuote) => void;

const source: PriceSource = {
  name: 'there',
  start: (next) => (receive = next),
  stop: () => undefined,
};

/** One trade at the source each second; its price encodes its time. */
const priceMadeAt = (at: number) => String(64_000 + Math.floor((at - NOON) / 100));

/** Prices arrive `lateMs` late, with timestamps of a clock `aheadMs` ahead of ours. */
async function receiveSeconds(seconds: number, { lateMs = 0, aheadMs = 0 } = {}) {
  for (let each = 0; each < seconds * 2; each += 1) {
    world.clock.advance(500);
    const madeAt = world.clock.now() - lateMs;
    receive({
      symbol: 'btcusdt',
      price: decimal<Price>(priceMadeAt(madeAt)),
      quantity: ZERO,
      takerSide: 'buy',
      at: madeAt + aheadMs,
    });
    await world.market.advanceTicks();
    await world.futures.settleNow();
  }
}

beforeEach(async () => {
  fresh = await freshDatabase();
  world = await futuresWorld(fresh.database, NOON, { sources: [source] });
});
afterEach(async () => {
  await world.stop();
  await fresh.drop();
});

/** The time of the opening price, in milliseconds after acceptance. */
async function openedAfter(line: { lateMs?: number; aheadMs?: number }): Promise<number> {
  await receiveSeconds(15, line);
  const memberId = await fundedMember(fresh.database, { USDT: '1000' });
  const acceptedAt = world.clock.now();
  const { order } = await world.place({ memberId });
  await receiveSeconds(10, line);
  const row = await world.contract(memberId, order.ID);
  expect(row).toMatchObject({ status: 1 });
  return (Number(row.openPrice) - 64_000) * 100 + NOON - acceptedAt;
}

describe('a contract on live prices', () => {
  it.each([
    ['is prompt', {}],
    ['lags by one second', { lateMs: 1_000 }],
    ['lags by four seconds', { lateMs: 4_000 }],
    ['has a clock that is a second ahead', { aheadMs: 1_000 }],
    ['lags, and is ahead by almost a second', { lateMs: 900, aheadMs: 900 }],
    ['lags by three seconds and is ahead by almost one', { lateMs: 3_000, aheadMs: 950 }],
  ])('opens at a price created after acceptance if its source %s', async (_what, line) => {
    expect(await openedAfter(line)).toBeGreaterThan(0);
  });

  it('opens later than the delay allowance after acceptance', async () => {
    expect(await openedAfter({})).toBeGreaterThan(1_000);
  });

  it('is refused if its source lags by more than five seconds or stops', async () => {
    await receiveSeconds(15);
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    await receiveSeconds(12, { lateMs: 5_001 });
    await expect(world.place({ memberId })).rejects.toMatchObject({ code: 5005 });
  });

  it('never opens at a price from before its acceptance, even if another contract was settled in between', async () => {
    await receiveSeconds(15);
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    await world.place({ memberId });
    await receiveSeconds(30);
    const late = world.clock.now() - 100;
    world.clock.advance(400);
    await world.futures.settleNow();
    const { order } = await world.place({ memberId });
    // Created before the contract, and received after the first one was opened.
    world.clock.advance(1_200);
    receive({
      symbol: 'btcusdt',
      price: decimal<Price>('70000'),
      quantity: ZERO,
      takerSide: 'buy',
      at: late,
    });
    await world.market.advanceTicks();
    await receiveSeconds(5);
    const row = await world.contract(memberId, order.ID);
    expect(row.openPrice).not.toBe('70000');
    expect(Date.parse(row.openAt)).toBeGreaterThan(Date.parse(row.CreatedAt) + 1_000);
    expect(await world.faults()).toEqual([]);
  });

  it('is offered and taken only with two sources, of which two agree on the newest price', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    await receiveSeconds(15);
    const offered = async () => {
      const config = await world.ask(memberId, futuresCalls.config);
      return (config as { markets: { coinname: string }[] }).markets.some(
        ({ coinname }) => coinname === 'btcusdt',
      );
    };
    expect(world.deps.ticks.sourcesOf('btcusdt')).toEqual({ configured: 2, agreeing: 2 });
    expect(await offered()).toBe(true);
    await world.stop();
    world = await futuresWorld(fresh.database, world.clock.now(), {
      sources: [source],
      isAlone: true,
    });
    await receiveSeconds(15);
    expect(world.deps.ticks.sourcesOf('btcusdt')).toEqual({ configured: 1, agreeing: 1 });
    expect(await offered()).toBe(false);
    await expect(world.place({ memberId })).rejects.toMatchObject({
      code: 5011,
      detail: { text: 'futures.oneSource' },
    });
  });

  it('has the delay allowance in its terms', async () => {
    expect(world.deps.ticks.isLive('btcusdt')).toBe(true);
    await receiveSeconds(15);
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    const { order } = await world.place({ memberId });
    expect(order.rule).toBe(2);
    expect(await fresh.database.one(allowance, [order.ID])).toEqual({ openAfterMs: 1_000 });
    const config = await world.ask(memberId, futuresCalls.config);
    const { markets } = config as { markets: { coinname: string; openAfterMs: number }[] };
    expect(markets.find(({ coinname }) => coinname === 'btcusdt')?.openAfterMs).toBe(1_000);
  });
});
