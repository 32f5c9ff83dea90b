import { futuresCalls } from '@tern/protocol';
import { verifyBundle } from '@tern/proofs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { logTrustOf } from './support/open-public-log.ts';
import { type FuturesWorld, futuresWorld } from './support/futures-world.ts';
import { fundedMember, WEDNESDAY_NOON } from './support/market.ts';

let fresh: FreshDatabase;
let world: FuturesWorld;

beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

/** Each test starts some minutes after the previous one, because the price chain only moves forward. */
let start = WEDNESDAY_NOON;
beforeEach(async () => {
  start += 20 * 60_000;
  // Contracts left by the previous test are settled first; that time gets no more prices.
  world = await futuresWorld(fresh.database, start - 1);
  world.clock.set(start);
  await world.tick('btcusdt', '64000');
  return () => world.stop();
});

const member = (usdt = '1000') => fundedMember(fresh.database, { USDT: usdt });

/** Accepted half a second after a price; the next one, half a second later, opens it. */
async function openContract(
  memberId: number,
  input: Partial<Parameters<FuturesWorld['place']>[0]> = {},
) {
  world.clock.advance(500);
  const { order } = await world.place({ memberId, ...input });
  world.clock.advance(500);
  await world.tick('btcusdt', '64100');
  return order.ID;
}

/** A price each second. */
async function ticks(prices: readonly string[]) {
  for (const price of prices) {
    world.clock.advance(1_000);
    await world.tick('btcusdt', price);
  }
}

const flat = (count: number, price = '64100') => Array.from({ length: count }, () => price);

describe('a placed contract', () => {
  it('takes the stake immediately and waits for the next price', async () => {
    const memberId = await member();
    world.clock.advance(500);
    const { order } = await world.place({ memberId });
    expect(order).toMatchObject({
      status: 1,
      outcome: 0,
      cate: 1,
      usdt: '100',
      ratio: '0.8',
      openPrice: '',
      dueAt: '',
      payout: '0',
      ploss: '0',
    });
    expect(await world.usdt(memberId)).toBe('900');
    expect(await world.faults()).toEqual([]);
  });

  it('opens at the first price after acceptance and is due one duration later', async () => {
    const memberId = await member();
    const id = await openContract(memberId);
    await ticks(['64200']);
    const row = await world.contract(memberId, id);
    expect(row).toMatchObject({ status: 1, openPrice: '64100', openNum: '0.00156006' });
    expect(row.openAt).toBe(new Date(start + 1_000).toISOString());
    expect(row.dueAt).toBe(new Date(start + 31_000).toISOString());
  });

  it('is void if no price arrives within two seconds, and the stake is returned immediately', async () => {
    const memberId = await member();
    const { order } = await world.place({ memberId });
    await world.wait(1_999);
    expect(await world.contract(memberId, order.ID)).toMatchObject({ status: 1 });
    await world.wait(1);
    expect(await world.contract(memberId, order.ID)).toMatchObject({
      status: 3,
      outcome: 0,
      reason: 1,
      payout: '100',
      ploss: '0',
      openPrice: '',
    });
    expect(await world.usdt(memberId)).toBe('1000');
    expect(await world.faults()).toEqual([]);
  });

  it('is void if the first price is a millisecond late, and open if it is just in time', async () => {
    const memberId = await member();
    const { order } = await world.place({ memberId });
    const late = await world.place({ memberId });
    world.clock.advance(2_000);
    await world.tick('btcusdt', '64050');
    expect(await world.contract(memberId, order.ID)).toMatchObject({
      status: 1,
      openPrice: '64050',
    });
    expect(await world.contract(memberId, late.order.ID)).toMatchObject({ openPrice: '64050' });
    const again = await world.place({ memberId });
    world.clock.advance(2_001);
    await world.tick('btcusdt', '64060');
    expect(await world.contract(memberId, again.order.ID)).toMatchObject({ status: 3, reason: 1 });
  });
});

describe('a due contract', () => {
  it('wins if the price moved its way: stake and payout are two records', async () => {
    const memberId = await member();
    const id = await openContract(memberId);
    await ticks([...flat(29), '64101']);
    expect(await world.contract(memberId, id)).toMatchObject({
      status: 2,
      outcome: 1,
      closePrice: '64101',
      closeAt: new Date(start + 31_000).toISOString(),
      payout: '180',
      ploss: '80',
    });
    expect(await world.usdt(memberId)).toBe('1080');
    expect(await world.faults()).toEqual([]);
  });

  it('loses the stake when the price moved the other way', async () => {
    const memberId = await member();
    const id = await openContract(memberId, { direction: 'down' });
    await ticks([...flat(29), '64101']);
    const row = await world.contract(memberId, id);
    expect(row).toMatchObject({ status: 2, outcome: 2, payout: '0', ploss: '-100' });
    expect(await world.usdt(memberId)).toBe('900');
    expect(await world.faults()).toEqual([]);
  });

  it('returns the stake if the prices are equal', async () => {
    const memberId = await member();
    const id = await openContract(memberId);
    await ticks(flat(30));
    const row = await world.contract(memberId, id);
    expect(row).toMatchObject({ status: 2, outcome: 3, payout: '100', ploss: '0' });
    expect(await world.usdt(memberId)).toBe('1000');
    expect(await world.faults()).toEqual([]);
  });

  it('is invalid if the last price is older than ten seconds, and the stake is returned', async () => {
    const memberId = await member();
    const id = await openContract(memberId);
    await ticks([...flat(18), '64120']);
    await world.wait(10_999);
    expect(await world.contract(memberId, id)).toMatchObject({ status: 1 });
    await world.wait(1);
    expect(await world.contract(memberId, id)).toMatchObject({
      status: 3,
      outcome: 0,
      reason: 2,
      payout: '100',
      ploss: '0',
    });
    expect(await world.usdt(memberId)).toBe('1000');
    expect(await world.faults()).toEqual([]);
  });

  it('does not change when a price arrives late', async () => {
    const memberId = await member();
    const id = await openContract(memberId);
    await ticks(flat(29));
    await world.wait(1_000);
    expect(await world.contract(memberId, id)).toMatchObject({ outcome: 3 });
    // Created half a second before the end, received half a second after it.
    const before = world.prices.latest('btcusdt')!;
    world.clock.advance(500);
    await world.tick('btcusdt', '64300', 1_000);
    const after = world.prices.latest('btcusdt')!;
    expect(after.seq).toBe(before.seq + 1);
    expect(after.at).toBeGreaterThan(start + 31_000);
    expect(await world.contract(memberId, id)).toMatchObject({ outcome: 3, closePrice: '64100' });
  });

  it('can be proven by its owner only', async () => {
    const memberId = await member();
    const id = await openContract(memberId);
    await expect(world.ask(memberId, futuresCalls.evidence, { ID: id })).rejects.toMatchObject({
      code: 5009,
    });
    await ticks([...flat(29), '64101', '64102', '64103', '64104']);
    const answer = await world.ask(memberId, futuresCalls.evidence, { ID: id });
    const { bundle } = answer as { bundle: Record<string, unknown> };
    const { rows } = await publicKeys();
    const trust = { publicKey: rows[0]!, log: await logTrustOf(fresh.database) };
    const items = verifyBundle(JSON.parse(JSON.stringify(bundle)), trust);
    expect(bundle['version']).toBe(3);
    expect(items.filter(({ pass }) => !pass)).toEqual([]);
    const row = await world.contract(memberId, id);
    expect(bundle).toMatchObject({ receipt: row.receipt, termsHash: row.termsHash });
    const other = await member();
    await expect(world.ask(other, futuresCalls.evidence, { ID: id })).rejects.toMatchObject({
      code: 5007,
    });
  });
});

async function publicKeys(): Promise<{ rows: string[] }> {
  const { publicKeysQuery } = await import('./support/public-keys.ts');
  const found = await fresh.database.many(publicKeysQuery, []);
  return { rows: found.map(({ publicKey }) => publicKey) };
}

describe('pauses and restarts', () => {
  it('settles what fell due while the server was down, by the prices that were stored', async () => {
    const memberId = await member();
    const [won, invalid] = [await openContract(memberId), await openContract(memberId)];
    await ticks([...flat(27), '64150']);
    // The server stops before either is due, and restarts minutes later.
    world.clock.advance(240_000);
    await world.restart();
    expect(await world.contract(memberId, won)).toMatchObject({
      status: 2,
      outcome: 1,
      closePrice: '64150',
    });
    expect(await world.contract(memberId, invalid)).toMatchObject({ status: 2, outcome: 1 });
    const long = await openAfterRestart(memberId);
    world.clock.advance(240_000);
    await world.restart();
    expect(await world.contract(memberId, long)).toMatchObject({ status: 3, reason: 2 });
    expect(await world.faults()).toEqual([]);
  });

  async function openAfterRestart(memberId: number) {
    world.clock.advance(1_000);
    await world.tick('btcusdt', '64000');
    return openContract(memberId, { seconds: 120 });
  }

  it('voids contracts that were waiting for their opening price when the server ended', async () => {
    const memberId = await member();
    const { order } = await world.place({ memberId });
    world.clock.advance(60_000);
    await world.restart();
    expect(await world.contract(memberId, order.ID)).toMatchObject({ status: 3, reason: 1 });
    expect(await world.usdt(memberId)).toBe('1000');
  });

  it('opens at a price stored in time, even if the server ended before opening it', async () => {
    const memberId = await member();
    const { order } = await world.place({ memberId });
    await world.futures.stop?.();
    world.clock.advance(1_000);
    await world.tick('btcusdt', '64010');
    await world.restart();
    expect(await world.contract(memberId, order.ID)).toMatchObject({
      status: 1,
      openPrice: '64010',
    });
  });

  it('waits when the clock is set back, and settles once it is due again', async () => {
    const memberId = await member();
    const id = await openContract(memberId);
    await ticks(flat(10));
    world.clock.advance(-20_000);
    await world.futures.settleNow();
    expect(await world.contract(memberId, id)).toMatchObject({ status: 1 });
    world.clock.advance(20_000);
    await ticks([...flat(19), '64101']);
    expect(await world.contract(memberId, id)).toMatchObject({ status: 2, outcome: 1 });
  });

  it('refuses contracts while the clock is behind the prices', async () => {
    const memberId = await member();
    world.clock.advance(-5_000);
    await expect(world.place({ memberId })).rejects.toMatchObject({ code: 5005 });
    world.clock.advance(5_000);
  });

  it('finds contracts invalid over which the clock was set far forward', async () => {
    const memberId = await member();
    const id = await openContract(memberId);
    await ticks(flat(3));
    world.clock.advance(3_600_000);
    await world.tick('btcusdt', '64100');
    expect(await world.contract(memberId, id)).toMatchObject({ status: 3, reason: 2 });
    start += 3_600_000;
  });

  it('settles once with two instances at the same time', async () => {
    const memberId = await member('100000');
    const ids: number[] = [];
    world.clock.advance(500);
    for (let count = 0; count < 40; count += 1) {
      ids.push(
        (await world.place({ memberId, direction: count % 2 === 0 ? 'up' : 'down' })).order.ID,
      );
    }
    world.clock.advance(500);
    await world.tick('btcusdt', '64100');
    await ticks([...flat(28), '64110']);
    const { createFutures } = await import('../src/features/trading/futures/index.ts');
    const other = createFutures(world.deps);
    world.clock.advance(1_000);
    await Promise.all([world.futures.settleNow(), other.settleNow(), world.futures.settleNow()]);
    await other.stop?.();
    // 20 of 40 won 80 each, 20 lost 100 each.
    expect(await world.usdt(memberId)).toBe('99600');
    expect(await world.faults()).toEqual([]);
  });
});
