import { expect, test } from 'vitest';
import { freePort } from '../../../tests/support/free-port.ts';
import { watchInstances } from './instances-seen.ts';

test('a database that does not answer yet is seen without instances, and ends nothing', async () => {
  const instances = watchInstances(`postgres://tern:x@127.0.0.1:${await freePort()}/tern`);
  expect(await instances.read()).toBeUndefined();
  await instances.close();
});
