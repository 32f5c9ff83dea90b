import { futuresCalls } from '@tern/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFutures } from '../../src/features/trading/futures/index.ts';
import { int8 } from '../../src/platform/database/columns.ts';
import { defineQuery } from '../../src/platform/database/query.ts';
import { changeSetting } from '../support/change-setting.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { type FuturesWorld, futuresWorld } from '../support/futures-world.ts';
import { fundedMember, WEDNESDAY_NOON } from '../support/market.ts';
import { untilLocked } from '../support/lock-waits.ts';

let fresh: FreshDatabase;
let world: FuturesWorld;

beforeAll(async () => {
  fresh = await freshDatabase({ poolSize: 16 });
  world = await futuresWorld(fresh.database, WEDNESDAY_NOON);
});
afterAll(async () => {
  await world.stop();
  await fresh.drop();
});
beforeEach(() => second('64000'));

async function second(price: string) {
  world.clock.advance(1_000);
  await world.tick('btcusdt', price);
}

/** Concurrent placements: the codes of the refused ones, and the number of accepted ones. */
async function placeConcurrently(count: number, input: Parameters<FuturesWorld['place']>[0]) {
  const results = await Promise.allSettled(
    Array.from({ length: count }, (_each, index) =>
      world.place({ ...input, direction: index % 2 === 0 ? 'up' : 'down' }),
    ),
  );
  const codes = results.flatMap((result) =>
    result.status === 'rejected' ? [(result.reason as { code: number }).code] : [],
  );
  return { passed: count - codes.length, codes: [...new Set(codes)] };
}

describe('contracts placed concurrently', () => {
  it('spend one balance once: of 50, exactly the affordable ones succeed', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    expect(await placeConcurrently(50, { memberId, stake: '90' })).toEqual({
      passed: 11,
      codes: [4020],
    });
    expect(await world.usdt(memberId)).toBe('10');
    expect(await world.faults()).toEqual([]);
  });

  it("respect the member's own daily limit: of 50, exactly those within it succeed", async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '100000' });
    await world.ask(memberId, futuresCalls.setLimits, { dailyStake: '730' });
    expect(await placeConcurrently(50, { memberId, stake: '100' })).toEqual({
      passed: 7,
      codes: [5012],
    });
    expect(await world.usdt(memberId)).toBe('99300');
  });

  it('of many members respect the maximum exposure in one direction', async () => {
    await changeSetting(fresh.owner, 'futures.exposureMax', { USDT: '800' });
    await world.deps.settings.refresh();
    world.clock.advance(1_000);
    await world.tick('ethusdt', '3000');
    const members = await Promise.all(
      Array.from({ length: 30 }, () => fundedMember(fresh.database, { USDT: '100' })),
    );
    const results = await Promise.allSettled(
      members.map((memberId) => world.place({ memberId, market: 'ethusdt', stake: '100' })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    await changeSetting(fresh.owner, 'futures.exposureMax', { USDT: '100000' });
    await world.deps.settings.refresh();
    expect(await world.faults()).toEqual([]);
  });
});

const lockExchange = defineQuery({
  name: 'test.lockExchange',
  text: `select owner_id from ledger_balances where owner_id = -4 for update`,
  params: [],
  row: { ownerId: int8 },
});

describe('a queued contract', () => {
  it('is accepted in its turn, and a price that arrived before does not open it', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    await world.place({ memberId, stake: '10' });
    let placing: ReturnType<FuturesWorld['place']> | undefined;
    await fresh.owner.transaction(async (tx) => {
      await tx.many(lockExchange, []);
      placing = world.place({ memberId, stake: '20' });
      await untilLocked(fresh.database);
      world.clock.advance(1_000);
      await world.price('btcusdt', '64500');
    });
    const { order } = await placing!;
    expect(Date.parse(order.CreatedAt)).toBe(world.clock.now());
    await second('64600');
    const row = await world.contract(memberId, order.ID);
    expect(row.openPrice).toBe('64600');
  });
});

describe('concurrent settlement', () => {
  it('by four schedulers, while new contracts are placed, settles each contract once', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '1000000' });
    for (let count = 0; count < 60; count += 1) {
      await world.place({ memberId, direction: count % 2 === 0 ? 'up' : 'down', stake: '10' });
    }
    await second('64000');
    for (let count = 0; count < 29; count += 1) await second('64010');
    const schedulers = Array.from({ length: 3 }, () => createFutures(world.deps));
    const before = await world.usdt(memberId);
    world.clock.advance(1_000);
    await world.market.advanceTicks();
    await Promise.all([
      ...schedulers.map((scheduler) => scheduler.settleNow()),
      world.futures.settleNow(),
      placeConcurrently(20, { memberId, stake: '10' }),
    ]);
    for (const scheduler of schedulers) await scheduler.stop?.();
    // 30 wins of 10 + 8, and 20 new stakes.
    expect(Number(await world.usdt(memberId)) - Number(before)).toBe(30 * 18 - 20 * 10);
    expect(await world.faults()).toEqual([]);
  });
});
