/** Several instances on one PostgreSQL: what each holds, and what happens when one stops, dies, is paused or cannot work. */
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ENGINES,
  type LeaseInstance,
  type LeaseWorld,
  leaseWorld,
} from '../../../tests/support/lease-instances.ts';
import { untilLocked } from '../../../tests/support/lock-waits.ts';
import { passTime, turns } from '../../../tests/support/pass-time.ts';
import { systemClock } from '../../platform/clock.ts';
import { int8, text } from '../../platform/database/columns.ts';
import { defineQuery } from '../../platform/database/query.ts';
import { createLog } from '../../platform/log.ts';
import { livingInstances } from './lease-rows.ts';

const epochOf = defineQuery({
  name: 'test.epochOf',
  text: 'select epoch from leases where name = $1',
  params: [text],
  row: { epoch: int8 },
});

let world: LeaseWorld;

beforeEach(async () => {
  world = await leaseWorld();
});
afterEach(async () => {
  vi.useRealTimers();
  await world.close();
});

const totalOf = (of: 'taken' | 'lost', { leases }: LeaseInstance) =>
  Object.fromEntries(leases.measure()[of]);

const counts = () => world.counts();
const everyone = () => world.instances.flatMap(({ doing }) => [...doing]);

describe('an instance alone', () => {
  it('holds everything before its start is complete, and gives it back when it stops', async () => {
    const first = await world.start();
    await first.compete('pricing', ...ENGINES);
    expect(first.doing.size).toBe(43);
    expect(first.leases.isHeld('pricing')).toBe(true);
    expect(first.leases.obstacle()).toBeUndefined();
    await first.leases.stop();
    expect(first.doing.size).toBe(0);
    const second = await world.start();
    await second.compete('pricing');
    expect(second.doing.size).toBe(1);
    expect(await world.fresh.database.many(livingInstances, [])).toHaveLength(1);
  });

  it('ends the newest works first', async () => {
    const { leases } = await world.start();
    const order: string[] = [];
    for (const name of ['pricing', 'spot.engine.1', 'job.a']) {
      await leases.compete({
        name,
        begin: () => Promise.resolve(),
        end: async () => void order.push(name),
      });
    }
    await leases.stop();
    expect(order).toEqual(['job.a', 'spot.engine.1', 'pricing']);
  });
});

describe('engines', () => {
  it('are spread evenly over one, two, three, then two instances', async () => {
    const start = async () => {
      const instance = await world.start();
      await instance.compete(...ENGINES);
      return instance;
    };
    await start();
    expect(counts()).toEqual([42]);
    const second = await start();
    await expect.poll(counts).toEqual([21, 21]);
    await start();
    await expect.poll(counts).toEqual([14, 14, 14]);
    await second.leases.stop();
    await expect.poll(counts).toEqual([21, 0, 21]);
    expect(new Set(everyone()).size).toBe(42);
  });

  it('run only in instances with their role', async () => {
    const jobs = await world.start({ roles: ['jobs'] });
    await jobs.compete('pricing', ...ENGINES);
    expect([...jobs.doing]).toEqual(['pricing']);
    const engine = await world.start({ roles: ['engine'] });
    await engine.compete('pricing', ...ENGINES);
    expect(engine.doing.size).toBe(42);
    await world.beats(jobs);
    await world.beats(engine);
    expect(counts()).toEqual([1, 42]);
  });
});

describe('a lease', () => {
  it('moves immediately when its instance stops', async () => {
    // Nobody looks by a timer, so only the message moves it.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const first = await world.start();
    await first.compete('pricing');
    const second = await world.start();
    await second.compete('pricing');
    expect(counts()).toEqual([1, 0]);
    await first.leases.stop();
    await expect.poll(counts, { interval: 5 }).toEqual([0, 1]);
  });

  it('of an instance that is paused moves when it has run out; the instance ends its work when it goes on', async () => {
    const first = await world.start();
    await first.compete('pricing');
    const second = await world.start();
    await second.compete('pricing');
    const before = (await world.fresh.database.one(epochOf, ['pricing'])).epoch;
    first.pause();
    await expect.poll(() => first.doing.size, { interval: 10 }).toBe(0);
    expect(first.leases.isHeld('pricing')).toBe(false);
    expect(first.leases.obstacle()).toBe('the database does not answer');
    expect(second.doing.size).toBe(0);
    await expect.poll(() => second.doing.size, { interval: 10 }).toBe(1);
    expect((await world.fresh.database.one(epochOf, ['pricing'])).epoch).toBe(before + 1);
    first.resume();
    await expect.poll(() => first.leases.obstacle()).toBeUndefined();
    await world.beats(first);
    expect(counts()).toEqual([0, 1]);
  });

  it('is taken again by an instance that could not renew it, if nobody else wants it', async () => {
    const only = await world.start();
    await only.compete('pricing');
    only.pause();
    await expect.poll(() => only.doing.size).toBe(0);
    only.resume();
    await expect.poll(() => only.doing.size).toBe(1);
  });

  it('that was taken when its heartbeat was too old is not worked on before the next one', async () => {
    let ahead = 0;
    const only = await world.start({ uptime: () => performance.now() + ahead });
    const other = new Client(world.fresh.ownerTarget);
    await other.connect();
    await other.query('begin; select from leases_taking_lock for update');
    const competing = only.compete('pricing');
    await untilLocked(world.fresh.database);
    ahead = 1_700;
    only.pause();
    const answered = only.answered();
    await other.query('commit');
    await other.end();
    await expect.poll(() => only.answered()).toBe(answered + 1);
    await turns(5);
    expect(only.doing.size).toBe(0);
    only.resume();
    await competing;
    expect(only.leases.isHeld('pricing')).toBe(true);
  });

  it('of work that fails to begin is returned and tried again', async () => {
    const { leases } = await world.start();
    let attempts = 0;
    await leases.compete({
      name: 'pricing',
      async begin() {
        attempts += 1;
        if (attempts === 1) throw new Error('not yet');
      },
      end: () => Promise.resolve(),
    });
    expect(leases.isHeld('pricing')).toBe(false);
    await expect.poll(() => leases.isHeld('pricing')).toBe(true);
    expect(attempts).toBe(2);
  });

  it('is returned by an instance that cannot go on with its work, and taken again later', async () => {
    const instance = await world.start();
    await instance.compete('pricing');
    await instance.leases.giveBack('pricing');
    expect(instance.doing).not.toContain('pricing');
    expect(instance.leases.isHeld('pricing')).toBe(false);
    await expect.poll(() => instance.leases.isHeld('pricing')).toBe(true);
    expect(instance.doing).toContain('pricing');
  });

  it('is not lost while its work takes several heartbeats to begin', async () => {
    const first = await world.start();
    await first.leases.compete({
      name: 'pricing',
      begin: () => world.beats(first),
      end: () => Promise.resolve(),
    });
    expect(first.leases.isHeld('pricing')).toBe(true);
  });
});

describe('an instance whose leases are lost', () => {
  const logged = () => {
    const lines: string[] = [];
    return { lines, log: createLog('warn', { write: (line) => void lines.push(line) }) };
  };

  it('says that its main thread was blocked, and takes them again when nobody else has', async () => {
    const { lines, log } = logged();
    const instance = await world.start({ log });
    await instance.compete('pricing', ...ENGINES);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_600);
    await expect.poll(() => lines.join()).toContain('main thread was blocked');
    await expect.poll(() => instance.doing.size).toBe(43);
    expect(totalOf('lost', instance)).toEqual({ pricing: 1, engine: 42 });
    expect(totalOf('taken', instance)).toEqual({ pricing: 2, engine: 84 });
  });

  it('says that the database did not answer, and gets what it competes for as soon as it does', async () => {
    const { lines, log } = logged();
    const instance = await world.start({ log });
    await instance.compete('job.a');
    instance.pause();
    let isOver = false;
    const competing = instance.compete('pricing').then(() => (isOver = true));
    await expect
      .poll(() => lines.join())
      .toContain('leases were lost: the database did not answer');
    expect(isOver).toBe(false);
    instance.resume();
    await competing;
    expect(instance.doing).toContain('pricing');
  });
});

describe('an instance whose clock is wrong', () => {
  it('takes no lease, says why it is not ready, and leaves its share to the others', async () => {
    const wrong = await world.start({ clockAhead: () => -5_000 });
    await wrong.compete('pricing', ...ENGINES);
    expect(wrong.doing.size).toBe(0);
    expect(wrong.leases.obstacle()).toBe('the clock is 5 seconds behind the clock of the database');
    const right = await world.start();
    await right.compete('pricing', ...ENGINES);
    await expect.poll(() => right.doing.size).toBe(43);
  });

  it('gives its leases back with the next heartbeat, and takes them again when it is corrected', async () => {
    let ahead = 0;
    const only = await world.start({ clockAhead: () => ahead });
    await only.compete('pricing', ...ENGINES);
    ahead = 5_000;
    expect(Math.abs(only.leases.clock!.now() - systemClock.now())).toBeLessThan(500);
    await expect.poll(() => only.doing.size, { interval: 10 }).toBe(0);
    expect(only.leases.measure().isClockRefused).toBe(true);
    ahead = 0;
    await expect.poll(() => only.doing.size).toBe(43);
    expect(only.leases.measure().isClockRefused).toBe(false);
  });
});

describe('what an instance measures of its leases', () => {
  it('counts those taken and lost by kind; one returned is not lost', async () => {
    const first = await world.start();
    await first.compete('pricing', 'job.a', ...ENGINES.slice(0, 2));
    expect(totalOf('taken', first)).toEqual({ pricing: 1, job: 1, engine: 2 });
    await first.leases.giveBack('job.a');
    expect(totalOf('lost', first)).toEqual({});
    first.pause();
    await expect
      .poll(() => totalOf('lost', first))
      .toMatchObject({
        pricing: 1,
        engine: 2,
      });
    first.resume();
    await expect.poll(() => totalOf('taken', first)['pricing']).toBe(2);
  });

  it('knows works that it has not the role for, the age of its heartbeat, and its clock', async () => {
    const api = await world.start({ roles: ['api'], clockAhead: () => 700 });
    await api.compete('pricing', ...ENGINES);
    const { known, heartbeatAt, clockOffset, isClockRefused } = api.leases.measure();
    expect([known.length, api.leases.held()]).toEqual([43, []]);
    expect(systemClock.now() + 700 - heartbeatAt!).toBeLessThan(1_500);
    expect(Math.abs(clockOffset! - 700)).toBeLessThan(300);
    expect(isClockRefused).toBe(false);
  });
});

it('never gives one lease to two instances in the same epoch, whatever stops, pauses or starts', async () => {
  const names = ['pricing', 'job.a', 'job.b', ...ENGINES.slice(0, 6)];
  const began: string[] = [];
  const churn = async (seed: number) => {
    const instance = await world.start();
    const works = names.map((name) => ({
      name,
      begin: async () => {
        const { epoch } = await world.fresh.database.one(epochOf, [name]);
        began.push(`${name} in epoch ${epoch}`);
      },
      end: () => Promise.resolve(),
    }));
    await Promise.all(works.map((work) => instance.leases.compete(work)));
    for (let round = 0; round < 2; round += 1) {
      await passTime(100 + seed * 130, 'instances are paused at different moments');
      instance.pause();
      await passTime(seed % 2 === 0 ? 2_500 : 300, 'the leases in the database run out, or not');
      instance.resume();
    }
    await instance.leases.stop();
  };
  await Promise.all(Array.from({ length: 5 }, (_each, seed) => churn(seed)));
  expect(began.length).toBeGreaterThan(names.length);
  expect(new Set(began).size).toBe(began.length);
});
