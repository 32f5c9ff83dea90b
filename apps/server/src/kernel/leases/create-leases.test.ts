/** Several programs on one PostgreSQL: what each holds, and what happens when one stops, dies, is paused or cannot work. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { createLocalBus } from '../../platform/bus.ts';
import { systemClock } from '../../platform/clock.ts';
import { int8, text } from '../../platform/database/columns.ts';
import type { Database, Lane } from '../../platform/database/database.ts';
import { defineQuery } from '../../platform/database/query.ts';
import { createLog, type Log } from '../../platform/log.ts';
import { systemRandom } from '../../platform/random.ts';
import { createLeases, type ProgramIs } from './create-leases.ts';
import { livingPrograms } from './lease-rows.ts';
import type { LeasedWork, Leases } from './leases.ts';

const ENGINES = Array.from({ length: 42 }, (_each, index) => `spot.engine.${index + 1}`);

const epochOf = defineQuery({
  name: 'test.epochOf',
  text: 'select epoch from leases where name = $1',
  params: [text],
  row: { epoch: int8 },
});

let fresh: FreshDatabase;
let programs: Program[];
const bus = createLocalBus((error) => {
  throw error;
});

beforeEach(async () => {
  fresh = await freshDatabase({ poolSize: 12 });
  programs = [];
});
afterEach(async () => {
  for (const program of programs) program.resume();
  await Promise.all(programs.map(({ leases }) => leases.stop()));
  await fresh.drop();
});

interface Program {
  readonly leases: Leases;
  /** The works it does now, as they began and ended. */
  readonly doing: ReadonlySet<string>;
  compete(...names: string[]): Promise<void>;
  /** As if the process were stopped by SIGSTOP, or its network cut: no statement comes back. */
  pause(): void;
  resume(): void;
}

type Started = Partial<ProgramIs> & { clockAhead?: number; competesToServe?: boolean; log?: Log };

async function startProgram(over: Started = {}) {
  const { clockAhead = 0, competesToServe = true, log = createLog('silent'), ...is } = over;
  const gate = createGate();
  const leases = await createLeases(
    {
      database: gate.over(fresh.database),
      clock: { now: () => systemClock.now() + clockAhead },
      log,
      random: systemRandom,
      bus,
    },
    {
      name: `program-${programs.length + 1}`,
      roles: ['api', 'feed', 'engine', 'jobs'],
      version: '1',
      schema: '0061',
      isShared: true,
      ...is,
    },
  );
  if (competesToServe) await leases.competeToServe();
  const doing = new Set<string>();
  const work = (name: string): LeasedWork => ({
    name,
    async begin() {
      doing.add(name);
    },
    async end() {
      doing.delete(name);
    },
  });
  const program: Program = {
    leases,
    doing,
    async compete(...names) {
      await Promise.all(names.map((name) => leases.compete(work(name))));
    },
    pause: gate.close,
    resume: gate.open,
  };
  programs.push(program);
  return program;
}

/** Holds back the statements of lanes while it is closed. */
function createGate() {
  let isOpen = Promise.resolve();
  let open = () => undefined as void;
  return {
    close() {
      isOpen = new Promise((resolve) => {
        open = () => resolve();
      });
    },
    open: () => open(),
    over: (database: Database): Database => ({
      ...database,
      lane(name) {
        const lane = database.lane(name);
        return {
          close: () => lane.close(),
          transaction: async (send: Parameters<Lane['transaction']>[0]) => {
            await isOpen;
            return lane.transaction(send);
          },
        } as Lane;
      },
    }),
  };
}

const totalOf = (of: 'taken' | 'lost', { leases }: Program) =>
  Object.fromEntries(leases.measure()[of]);

const counts = () => programs.map(({ doing }) => doing.size);
const everyone = () => programs.flatMap(({ doing }) => [...doing]);

describe('a program alone', () => {
  it('holds everything before its start is complete, and gives it back when it stops', async () => {
    const first = await startProgram();
    await first.compete('pricing', ...ENGINES);
    expect(first.doing.size).toBe(43);
    expect(first.leases.isHeld('pricing')).toBe(true);
    expect(first.leases.obstacle()).toBeUndefined();
    await first.leases.stop();
    expect(first.doing.size).toBe(0);
    const second = await startProgram();
    await second.compete('pricing');
    expect(second.doing.size).toBe(1);
    expect(await fresh.database.many(livingPrograms, [])).toHaveLength(1);
  });

  it('ends the newest works first', async () => {
    const { leases } = await startProgram();
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
  it('are spread evenly over one, two, three, then two programs', async () => {
    const start = async () => {
      const program = await startProgram();
      await program.compete(...ENGINES);
      return program;
    };
    await start();
    expect(counts()).toEqual([42]);
    const second = await start();
    await expect.poll(counts, { timeout: 15_000 }).toEqual([21, 21]);
    await start();
    await expect.poll(counts, { timeout: 15_000 }).toEqual([14, 14, 14]);
    await second.leases.stop();
    await expect.poll(counts, { timeout: 15_000 }).toEqual([21, 0, 21]);
    expect(new Set(everyone()).size).toBe(42);
  }, 60_000);

  it('run only in programs with their role', async () => {
    const jobs = await startProgram({ roles: ['jobs'] });
    await jobs.compete('pricing', ...ENGINES);
    expect([...jobs.doing]).toEqual(['pricing']);
    const engine = await startProgram({ roles: ['engine'] });
    await engine.compete('pricing', ...ENGINES);
    expect(engine.doing.size).toBe(42);
    await sleep(1_100);
    expect(counts()).toEqual([1, 42]);
  });
});

describe('a lease', () => {
  it('moves at once when its program stops', async () => {
    const first = await startProgram();
    await first.compete('pricing');
    const second = await startProgram();
    await second.compete('pricing');
    expect(counts()).toEqual([1, 0]);
    const startedAt = performance.now();
    await first.leases.stop();
    await expect.poll(counts, { interval: 5 }).toEqual([0, 1]);
    expect(performance.now() - startedAt).toBeLessThan(400);
  });

  it('of a program that is paused moves two seconds later; the program ends its work when it goes on', async () => {
    const first = await startProgram();
    await first.compete('pricing');
    const second = await startProgram();
    await second.compete('pricing');
    const before = (await fresh.database.one(epochOf, ['pricing'])).epoch;
    const startedAt = performance.now();
    first.pause();
    await expect.poll(() => first.doing.size, { timeout: 3_000, interval: 10 }).toBe(0);
    expect(first.leases.isHeld('pricing')).toBe(false);
    expect(first.leases.obstacle()).toBe('the database does not answer');
    expect(second.doing.size).toBe(0);
    await expect.poll(() => second.doing.size, { timeout: 3_000, interval: 10 }).toBe(1);
    expect(performance.now() - startedAt).toBeLessThan(2_700);
    expect((await fresh.database.one(epochOf, ['pricing'])).epoch).toBe(before + 1);
    first.resume();
    await expect.poll(() => first.leases.obstacle(), { timeout: 3_000 }).toBeUndefined();
    await sleep(600);
    expect(counts()).toEqual([0, 1]);
  });

  it('is taken again by a program that could not renew it, if nobody else wants it', async () => {
    const only = await startProgram();
    await only.compete('pricing');
    only.pause();
    await expect.poll(() => only.doing.size, { timeout: 3_000 }).toBe(0);
    only.resume();
    await expect.poll(() => only.doing.size, { timeout: 3_000 }).toBe(1);
  });

  it('of work that fails to begin is given back and tried again', async () => {
    const { leases } = await startProgram();
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
    await expect.poll(() => leases.isHeld('pricing'), { timeout: 3_000 }).toBe(true);
    expect(attempts).toBe(2);
  });

  it('is given back by a program that cannot go on with its work, and taken again later', async () => {
    const program = await startProgram();
    await program.compete('pricing');
    await program.leases.giveBack('pricing');
    expect(program.doing).not.toContain('pricing');
    expect(program.leases.isHeld('pricing')).toBe(false);
    await expect.poll(() => program.leases.isHeld('pricing'), { timeout: 5_000 }).toBe(true);
    expect(program.doing).toContain('pricing');
  });

  it('is not lost while its work takes seconds to begin', async () => {
    const first = await startProgram();
    await first.leases.compete({
      name: 'pricing',
      begin: () => sleep(2_600),
      end: () => Promise.resolve(),
    });
    expect(first.leases.isHeld('pricing')).toBe(true);
  });
});

describe('a program whose leases are lost', () => {
  const logged = () => {
    const lines: string[] = [];
    return { lines, log: createLog('warn', { write: (line) => void lines.push(line) }) };
  };

  it('says that its main thread was blocked, and takes them again when nobody else has', async () => {
    const { lines, log } = logged();
    const program = await startProgram({ log });
    await program.compete('pricing', ...ENGINES);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_600);
    await expect.poll(() => lines.join(), { timeout: 3_000 }).toContain('main thread was blocked');
    await expect.poll(() => program.doing.size, { timeout: 3_000 }).toBe(43);
    expect(totalOf('lost', program)).toEqual({ pricing: 1, engine: 42 });
    expect(totalOf('taken', program)).toEqual({ pricing: 2, engine: 84 });
  });

  it('says that the database did not answer, and gets what it competes for as soon as it does', async () => {
    const { lines, log } = logged();
    const program = await startProgram({ log });
    await program.compete('job.a');
    program.pause();
    const competing = program.compete('pricing').then(() => 'over');
    expect(await Promise.race([competing, sleep(2_500)])).toBeUndefined();
    expect(lines.join()).toContain('leases were lost: the database did not answer');
    program.resume();
    await competing;
    expect(program.doing).toContain('pricing');
  });
});

describe('a program whose clock is wrong', () => {
  it('takes no lease, says why it is not ready, and leaves its share to the others', async () => {
    const wrong = await startProgram({ clockAhead: -5_000 });
    await wrong.compete('pricing', ...ENGINES);
    expect(wrong.doing.size).toBe(0);
    expect(wrong.leases.obstacle()).toBe('the clock is 5 seconds behind the clock of the database');
    const right = await startProgram();
    await right.compete('pricing', ...ENGINES);
    await expect.poll(() => right.doing.size, { timeout: 3_000 }).toBe(43);
  });
});

describe('what a program measures of its leases', () => {
  it('counts those taken and lost by kind; one given back is not lost', async () => {
    const first = await startProgram();
    await first.compete('pricing', 'job.a', ...ENGINES.slice(0, 2));
    expect(totalOf('taken', first)).toEqual({ pricing: 1, job: 1, engine: 2 });
    await first.leases.giveBack('job.a');
    expect(totalOf('lost', first)).toEqual({});
    first.pause();
    await expect
      .poll(() => totalOf('lost', first), { timeout: 3_000 })
      .toMatchObject({
        pricing: 1,
        engine: 2,
      });
    first.resume();
    await expect.poll(() => totalOf('taken', first)['pricing'], { timeout: 3_000 }).toBe(2);
  });

  it('knows works that it has not the role for, the age of its heartbeat, and its clock', async () => {
    const api = await startProgram({ roles: ['api'], clockAhead: 700 });
    await api.compete('pricing', ...ENGINES);
    const { known, heartbeatAt, clockOffset, isClockRefused } = api.leases.measure();
    expect([known.length, api.leases.held()]).toEqual([43, []]);
    expect(systemClock.now() + 700 - heartbeatAt!).toBeLessThan(1_500);
    expect(Math.abs(clockOffset! - 700)).toBeLessThan(300);
    expect(isClockRefused).toBe(false);
    const wrong = await startProgram({ clockAhead: 5_000 });
    expect(wrong.leases.measure().isClockRefused).toBe(true);
  });
});

describe('settings that all programs share', () => {
  const settings = { HTX_URL: 'a1', PUBLIC_URL: '' };

  it('let a program start that has the same, or knows more or fewer of them', async () => {
    await startProgram({ settings });
    await startProgram({ settings });
    await startProgram({ settings: { HTX_URL: 'a1', NEW_SETTING: 'b2' } });
    expect(await fresh.database.many(livingPrograms, [])).toHaveLength(3);
  });

  it('stop a program that differs, with their names and not their values', async () => {
    await startProgram({ settings });
    const refused = startProgram({ settings: { HTX_URL: '', PUBLIC_URL: 'c3' } });
    await expect(refused).rejects.toThrow(
      'Tern does not start beside program-1 on the same database: the programs of a deployment must have the same HTX_URL (not set here), PUBLIC_URL.',
    );
    // It does not stay as a program, and has not disturbed the one that runs.
    expect(await fresh.database.many(livingPrograms, [])).toMatchObject([{ name: 'program-1' }]);
  });

  it('may be changed right after the others were killed', async () => {
    const killed = await startProgram({ settings });
    killed.pause();
    await startProgram({ settings: { ...settings, HTX_URL: 'a2' } });
    killed.resume();
  });

  it('stop one of two that start at the same time', async () => {
    const started = await Promise.allSettled([
      startProgram({ settings }),
      startProgram({ settings: { ...settings, HTX_URL: 'a2' } }),
    ]);
    expect(started.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  }, 20_000);
});

describe('a standby', () => {
  it('waits, says so, and takes everything when the other one dies', async () => {
    const first = await startProgram({ isShared: false });
    await first.compete('pricing', ...ENGINES);
    expect(first.doing.size).toBe(43);
    const standby = await startProgram({ isShared: false });
    let isActive = false;
    void standby.leases.whenActive().then(() => {
      isActive = true;
    });
    await standby.compete('pricing', ...ENGINES);
    await sleep(1_200);
    expect([isActive, standby.doing.size]).toEqual([false, 0]);
    expect(standby.leases.obstacle()).toBe('standby: another Tern serves this database');
    const startedAt = performance.now();
    first.pause();
    await expect.poll(() => standby.doing.size, { timeout: 4_000, interval: 10 }).toBe(43);
    expect(performance.now() - startedAt).toBeLessThan(2_700);
    expect([isActive, standby.leases.obstacle()]).toEqual([true, undefined]);
    first.resume();
    await expect
      .poll(() => first.leases.obstacle(), { timeout: 4_000 })
      .toBe('standby: another Tern serves this database');
    expect(first.doing.size).toBe(0);
  });

  it('leaves everything to one that does the first start, however long that one is silent', async () => {
    const first = await startProgram({ isShared: false });
    const waiting = await startProgram({ isShared: false, competesToServe: false });
    first.pause();
    await expect.poll(() => first.leases.obstacle(), { timeout: 3_000 }).toBeDefined();
    await sleep(2_500);
    expect(waiting.leases.isActive()).toBe(false);
    // What its start competes for now, it gets before it goes on.
    const competing = first.compete('pricing');
    first.resume();
    await competing;
    expect([first.leases.isActive(), first.doing.size]).toEqual([true, 1]);
  });

  it('that was active before does not serve until it is active again', async () => {
    const first = await startProgram({ isShared: false });
    const standby = await startProgram({ isShared: false });
    first.pause();
    await expect.poll(() => standby.leases.isActive(), { timeout: 4_000 }).toBe(true);
    first.resume();
    await expect.poll(() => first.leases.isActive(), { timeout: 4_000 }).toBe(false);
    const active = first.leases.whenActive().then(() => 'active');
    expect(await Promise.race([active, sleep(700)])).toBeUndefined();
    await standby.leases.stop();
    expect(await active).toBe('active');
  });

  it('takes over at once when the other one stops', async () => {
    const first = await startProgram({ isShared: false });
    await first.compete('pricing');
    const standby = await startProgram({ isShared: false });
    await standby.compete('pricing');
    await first.leases.stop();
    await expect.poll(() => standby.doing.size, { timeout: 700, interval: 5 }).toBe(1);
  });

  it('takes over from one that will stop later, which then serves nothing', async () => {
    const first = await startProgram({ isShared: false });
    await first.compete('pricing');
    const standby = await startProgram({ isShared: false });
    await standby.compete('pricing');
    // The first one has heard of it.
    await sleep(600);
    await first.leases.handOver();
    expect([first.leases.isActive(), first.doing.size]).toEqual([false, 0]);
    await expect.poll(() => standby.leases.isActive(), { timeout: 1_500, interval: 5 }).toBe(true);
    await expect.poll(() => standby.doing.size, { timeout: 1_500, interval: 5 }).toBe(1);
  });
});

it('a program that will stop serves on when nobody waits for its end', async () => {
  const only = await startProgram({ isShared: false });
  await only.compete('pricing');
  await only.leases.handOver();
  expect([only.leases.isActive(), only.doing.size]).toEqual([true, 1]);
});

it('a program that will stop keeps its leases while others share the work', async () => {
  const [first, second] = [await startProgram(), await startProgram()];
  await first.compete('pricing');
  await second.compete('pricing');
  await sleep(600);
  await first.leases.handOver();
  expect(first.doing.size).toBe(1);
});

it('never gives one lease to two programs in the same epoch, whatever stops, pauses or starts', async () => {
  const names = ['pricing', 'job.a', 'job.b', ...ENGINES.slice(0, 6)];
  const began: string[] = [];
  const churn = async (seed: number) => {
    const program = await startProgram();
    const works = names.map((name) => ({
      name,
      begin: async () => {
        const { epoch } = await fresh.database.one(epochOf, [name]);
        began.push(`${name} in epoch ${epoch}`);
      },
      end: () => Promise.resolve(),
    }));
    await Promise.all(works.map((work) => program.leases.compete(work)));
    for (let round = 0; round < 2; round += 1) {
      await sleep(100 + seed * 130);
      program.pause();
      await sleep(seed % 2 === 0 ? 2_500 : 300);
      program.resume();
    }
    await program.leases.stop();
  };
  await Promise.all(Array.from({ length: 5 }, (_each, seed) => churn(seed)));
  expect(began.length).toBeGreaterThan(names.length);
  expect(new Set(began).size).toBe(began.length);
}, 30_000);
