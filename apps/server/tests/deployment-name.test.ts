import { expect, it } from 'vitest';
import { deploymentOf } from '../src/platform/database/deployment.ts';
import { freshDatabase } from './support/database.ts';

it('instances on one database have the same name of the deployment, those on another have another', async () => {
  const [one, other] = [await freshDatabase(), await freshDatabase()];
  const name = await deploymentOf(one.database);
  expect(name).toMatch(/^[0-9a-f]{12}$/);
  expect(await deploymentOf(one.database)).toBe(name);
  expect(await deploymentOf(other.database)).not.toBe(name);
  await Promise.all([one.drop(), other.drop()]);
});
