/** Limits and presence over several instances that share a bus. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createKeyLimits, KEY_LIMIT } from '../src/features/gateway/keys/key-limits.ts';
import { createPresence } from '../src/kernel/instances/presence.ts';
import { createRateLimiter } from '../src/platform/rate-limit.ts';
import { addressSubject } from '../src/platform/limit-key.ts';
import { systemRandom } from '../src/platform/random.ts';
import { type JoinedBuses, joinBuses } from './support/joined-buses.ts';
import { manualClock } from './support/market.ts';

let buses: JoinedBuses;
const clock = manualClock();
beforeEach(() => {
  buses = joinBuses();
});

const instance = () => ({ bus: buses.join(), clock, random: systemRandom });
const delivered = () => buses.delivered();
const READS = 200;

describe('A limit of calls', () => {
  const useUp = (limiter: ReturnType<typeof createRateLimiter>, calls = READS) => {
    for (let call = 0; call < calls; call += 1) limiter.take(addressSubject('192.0.2.7'), 'read');
  };

  it('counts what the caller has used at another instance', async () => {
    const [one, other] = [createRateLimiter(instance()), createRateLimiter(instance())];
    useUp(one);
    expect(one.take(addressSubject('192.0.2.7'), 'read')).toBeGreaterThan(0);
    await one.job.run();
    await delivered();
    expect(other.take(addressSubject('192.0.2.7'), 'read')).toBeGreaterThan(0);
    expect(other.take(addressSubject('192.0.2.8'), 'read')).toBe(0);
    // Neither counts it twice.
    clock.advance(100);
    expect(other.take(addressSubject('192.0.2.7'), 'read')).toBe(0);
  });

  it('is exceeded by at most what both allow before they are informed of each other', async () => {
    const [one, other] = [createRateLimiter(instance()), createRateLimiter(instance())];
    useUp(one);
    useUp(other);
    await Promise.all([one.job.run(), other.job.run()]);
    await delivered();
    // Twice the burst was used: both wait until it has refilled twice, four seconds at fifty calls a second.
    clock.advance(3_900);
    expect(one.take(addressSubject('192.0.2.7'), 'read')).toBeGreaterThan(0);
    clock.advance(200);
    expect(one.take(addressSubject('192.0.2.7'), 'read')).toBe(0);
  });

  it('holds in each instance alone while the bus is cut', async () => {
    const cut = instance();
    const [one, other] = [createRateLimiter(cut), createRateLimiter(instance())];
    cut.bus.cut();
    useUp(one);
    await one.job.run();
    await delivered();
    expect(one.take(addressSubject('192.0.2.7'), 'read')).toBeGreaterThan(0);
    expect(other.take(addressSubject('192.0.2.7'), 'read')).toBe(0);
  });

  it('of a key of the API counts its requests at another instance', async () => {
    const [one, other] = [createKeyLimits(instance()), createKeyLimits(instance())];
    for (let request = 0; request < KEY_LIMIT.requests; request += 1) one.take(7);
    await one.job.run();
    await delivered();
    expect(other.take(7).isOver).toBe(true);
    expect(other.take(8).isOver).toBe(false);
  });
});

describe('Who is connected', () => {
  const connectedTo = (ids: ReadonlySet<number>) =>
    createPresence(instance(), 'members', { has: (id) => ids.has(id), all: () => ids });

  it('is known at every instance, until some seconds after they have left', async () => {
    const ids = new Set([4, 5]);
    const [one, other] = [connectedTo(ids), connectedTo(new Set([6]))];
    await one.job.run();
    await delivered();
    expect([4, 5, 6, 7].map((id) => other.isHere(id))).toEqual([true, true, true, false]);
    expect(other.all()).toEqual(new Set([4, 5, 6]));
    expect(one.isHere(6)).toBe(false);
    ids.delete(4);
    clock.advance(5_000);
    await one.job.run();
    await delivered();
    expect(other.isHere(4)).toBe(true);
    clock.advance(8_000);
    expect(other.isHere(4)).toBe(false);
    expect(other.isHere(5)).toBe(true);
  });
});
