import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { inspectConfig } from '../../config/config.ts';
import { paperAccounts } from '../../features/account/auth/index.ts';
import { createPasswords } from '../../kernel/members/passwords.ts';
import {
  addOperator,
  enrolTotp,
  operatorByLogin,
  setFirstPassword,
  setRoles,
} from '../../kernel/operators/operators.ts';
import { firstRoles } from '../../kernel/operators/roles.ts';
import { checkMarkets } from './check-markets.ts';
import { checkPeople } from './check-people.ts';

let fresh: FreshDatabase;
let dataDir: string;
beforeAll(async () => {
  fresh = await freshDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'tern-doctor-people-'));
});
afterAll(async () => {
  rmSync(dataDir, { recursive: true });
  await fresh.drop();
});

const statuses = async (environment: Record<string, string> = {}) => {
  const { config } = inspectConfig({ DATA_DIR: dataDir, ...environment });
  const findings = await checkPeople(config, Promise.resolve(fresh.appTarget));
  return findings.map(({ item, status }) => `${item}: ${status}`);
};

async function add(login: string, password: string) {
  const hash = await createPasswords().hash(password);
  await fresh.owner.transaction(async (tx) => {
    const id = await addOperator(tx, { login, roles: firstRoles }, 0);
    await setFirstPassword(tx, id ?? 0, hash);
    await enrolTotp(tx, id ?? 0, { sealed: Uint8Array.of(1), step: 0 });
  });
}

test('operators are enough, have passwords of their own, and the key of their secrets is there', async () => {
  expect(await statuses()).toEqual(['operators: problem']);
  for (const { login, password } of paperAccounts.operators) await add(login, password);
  // Whoever can open the address can sign in.
  expect(await statuses()).toEqual(['operators: ok', 'operators: warning', 'key: problem']);
  expect(await statuses({ PUBLIC_URL: 'https://tern.test' })).toEqual([
    'operators: ok',
    'operators: problem',
    'key: problem',
  ]);
  writeFileSync(join(dataDir, 'secrets.key'), '');
  expect(await statuses()).toEqual(['operators: ok', 'operators: warning']);
  await add('anna', 'a-password-of-her-own');
  await add('ben', 'a-password-of-his-own');
  for (const { login } of paperAccounts.operators) {
    await fresh.owner.transaction(async (tx) => {
      await setRoles(tx, (await operatorByLogin(tx, login))?.id ?? 0, []);
    });
  }
  expect(await statuses()).toEqual(['operators: ok']);
});

test('every market of live mode needs a live source', async () => {
  const statusOf = async (environment: Record<string, string>) => {
    const { config } = inspectConfig({ MODE: 'live', ...environment });
    const [finding] = await checkMarkets(config, fresh.appTarget);
    return [finding?.status, finding?.preventsStart === true];
  };
  const sources = { HTX_URL: 'http://localhost:1', QUOTES_URL: 'http://localhost:2' };
  expect(await statusOf(sources)).toEqual(['ok', false]);
  expect(await statusOf({ ...sources, HTX_SYMBOLS: 'btcusdt' })).toEqual(['problem', true]);
  expect(await statusOf({ ...sources, HTX_SYMBOLS: 'nosuchusdt' })).toEqual(['problem', true]);
});
