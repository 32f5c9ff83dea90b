import { afterAll, beforeAll, expect, it } from 'vitest';
import { clusterAdmin } from '../../../tests/support/cluster.ts';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { readServerState } from './server-state.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

it('a server tells each login its version, durability and rights', async () => {
  const read = async (target: Parameters<typeof readServerState>[0]) =>
    (await readServerState(target, Date.now)).state;
  const admin = await read(clusterAdmin());
  expect(admin.version).toMatch(/^\d+[.]\d+/);
  // The server of tests is fast and not durable.
  expect(admin.unsafe).toContain('fsync');
  expect(admin).toMatchObject({
    isStandby: false,
    isSuperuser: true,
    standbys: [],
    archivesLog: false,
    archivedAt: undefined,
    isEncrypted: false,
  });
  const owner = await read(fresh.ownerTarget);
  expect(owner).toMatchObject({ isSuperuser: false, ownsTables: true, seesStandbys: false });
  const app = await read(fresh.appTarget);
  expect(app).toMatchObject({ isSuperuser: false, ownsTables: false, hasAppRole: true });
});

it('its clock is read between two looks at ours', async () => {
  const { state, before, after } = await readServerState(fresh.appTarget, Date.now);
  expect(after).toBeGreaterThanOrEqual(before);
  expect(Math.abs(state.now - before)).toBeLessThan(60_000);
});
