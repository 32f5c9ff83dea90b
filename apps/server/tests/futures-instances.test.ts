/** Timed contracts with several instances on one database: one settles, and each accepts by its own clock. */
import { futuresCalls, futuresStatus } from '@tern/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Leases } from '../src/kernel/leases/leases.ts';
import { int8, text, timestamptz } from '../src/platform/database/columns.ts';
import { defineQuery } from '../src/platform/database/query.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { type FuturesWorld, futuresWorld } from './support/futures-world.ts';
import { type JoinedBus, type JoinedBuses, joinBuses } from './support/joined-buses.ts';
import { fundedMember, WEDNESDAY_NOON } from './support/market.ts';
import { type SharedLeases, shareLeases } from './support/shared-leases.ts';

interface Instance {
  readonly world: FuturesWorld;
  readonly bus: JoinedBus;
  readonly leases: Leases;
}

let fresh: FreshDatabase;
let buses: JoinedBuses;
let shared: SharedLeases;
let instances: Instance[];

beforeEach(async () => {
  fresh = await freshDatabase();
  buses = joinBuses();
  shared = shareLeases();
  instances = [];
});

afterEach(async () => {
  for (const { world } of instances) await world.stop();
  await fresh.drop();
});

async function startInstance(options: { isSimulated?: boolean } = {}): Promise<Instance> {
  const bus = buses.join();
  const leases = shared.join();
  const at = instances[0]?.world.clock.now() ?? WEDNESDAY_NOON;
  const world = await futuresWorld(fresh.database, at, { ...options, bus, leases });
  instances.push({ world, bus, leases });
  return { world, bus, leases };
}

const member = () => fundedMember(fresh.database, { USDT: '1000' });

const newestTick = defineQuery({
  name: 'test.newestTick',
  text: `select t.seq, t.at from ticks t join instruments i on i.id = t.instrument_id
    where i.symbol = $1 order by t.seq desc limit 1`,
  params: [text],
  row: { seq: int8, at: timestamptz },
});

const openingOf = defineQuery({
  name: 'test.openingOf',
  text: `select coalesce(open_seq, 0) as seq, accepted_at from futures_contracts where id = $1`,
  params: [int8],
  row: { seq: int8, acceptedAt: timestamptz },
});

/** By the call of the app, through this instance. */
async function place({ world }: Instance, memberId: number): Promise<number> {
  const input = { cate: 1, usdt: '100', coinname: 'btc', ctime_num: 30 };
  const answer = await world.ask(memberId, futuresCalls.createHyorder, input);
  return Number((answer as { order: { ID: number } }).order.ID);
}

/** One that settles contracts and one that does not, both at the first tick, and a member with money. */
async function twoInstances() {
  const settler = await startInstance();
  const other = await startInstance();
  const memberId = await member();
  settler.world.clock.advance(1_000);
  await settler.world.tick('btcusdt', '64000');
  other.world.clock.set(settler.world.clock.now());
  await other.world.market.advanceTicks();
  return { settler, other, memberId };
}

describe('A contract accepted by an instance that does not settle', () => {
  it('is opened and settled by the one that does', async () => {
    const { settler, other, memberId } = await twoInstances();
    const id = await place(other, memberId);
    settler.world.clock.advance(1_000);
    await settler.world.tick('btcusdt', '64010');
    expect(await fresh.database.one(openingOf, [id])).toMatchObject({ seq: 2 });
    settler.world.clock.advance(29_000);
    await settler.world.tick('btcusdt', '64020');
    await settler.world.wait(2_000);
    expect(await settler.world.contract(memberId, id)).toMatchObject({
      status: futuresStatus.settled,
    });
    expect(await settler.world.faults()).toEqual([]);
  });

  it('is opened within a second when the bus is cut', async () => {
    const { settler, other, memberId } = await twoInstances();
    other.bus.cut();
    const id = await place(other, memberId);
    settler.world.clock.advance(1_000);
    // Without a pass of the test's own.
    await settler.world.price('btcusdt', '64010');
    await expect.poll(async () => (await fresh.database.one(openingOf, [id])).seq).toBe(2);
  });

  it('is not touched by instances that do not drive the market', async () => {
    const { other, memberId } = await twoInstances();
    const id = await place(other, memberId);
    other.world.clock.advance(60_000);
    await other.world.futures.settleNow();
    expect(await other.world.contract(memberId, id)).toMatchObject({
      status: futuresStatus.pending,
    });
    await expect(other.world.market.ticks.closeUpTo(0, new Set())).rejects.toThrow('another');
  });
});

describe('The opening price of a contract', () => {
  it.each([-5_000, -900, 900, 5_000])(
    'was unknown when it was accepted by an instance whose clock is %d ms off and that has not read the last price',
    async (offMs) => {
      const settler = await startInstance();
      const other = await startInstance();
      const memberId = await member();
      settler.world.clock.advance(1_000);
      await settler.world.tick('btcusdt', '64000');
      await other.world.market.advanceTicks();
      // The next price is stored, and shown by another instance.
      other.bus.cut();
      settler.world.clock.advance(1_000);
      await settler.world.tick('btcusdt', '64100');
      const known = await fresh.database.one(newestTick, ['btcusdt']);
      other.world.clock.set(settler.world.clock.now() + offMs);
      const placed = await place(other, memberId).catch((error: Error) => error);
      if (placed instanceof Error) {
        expect(placed.message).toContain('no-price');
        expect(Math.abs(offMs)).toBeGreaterThan(1_000);
        return;
      }
      for (let second = 0; second < 8; second += 1) {
        settler.world.clock.advance(1_000);
        await settler.world.tick('btcusdt', `64${200 + second}`);
      }
      const { seq, acceptedAt } = await fresh.database.one(openingOf, [placed]);
      expect(acceptedAt).toBeGreaterThanOrEqual(known.at);
      expect(seq).toBeGreaterThan(known.seq);
    },
  );
});

describe('An instance that takes over', () => {
  it('settles by the price of the due time, though nothing ran at that time', async () => {
    const first = await startInstance({ isSimulated: true });
    const second = await startInstance({ isSimulated: true });
    const memberId = await member();
    await first.world.pass(2);
    const id = await place(first, memberId);
    await first.world.pass(2);
    await first.world.futures.settleNow();
    const opened = await first.world.contract(memberId, id);
    await first.world.pass(10);
    // The first one is gone before the contract is due; the second one begins 3 seconds after it.
    const dueAt = Date.parse(String(opened.dueAt));
    second.world.clock.set(dueAt + 3_000);
    await shared.takeOver('pricing', second.leases);
    await second.world.futures.settleNow();
    const ended = await second.world.contract(memberId, id);
    expect(ended).toMatchObject({ status: futuresStatus.settled });
    expect(Date.parse(String(ended.closeAt))).toBe(dueAt);
    expect(await second.world.faults()).toEqual([]);
  });
});
