/** The making of prices moves to another instance: what that one still reads of the first one's ticks is in order before it makes any. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLocalBus } from '../src/platform/bus.ts';
import { createLog } from '../src/platform/log.ts';
import type { Database, Reader } from '../src/platform/database/database.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { manualLeases } from './support/manual-leases.ts';
import { type ManualClock, manualClock, WEDNESDAY_NOON } from './support/market.ts';
import { type RunningMarket, runMarket } from './support/running-market.ts';

let fresh: FreshDatabase;
let clock: ManualClock;
let slow: ReturnType<typeof delayed> | undefined;
const running: RunningMarket[] = [];

beforeEach(async () => {
  fresh = await freshDatabase();
  clock = manualClock(WEDNESDAY_NOON);
});
afterEach(async () => {
  // Of a test that failed meanwhile.
  slow?.set('none');
  slow?.goOn();
  for (const { market } of running.splice(0)) await market.stop?.();
  await fresh.drop();
});

type Delay = 'none' | 'beforeReading' | 'afterReading';

/** A database whose snapshots wait until the test lets them go on. */
function delayed(database: Database) {
  const waiting: (() => void)[] = [];
  let delay: Delay = 'none';
  const pause = (when: Delay) =>
    when === delay ? new Promise<void>((resolve) => waiting.push(resolve)) : Promise.resolve();
  const readLate = (reader: Reader): Reader =>
    Object.assign(Object.create(reader) as Reader, {
      async many(...asked: Parameters<Reader['many']>) {
        await pause('beforeReading');
        return reader.many(...asked);
      },
      async one(...asked: Parameters<Reader['one']>) {
        await pause('beforeReading');
        return reader.one(...asked);
      },
    });
  const slow: Database = Object.assign(Object.create(database) as Database, {
    async snapshot(work: Parameters<Database['snapshot']>[0]) {
      const answer = await database.snapshot((reader) => work(readLate(reader)));
      await pause('afterReading');
      return answer;
    },
  });
  return {
    database: slow,
    /** From now on. */
    set: (when: Delay) => void (delay = when),
    waits: () => waiting.length > 0,
    goOn: () => waiting.splice(0).forEach((resolve) => resolve()),
  };
}

async function instance(
  database: Database,
  leases: ReturnType<typeof manualLeases>,
  log = createLog('silent'),
) {
  const bus = createLocalBus((error) => {
    throw error;
  });
  const started = await runMarket(database, clock.now(), { clock, leases, bus, log });
  running.push(started);
  return started.market;
}

it('an instance that begins to make prices does not follow them at the same time', async () => {
  const [firstLeases, nextLeases] = [manualLeases(['pricing']), manualLeases([])];
  const first = await instance(fresh.database, firstLeases);
  const late = delayed(fresh.database);
  slow = late;
  const next = await instance(late.database, nextLeases);
  clock.advance(1_000);
  await first.advanceTicks();
  await next.advanceTicks();
  await firstLeases.leave('pricing');
  clock.advance(2_000);
  // It begins with a look at what was stored. Meanwhile the job of each second comes.
  late.set('beforeReading');
  const taken = nextLeases.take('pricing');
  await expect.poll(late.waits).toBe(true);
  let isOver = false;
  const job = next.advanceTicks().finally(() => (isOver = true));
  late.goOn();
  await taken;
  // A second look, which would wait, would change what it knows while it makes the next ticks.
  await expect.poll(() => isOver || late.waits()).toBe(true);
  expect(late.waits()).toBe(false);
  late.set('none');
  await job;
  clock.advance(1_000);
  await next.advanceTicks();
  expect(next.states()[0]!.chain.at).toBe(clock.now());
});

it('of two instances that make the same second, the slower one goes on after it and says so in words', async () => {
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  const one = await instance(fresh.database, manualLeases(['pricing']));
  const other = await instance(fresh.database, manualLeases(['pricing']), log);
  for (let passed = 0; passed < 3; passed += 1) {
    clock.advance(1_000);
    await one.advanceTicks();
  }
  await other.advanceTicks();
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'the next ticks were stored already, by another instance: going on after them',
  ]);
  clock.advance(1_000);
  await other.advanceTicks();
  expect(lines).toHaveLength(1);
  const states = other.states().filter(({ chain }) => chain.at === clock.now());
  expect(states.length).toBeGreaterThan(10);
});
