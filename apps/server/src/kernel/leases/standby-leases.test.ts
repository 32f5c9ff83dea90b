/** Instances without a bus: one serves, the others stand by until it ends, and a first start is not disturbed. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { livingInstances } from './lease-rows.ts';
import { ENGINES, type LeaseWorld, leaseWorld } from '../../../tests/support/lease-instances.ts';

let world: LeaseWorld;

beforeEach(async () => {
  world = await leaseWorld();
});
afterEach(async () => {
  vi.useRealTimers();
  await world.close();
});

/** Nobody looks by a timer from now on, so only a message moves a lease. */
const stopTimers = () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

describe('a standby', () => {
  it('waits, says so, and takes everything when the other one dies', async () => {
    const first = await world.start({ isShared: false });
    await first.compete('pricing', ...ENGINES);
    expect(first.doing.size).toBe(43);
    const standby = await world.start({ isShared: false });
    let isActive = false;
    void standby.leases.whenActive().then(() => {
      isActive = true;
    });
    await standby.compete('pricing', ...ENGINES);
    await world.beats(standby);
    expect([isActive, standby.doing.size]).toEqual([false, 0]);
    expect(standby.leases.obstacle()).toBe('standby: another Tern serves this database');
    first.pause();
    await expect.poll(() => standby.doing.size, { interval: 10 }).toBe(43);
    expect([isActive, standby.leases.obstacle()]).toEqual([true, undefined]);
    first.resume();
    await expect
      .poll(() => first.leases.obstacle())
      .toBe('standby: another Tern serves this database');
    expect(first.doing.size).toBe(0);
  });

  it('leaves everything to one that does the first start, however long that one is silent', async () => {
    const first = await world.start({ isShared: false });
    const waiting = await world.start({ isShared: false, competesToServe: false });
    first.pause();
    await expect.poll(() => first.leases.obstacle()).toBeDefined();
    const living = () => world.fresh.database.many(livingInstances, []);
    await expect.poll(async () => (await living()).length).toBe(1);
    await world.beats(waiting);
    expect(waiting.leases.isActive()).toBe(false);
    // What its start competes for now, it gets before it goes on.
    const competing = first.compete('pricing');
    first.resume();
    await competing;
    expect([first.leases.isActive(), first.doing.size]).toEqual([true, 1]);
  });

  it('that was active before does not serve until it is active again', async () => {
    const first = await world.start({ isShared: false });
    const standby = await world.start({ isShared: false });
    first.pause();
    await expect.poll(() => standby.leases.isActive()).toBe(true);
    first.resume();
    await expect.poll(() => first.leases.isActive()).toBe(false);
    let isActive = false;
    const active = first.leases.whenActive().then(() => (isActive = true));
    await world.beats(first);
    expect(isActive).toBe(false);
    await standby.leases.stop();
    await active;
  });

  it('takes over immediately when the other one stops', async () => {
    stopTimers();
    const first = await world.start({ isShared: false });
    await first.compete('pricing');
    const standby = await world.start({ isShared: false });
    await standby.compete('pricing');
    await first.leases.stop();
    await expect.poll(() => standby.doing.size).toBe(1);
  });

  it('takes over from one that will stop later, which then serves nothing', async () => {
    stopTimers();
    const first = await world.start({ isShared: false });
    await first.compete('pricing');
    const standby = await world.start({ isShared: false });
    await standby.compete('pricing');
    // The first one has heard of it.
    await world.beats(first);
    await first.leases.handOver();
    expect([first.leases.isActive(), first.doing.size]).toEqual([false, 0]);
    await expect.poll(() => standby.leases.isActive()).toBe(true);
    await expect.poll(() => standby.doing.size).toBe(1);
  });
});

it('an instance that will stop serves on when nobody waits for its end', async () => {
  const only = await world.start({ isShared: false });
  await only.compete('pricing');
  await only.leases.handOver();
  expect([only.leases.isActive(), only.doing.size]).toEqual([true, 1]);
});

it('an instance that will stop keeps its leases while others share the work', async () => {
  const [first, second] = [await world.start(), await world.start()];
  await first.compete('pricing');
  await second.compete('pricing');
  await world.beats(first);
  await first.leases.handOver();
  expect(first.doing.size).toBe(1);
});
