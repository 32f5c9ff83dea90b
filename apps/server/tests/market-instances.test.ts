/** Prices in several instances on one database: one publishes the prices, the others follow what it stores. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SymbolState } from '../src/features/market/pricing/index.ts';
import type { Leases } from '../src/kernel/leases/leases.ts';
import type { ReferenceTick } from '../src/kernel/prices/reference-prices.ts';
import { int8 } from '../src/platform/database/columns.ts';
import type { Database } from '../src/platform/database/database.ts';
import { defineQuery, defineStatement } from '../src/platform/database/query.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { type JoinedBus, type JoinedBuses, joinBuses } from './support/joined-buses.ts';
import { WEDNESDAY_NOON } from './support/market.ts';
import { type RunningMarket, runMarket } from './support/running-market.ts';
import { type SharedLeases, shareLeases } from './support/shared-leases.ts';

interface Instance extends RunningMarket {
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
  for (const { market } of instances) await market.stop?.();
  await fresh.drop();
});

async function startInstance(database: Database = fresh.database): Promise<Instance> {
  const bus = buses.join();
  const leases = shared.join();
  const at = instances[0]?.clock.now() ?? WEDNESDAY_NOON;
  const running = await runMarket(database, at, { bus, leases });
  const instance = { ...running, bus, leases };
  instances.push(instance);
  return instance;
}

/** Everything that an instance knows of its symbols. */
const known = ({ market }: Instance) =>
  market.states().map(({ instrument, ...state }: SymbolState) => ({
    symbol: instrument.symbol,
    ...state,
    running: Object.fromEntries(state.running),
    chain: { ...state.chain, hash: Buffer.from(state.chain.hash).toString('hex') },
    recentTicks: state.recentTicks.map(({ hash, ...tick }) => ({
      ...tick,
      hash: Buffer.from(hash).toString('hex'),
    })),
  }));

const seqOf = ({ market }: Instance) => market.find('btcusdt')?.chain.seq ?? 0;

async function untilFollowed(replica: Instance, publisher: Instance): Promise<void> {
  await expect.poll(() => seqOf(replica), { interval: 5 }).toBe(seqOf(publisher));
}

const chainFaults = defineQuery({
  name: 'test.chainFaults',
  text: `select count(*) as faults from (
      select seq, lag(seq) over (partition by instrument_id order by seq) as before from ticks
    ) t where before is not null and seq <> before + 1`,
  params: [],
  row: { faults: int8 },
});

const addBackfill = defineStatement({
  name: 'test.addBackfill',
  text: `insert into candle_backfills (instrument_id, starts_at, ends_at, source)
    select id, '2026-11-18T10:00:00Z', '2026-11-18T10:05:00Z', 'htx' from instruments where symbol = 'btcusdt'`,
  params: [],
});

/** The database as an instance sees it that loses the connection at its next `lost` snapshots, after `before` others. */
function withLosses() {
  let [before, lost] = [0, 0];
  const database: Database = {
    ...fresh.database,
    async snapshot(work) {
      if (before > 0) before -= 1;
      else if (lost > 0) {
        lost -= 1;
        throw new Error('the connection was lost');
      }
      return fresh.database.snapshot(work);
    },
  };
  const lose = (next: { before: number; lost: number }) => ({ before, lost } = next);
  return { database, lose };
}

describe('An instance that follows the prices', () => {
  it('knows what the publisher knows, candles and gaps included, a moment after each cycle', async () => {
    const publisher = await startInstance();
    const replica = await startInstance();
    expect(known(replica)).toEqual(known(publisher));
    const seen: ReferenceTick[] = [];
    replica.prices.subscribe((tick) => seen.push(tick));
    // A minute ends, then an hour without any price, then another one.
    for (let second = 0; second < 61; second += 1) {
      await publisher.pass(1);
      // One that is behind may load what is newest, without the ticks between.
      await untilFollowed(replica, publisher);
    }
    await publisher.goTo('2026-11-18T13:05:00Z');
    await publisher.pass(3);
    replica.clock.set(publisher.clock.now());
    await untilFollowed(replica, publisher);
    // It may have followed before its clock was set: which minutes leave the rolling day depends on the clock.
    await replica.market.advanceTicks();
    expect(publisher.market.find('btcusdt')!.gaps).not.toEqual([]);
    expect(known(replica)).toEqual(known(publisher));
    expect(replica.prices.latest('btcusdt')).toEqual(publisher.prices.latest('btcusdt'));
    expect(seen.filter(({ symbol }) => symbol === 'btcusdt').length).toBeGreaterThan(60);
  });

  it('passes every tick on to its listeners, once and in order', async () => {
    const publisher = await startInstance();
    const replica = await startInstance();
    const seqs: number[] = [];
    replica.market.subscribe((ticks) => {
      for (const { state, tick } of ticks) {
        if (state.instrument.symbol === 'btcusdt') seqs.push(tick.seq);
      }
    });
    const before = seqOf(publisher);
    for (let second = 0; second < 20; second += 1) {
      await publisher.pass(1);
      if (second % 3 === 0) await replica.market.advanceTicks();
    }
    await untilFollowed(replica, publisher);
    expect(seqs).toEqual(Array.from({ length: 20 }, (_, index) => before + 1 + index));
  });

  it('reads them each second when the bus is cut', async () => {
    const publisher = await startInstance();
    const replica = await startInstance();
    replica.bus.cut();
    const before = seqOf(replica);
    await publisher.pass(5);
    expect(seqOf(replica)).toBe(before);
    await replica.runJob('pricing.ticks');
    expect(known(replica)).toEqual(known(publisher));
  });

  it('loads everything when it is far behind, or when a tick does not continue its chain', async () => {
    const publisher = await startInstance();
    const replica = await startInstance();
    replica.bus.cut();
    await publisher.pass(140);
    replica.clock.set(publisher.clock.now());
    await replica.runJob('pricing.ticks');
    expect(known(replica)).toEqual(known(publisher));
    const state = replica.market.find('btcusdt')!;
    state.chain = { ...state.chain, hash: new Uint8Array(32) };
    state.recentTicks = state.recentTicks.slice(10);
    await publisher.pass(1);
    replica.clock.set(publisher.clock.now());
    await replica.runJob('pricing.ticks');
    expect(known(replica)).toEqual(known(publisher));
  });

  it('loads what it has to load again after the connection was lost in the middle', async () => {
    await startInstance();
    const { database, lose } = withLosses();
    const replica = await startInstance(database);
    await fresh.owner.transaction((tx) => tx.run(addBackfill, []));
    // The pass finds that it has to load, and cannot.
    lose({ before: 1, lost: 1 });
    await expect(replica.market.advanceTicks()).rejects.toThrow('lost');
    await replica.market.advanceTicks();
    expect(replica.market.find('btcusdt')!.backfills).toHaveLength(1);
  });

  it('tells which sources quote, from what the publisher says, or else from the ticks', async () => {
    const publisher = await startInstance();
    const replica = await startInstance();
    await publisher.pass(2);
    replica.clock.set(publisher.clock.now());
    await untilFollowed(replica, publisher);
    expect(replica.market.sourceStates()).toEqual(publisher.market.sourceStates());
    const quiet = await startInstance();
    expect(quiet.market.health(quiet.market.find('btcusdt')!)).toMatchObject({
      state: 'live',
      sources: [{ name: 'simulated', isLive: true }],
    });
  });
});

describe('The work of driving the market', () => {
  it('moves to another instance, which continues the chains', async () => {
    const first = await startInstance();
    const second = await startInstance();
    await first.pass(3);
    second.clock.set(first.clock.now());
    await shared.move('pricing', second.leases);
    const before = seqOf(second);
    await second.pass(3);
    first.clock.set(second.clock.now());
    await untilFollowed(first, second);
    expect(seqOf(second)).toBe(before + 3);
    expect(known(first)).toEqual(known(second));
    // And back again.
    await shared.move('pricing', first.leases);
    await first.pass(2);
    expect(seqOf(first)).toBe(before + 5);
    expect(await fresh.database.one(chainFaults, [])).toEqual({ faults: 0 });
  });

  it('ends even when work that goes with it fails to end', async () => {
    const first = await startInstance();
    const second = await startInstance();
    await first.market.ticks.accompany({
      begin: () => Promise.resolve(),
      end: () => Promise.reject(new Error('it does not end')),
    });
    await expect(shared.move('pricing', second.leases)).rejects.toThrow('it does not end');
    const before = seqOf(first);
    await first.pass(2);
    expect(seqOf(first)).toBe(before);
    second.clock.set(first.clock.now());
    await shared.takeOver('pricing', second.leases);
    expect(seqOf(second)).toBe(before + 2);
    await untilFollowed(first, second);
  });

  it('creates the ticks of the time in which no instance drove', async () => {
    const first = await startInstance();
    const second = await startInstance();
    await first.pass(3);
    const before = seqOf(first);
    second.clock.set(first.clock.now() + 5_000);
    await shared.takeOver('pricing', second.leases);
    expect(seqOf(second)).toBe(before + 5);
    // As the first one would have made them.
    const alone = await freshDatabase();
    const undisturbed = await runMarket(alone.database, WEDNESDAY_NOON);
    await undisturbed.pass(8);
    expect(second.prices.latest('btcusdt')).toEqual(undisturbed.prices.latest('btcusdt'));
    await undisturbed.market.stop?.();
    await alone.drop();
  });

  it('is harmless when two instances do it: one stores a tick, the other one goes on after it', async () => {
    const first = await startInstance();
    const second = await startInstance();
    await first.pass(2);
    second.clock.set(first.clock.now());
    await shared.takeOver('pricing', second.leases);
    for (let round = 0; round < 6; round += 1) await Promise.all([first.pass(1), second.pass(1)]);
    await first.pass(1);
    second.clock.set(first.clock.now());
    await second.market.advanceTicks();
    expect(known(second)).toEqual(known(first));
    expect(await fresh.database.one(chainFaults, [])).toEqual({ faults: 0 });
  });
});
