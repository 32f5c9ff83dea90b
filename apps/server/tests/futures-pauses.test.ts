import { type Amount, decimal, type Price, ZERO } from '@tern/money';
import { type EvidenceBundle, verifyBundle } from '@tern/proofs';
import { futuresCalls } from '@tern/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PriceSource, SourceQuote } from '../src/features/market/pricing/price-source.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { logTrustOf } from './support/open-public-log.ts';
import { type FuturesWorld, futuresWorld } from './support/futures-world.ts';
import { fundedMember, WEDNESDAY_NOON as NOON } from './support/market.ts';
import { publicKeysQuery } from './support/public-keys.ts';

let fresh: FreshDatabase;
let world: FuturesWorld | undefined;
beforeEach(async () => {
  fresh = await freshDatabase();
});
afterEach(async () => {
  await world?.stop();
  world = undefined;
  await fresh.drop();
});

const statement = (name: string, text: string) =>
  defineStatement({ name: `test.${name}`, text, params: [] });
const revoke = statement('revokeTicks', 'revoke insert on ticks from tern_app');
const grant = statement('grantTicks', 'grant insert on ticks to tern_app');

const quoteOf = (at: number, price: string, more: Partial<SourceQuote> = {}): SourceQuote => ({
  symbol: 'btcusdt',
  price: decimal<Price>(price),
  quantity: ZERO,
  takerSide: 'buy',
  at,
  ...more,
});

/** A fixed price per second: falling, and much higher from second 30 on. */
const priceAt = (at: number): string => {
  const second = Math.floor((at - NOON) / 1_000);
  return String(second < 30 ? 64_000 - second : 64_500 + second);
};

/** Like the simulator, a function of time; two sources, because one alone cannot start a market. */
const simulated = (): PriceSource[] =>
  ['north', 'south'].map((name) => ({ name, quotesAt: (at) => [quoteOf(at, priceAt(at))] }));

async function pass(seconds: number): Promise<void> {
  for (let each = 0; each < seconds; each += 1) {
    world!.clock.advance(1_000);
    await world!.market.advanceTicks();
    await world!.futures.settleNow();
  }
}

async function evidenceOf(memberId: number, contractId: number) {
  const { bundle } = (await world!.ask(memberId, futuresCalls.evidence, { ID: contractId })) as {
    bundle: EvidenceBundle;
  };
  const keys = await fresh.database.many(publicKeysQuery, []);
  const publicKey = keys.map((key) => key.publicKey);
  const log = await logTrustOf(fresh.database);
  const failed = verifyBundle(JSON.parse(JSON.stringify(bundle)), { publicKey, log }).filter(
    ({ pass: isPassed }) => !isPassed,
  );
  return { bundle, failed };
}

const member = () => fundedMember(fresh.database, { USDT: '1000' });

describe('a server that was paused while contracts fell due', () => {
  it('settles them by the price of their due time, so wins stay wins and losses stay losses', async () => {
    world = await futuresWorld(fresh.database, NOON, { sources: simulated() });
    const [winner, loser] = [await member(), await member()];
    const up = await world.place({ memberId: winner, direction: 'up' });
    const down = await world.place({ memberId: loser, direction: 'down' });
    await pass(20);
    // Down is winning, so stopping the prices here would pay.
    world.clock.advance(15_000);
    await world.futures.settleNow();
    expect(await world.contract(winner, up.order.ID)).toMatchObject({
      status: 2,
      outcome: 1,
      openPrice: '63999',
      closePrice: '64531',
      ploss: '80',
    });
    expect(await world.contract(loser, down.order.ID)).toMatchObject({ outcome: 2, ploss: '-100' });
    expect([await world.usdt(winner), await world.usdt(loser)]).toEqual(['1080', '900']);
    await pass(1);
    expect(await world.faults()).toEqual([]);
    const { bundle, failed } = await evidenceOf(winner, up.order.ID);
    expect(failed).toEqual([]);
    const closing = bundle.chain.ticks.find(({ seq }) => seq === bundle.closing?.seq);
    expect(closing).toMatchObject({ at: NOON + 31_000, backfilledAt: NOON + 35_000 });
    expect(bundle.chain.ticks.filter(({ backfilledAt }) => backfilledAt === undefined)).not.toEqual(
      [],
    );
  });

  it('opens a contract at the first price after acceptance even if it was missed', async () => {
    world = await futuresWorld(fresh.database, NOON, { sources: simulated() });
    const memberId = await member();
    await pass(3);
    world.clock.advance(400);
    const { order } = await world.place({ memberId });
    world.clock.advance(15_000);
    await world.futures.settleNow();
    const row = await world.contract(memberId, order.ID);
    expect(row).toMatchObject({ status: 1, openPrice: '63996' });
    expect(row.openAt).toBe(new Date(NOON + 4_000).toISOString());
    await pass(30);
    expect(await world.contract(memberId, order.ID)).toMatchObject({ status: 2, outcome: 1 });
    expect((await evidenceOf(memberId, order.ID)).failed).toEqual([]);
  });

  it.each([40_000, 3_600_000])('does so after a kill and a start %i ms later', async (ms) => {
    world = await futuresWorld(fresh.database, NOON, { sources: simulated() });
    const memberId = await member();
    const { order } = await world.place({ memberId });
    await pass(20);
    world.clock.advance(ms);
    await world.restart();
    await world.futures.settleNow();
    const row = await world.contract(memberId, order.ID);
    expect(row).toMatchObject({ status: 2, outcome: 1, closePrice: '64531' });
    await pass(1);
    expect(await world.faults()).toEqual([]);
    expect((await evidenceOf(memberId, order.ID)).failed).toEqual([]);
  });

  it('has the same prices for any start and length of the pause', async () => {
    const results = new Set<string>();
    for (const [before, pauses] of [
      [31, [0]],
      [5, [700, 3_900]],
      [30, [999, 1, 9_000]],
      [29, [2_100, 2_100]],
      [1, [31_000]],
      [28, [2_999, 500]],
    ] as const) {
      world = await futuresWorld(fresh.database, NOON, { sources: simulated() });
      const memberId = await member();
      const { order } = await world.place({ memberId });
      await pass(before);
      for (const ms of pauses) {
        world.clock.advance(ms);
        await world.futures.settleNow();
      }
      await pass(32);
      const { openPrice, closePrice, closeAt, status } = await world.contract(memberId, order.ID);
      results.add(`${status} ${openPrice} ${closePrice} ${closeAt}`);
      await world.stop();
      await fresh.drop();
      fresh = await freshDatabase();
    }
    world = undefined;
    expect([...results]).toEqual([`2 63999 64531 ${new Date(NOON + 31_000).toISOString()}`]);
  });

  it('keeps prices the database could not store, and settles by them once it is back', async () => {
    world = await futuresWorld(fresh.database, NOON, { sources: simulated() });
    const memberId = await member();
    const { order } = await world.place({ memberId });
    await pass(29);
    await fresh.owner.transaction((tx) => tx.run(revoke, []));
    for (let each = 0; each < 3; each += 1) {
      world.clock.advance(1_000);
      await expect(world.market.advanceTicks()).rejects.toThrow(/permission denied/);
      await world.futures.settleNow();
    }
    expect(await world.contract(memberId, order.ID)).toMatchObject({ status: 1 });
    await fresh.owner.transaction((tx) => tx.run(grant, []));
    await pass(1);
    const row = await world.contract(memberId, order.ID);
    expect(row).toMatchObject({ status: 2, closePrice: '64531' });
    expect((await evidenceOf(memberId, order.ID)).failed).toEqual([]);
  });
});

/** A live source with trades during our pauses too. `history` returns its own record of them. */
function liveSource(history?: (from: number, to: number) => Promise<SourceQuote[]>) {
  let receive: (quote: SourceQuote) => void = () => undefined;
  const source: PriceSource = {
    name: 'there',
    start: (next) => (receive = next),
    stop: () => undefined,
    ...(history === undefined ? {} : { fetchTrades: ({ from, to }) => history(from, to) }),
  };
  return { source, quote: (at: number, price = priceAt(at)) => receive(quoteOf(at, price)) };
}

const trade = (at: number): SourceQuote =>
  quoteOf(at, priceAt(at), { quantity: decimal<Amount>('0.1'), tradeId: String(at) });

/** One trade each second, half past. */
const tradesIn = (from: number, to: number): SourceQuote[] => {
  const trades: SourceQuote[] = [];
  for (let at = Math.floor(from / 1_000) * 1_000 + 500; at <= to; at += 1_000) {
    if (at > from) trades.push(trade(at));
  }
  return trades;
};

describe('a live market missed during a pause', () => {
  type Live = ReturnType<typeof liveSource>;

  /** Sends a price each second; the first ones are accepted after ten seconds. */
  async function receive(live: Live, seconds: number) {
    for (let each = 0; each < seconds; each += 1) {
      world!.clock.advance(1_000);
      live.quote(world!.clock.now() - 500);
      await world!.market.advanceTicks();
      await world!.futures.settleNow();
    }
  }

  async function begun(live: Live) {
    world = await futuresWorld(fresh.database, NOON - 20_000, { sources: [live.source] });
    await receive(live, 20);
    const memberId = await member();
    const { order } = await world.place({ memberId });
    await receive(live, 20);
    expect(await world.contract(memberId, order.ID)).toMatchObject({
      status: 1,
      openPrice: '63999',
    });
    return { memberId, id: order.ID };
  }

  /** Price cycles and settlement rounds as in a running server, for a few seconds. */
  async function goOn(live: Live, seconds: number) {
    for (let each = 0; each < seconds; each += 1) {
      await receive(live, 1);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  it('is backfilled from its source, and settles by the price of the due time', async () => {
    const live = liveSource(async (from, to) => tradesIn(from, to));
    const { memberId, id } = await begun(live);
    world!.clock.advance(15_000);
    await goOn(live, 3);
    const row = await world!.contract(memberId, id);
    expect(row).toMatchObject({ status: 2, outcome: 1, closePrice: '64531' });
    expect(row.dueAt).toBe(new Date(NOON + 31_500).toISOString());
    expect(await world!.faults()).toEqual([]);
    const { bundle, failed } = await evidenceOf(memberId, id);
    expect(failed).toEqual([]);
    const closing = bundle.chain.ticks.find(({ seq }) => seq === bundle.closing?.seq);
    expect(closing?.at).toBe(NOON + 31_500);
    expect(closing?.backfilledAt).toBeGreaterThan(NOON + 34_000);
  });

  it('settles only after its source has answered', async () => {
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const live = liveSource(async (from, to) => answered.then(() => tradesIn(from, to)));
    const { memberId, id } = await begun(live);
    world!.clock.advance(15_000);
    await goOn(live, 10);
    expect(await world!.contract(memberId, id)).toMatchObject({ status: 1 });
    answer();
    await goOn(live, 2);
    expect(await world!.contract(memberId, id)).toMatchObject({ status: 2, closePrice: '64531' });
    expect((await evidenceOf(memberId, id)).failed).toEqual([]);
  });

  it('retries if its source cannot answer at first', async () => {
    let asked = 0;
    const live = liveSource(async (from, to) => {
      asked += 1;
      if (asked < 3) throw new Error('busy');
      return tradesIn(from, to);
    });
    const { memberId, id } = await begun(live);
    world!.clock.advance(15_000);
    await goOn(live, 10);
    expect(await world!.contract(memberId, id)).toMatchObject({ status: 2, closePrice: '64531' });
  });

  it.each([
    ['has no record', undefined],
    ['fails', async () => Promise.reject(new Error('it does not reach back'))],
  ] as const)('returns the stake if its source %s', async (_what, history) => {
    const live = liveSource(history);
    const { memberId, id } = await begun(live);
    world!.clock.advance(25_000);
    await goOn(live, 40);
    expect(await world!.contract(memberId, id)).toMatchObject({
      status: 3,
      reason: 2,
      payout: '100',
    });
    expect(await world!.usdt(memberId)).toBe('1000');
    expect(await world!.faults()).toEqual([]);
    expect((await evidenceOf(memberId, id)).failed).toEqual([]);
  });

  it('adds no price to a closed time', async () => {
    let isTelling = false;
    const live = liveSource(async (from, to) => (isTelling ? tradesIn(from, to) : []));
    const { memberId, id } = await begun(live);
    // The source sends nothing until after the end, and reports no trades.
    for (let each = 0; each < 40; each += 1) await pass(1);
    expect(await world!.contract(memberId, id)).toMatchObject({ status: 3, reason: 2 });
    isTelling = true;
    await world!.restart();
    await goOn(live, 15);
    expect(await world!.faults()).toEqual([]);
    expect((await evidenceOf(memberId, id)).failed).toEqual([]);
  });
});
