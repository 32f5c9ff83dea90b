/** What the doctor says of the venue of hedges, and of the file of its secret. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { inspectConfig } from '../../config/config.ts';
import { systemClock } from '../../platform/clock.ts';
import { checkHedging } from './check-hedging.ts';

const folder = mkdtempSync(join(tmpdir(), 'tern-doctor-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('says nothing without a venue, whose secret only we may read, and names what it cannot ask', async () => {
  const secret = join(folder, 'venue');
  writeFileSync(secret, 'secret\n');
  chmodSync(secret, 0o644);
  const found = (environment: Record<string, string>) =>
    checkHedging(inspectConfig(environment).config, systemClock);
  const environment = {
    MODE: 'live',
    // Nothing listens there.
    VENUE_URL: 'https://127.0.0.1:1',
    VENUE_ACCESS_KEY: 'key',
    VENUE_SECRET_FILE: secret,
  };
  expect((await found(environment))[0]?.found).toContain('chmod 600');
  chmodSync(secret, 0o600);
  const [silent, ...more] = await found(environment);
  expect(silent).toMatchObject({ item: 'hedging', status: 'problem' });
  expect(silent?.found).toContain('/v1/account/accounts');
  expect(more).toEqual([]);
  expect(await found({})).toEqual([]);
});
