import { expect, test } from 'vitest';
import { freePort } from '../../../tests/support/free-port.ts';
import { watchPrograms } from './programs-seen.ts';

test('a database that does not answer yet is seen without programs, and ends nothing', async () => {
  const programs = watchPrograms(`postgres://tern:x@127.0.0.1:${await freePort()}/tern`);
  expect(await programs.read()).toBeUndefined();
  await programs.close();
});
