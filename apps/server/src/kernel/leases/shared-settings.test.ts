/** Instances of a deployment start with the same settings only, where they must agree. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LeaseWorld, leaseWorld } from '../../../tests/support/lease-instances.ts';
import { livingInstances } from './lease-rows.ts';

let world: LeaseWorld;

beforeEach(async () => {
  world = await leaseWorld();
});
afterEach(() => world.close());

describe('settings that all instances share', () => {
  const settings = { HTX_URL: 'a1', PUBLIC_URL: '' };

  it('let an instance start that has the same, or knows more or fewer of them', async () => {
    await world.start({ settings });
    await world.start({ settings });
    await world.start({ settings: { HTX_URL: 'a1', NEW_SETTING: 'b2' } });
    expect(await world.fresh.database.many(livingInstances, [])).toHaveLength(3);
  });

  it('stop an instance that differs, with their names and not their values', async () => {
    await world.start({ settings });
    const refused = world.start({ settings: { HTX_URL: '', PUBLIC_URL: 'c3' } });
    await expect(refused).rejects.toThrow(
      'Tern does not start beside instance-1 on the same database: the instances of a deployment must have the same HTX_URL (not set here), PUBLIC_URL.',
    );
    // It does not stay as an instance, and has not disturbed the one that runs.
    expect(await world.fresh.database.many(livingInstances, [])).toMatchObject([
      { name: 'instance-1' },
    ]);
  });

  it('may be changed right after the others were killed', async () => {
    const killed = await world.start({ settings });
    killed.pause();
    await world.start({ settings: { ...settings, HTX_URL: 'a2' } });
    killed.resume();
  });

  it('stop one of two that start at the same time', async () => {
    const started = await Promise.allSettled([
      world.start({ settings }),
      world.start({ settings: { ...settings, HTX_URL: 'a2' } }),
    ]);
    expect(started.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
