import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSoleLeases } from './leases.ts';

it('an instance that has its database alone does all work, ends the newest first, and fails when work fails to begin', async () => {
  const leases = createSoleLeases();
  const did: string[] = [];
  const work = (name: string) => ({
    name,
    begin: async () => void did.push(`begin ${name}`),
    end: async () => void did.push(`end ${name}`),
  });
  await leases.compete(work('pricing'));
  await leases.compete(work('job.a'));
  await expect(leases.compete(work('job.a'))).rejects.toThrow('two works are named job.a');
  expect(leases.held()).toEqual(['pricing', 'job.a']);
  const begin = () => Promise.reject(new Error('the book is wrong'));
  await expect(leases.compete({ ...work('spot.engine.1'), begin })).rejects.toThrow('the book');
  await leases.stop();
  expect(did).toEqual(['begin pricing', 'begin job.a', 'end job.a', 'end pricing']);
  expect(leases.isHeld('pricing')).toBe(false);
});

describe('work that an instance alone has returned', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  const did: string[] = [];
  afterEach(() => did.splice(0));
  /** Works that do what is given, and note it. */
  const work = (
    name: string,
    over: { begin?: () => Promise<void>; end?: () => Promise<void> } = {},
  ) => ({
    name,
    async begin() {
      did.push(`begin ${name}`);
      await over.begin?.();
    },
    async end() {
      did.push(`end ${name}`);
      await over.end?.();
    },
  });

  it('begins again a second later, also when it failed to end', async () => {
    const leases = createSoleLeases();
    await leases.compete(work('a', { end: () => Promise.reject(new Error('stuck')) }));
    await expect(leases.giveBack('a')).rejects.toThrow('stuck');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(did).toEqual(['begin a', 'end a', 'begin a']);
    expect(leases.isHeld('a')).toBe(true);
  });

  it('is tried again and again, and each failure is logged', async () => {
    const logged: unknown[] = [];
    const leases = createSoleLeases({ error: (detail: unknown) => void logged.push(detail) });
    let fails = false;
    const error = new Error('no connection');
    await leases.compete(
      work('a', { begin: () => (fails ? Promise.reject(error) : Promise.resolve()) }),
    );
    fails = true;
    await leases.giveBack('a');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(logged).toEqual([
      { err: error, lease: 'a' },
      { err: error, lease: 'a' },
    ]);
    fails = false;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(leases.isHeld('a')).toBe(true);
  });

  it('never begins after the stop, nor is one that was beginning left over', async () => {
    let finish = () => {};
    const slow = () => new Promise<void>((resolve) => (finish = resolve));
    const leases = createSoleLeases();
    await leases.compete(work('a', { end: slow }));
    const given = leases.giveBack('a');
    const stopped = leases.stop();
    finish();
    await Promise.all([given, stopped]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(did).toEqual(['begin a', 'end a']);

    const others = createSoleLeases();
    let begins = 0;
    await others.compete(
      work('b', { begin: () => ((begins += 1) === 1 ? Promise.resolve() : slow()) }),
    );
    await others.giveBack('b');
    await vi.advanceTimersByTimeAsync(1_000);
    const end = others.stop();
    finish();
    await end;
    expect(did.slice(2)).toEqual(['begin b', 'end b', 'begin b', 'end b']);
  });
});

it('an instance that stops ends all its work, and then says what failed to end', async () => {
  const leases = createSoleLeases();
  const ended: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    await leases.compete({
      name,
      begin: () => Promise.resolve(),
      async end() {
        ended.push(name);
        if (name === 'b') throw new Error('b does not end');
      },
    });
  }
  await expect(leases.stop()).rejects.toThrow('b does not end');
  expect(ended).toEqual(['c', 'b', 'a']);
});
