/** What paper mode prints for a newcomer: only logins that work. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../tests/support/database.ts';
import { createPasswords } from '../kernel/members/passwords.ts';
import { operatorByLogin, setRoles } from '../kernel/operators/operators.ts';
import { firstRoles } from '../kernel/operators/roles.ts';
import { systemClock } from '../platform/clock.ts';
import { text } from '../platform/database/columns.ts';
import { defineStatement } from '../platform/database/query.ts';
import { systemRandom } from '../platform/random.ts';
import { fundedMember } from '../../tests/support/market.ts';
import { ConfigFaults } from '../config/config.ts';
import { openPaperMember, paperAccounts } from '../features/account/auth/index.ts';
import { assertSeedUnknown, greeting, seed } from './seed.ts';

let fresh: FreshDatabase;
const passwords = createPasswords();

beforeAll(async () => {
  fresh = await freshDatabase();
  const { database } = fresh;
  await seed({ database, clock: systemClock, random: systemRandom, passwords });
});
afterAll(() => fresh.drop());

const setPassword = defineStatement({
  name: 'test.setOperatorPassword',
  text: 'update operators set password_hash = $2 where login = $1',
  params: [text, text],
});

const lines = () => greeting({ database: fresh.database, passwords });

async function operator(login: string, roles: readonly string[]): Promise<void> {
  await fresh.owner.transaction(async (tx) => {
    await setRoles(tx, (await operatorByLogin(tx, login))!.id, roles);
  });
}

it('the greeting names the operators of paper mode while their passwords work, and their secret with them', async () => {
  for (const login of ['operator-1', 'operator-2']) await operator(login, firstRoles);
  expect(await lines()).toContain('operator-1 / paper-review-1, operator-2 / paper-review-2');
  await operator('operator-1', []);
  const one = await lines();
  expect(one).not.toContain('operator-1');
  expect(one).toContain('operator-2 / paper-review-2');
  expect(one).toContain('put the secret');
  const own = await passwords.hash('a password of her own');
  await fresh.owner.transaction((tx) => tx.run(setPassword, ['operator-2', own]));
  const none = await lines();
  expect(none).not.toMatch(/operator|paper-review|secret/);
  expect(none).toContain('demo@tern.test / paper-money-1');
});

it('a seed of the operator is refused once anyone but the demo members has an account', async () => {
  const { database } = fresh;
  const invited = paperAccounts.invited.map((email, index) => {
    const account = { email, countryCode: '86', phone: `1380000${1000 + index}` };
    const more = { passwordHash: '', invitedBy: null, isVerified: false };
    return openPaperMember({ database, random: systemRandom }, { ...account, ...more }, 0);
  });
  await Promise.all(invited);
  await assertSeedUnknown(database, 'chosen');
  await fundedMember(database, {});
  await assertSeedUnknown(database, undefined);
  const refused = assertSeedUnknown(database, 'chosen');
  await expect(refused).rejects.toThrow(ConfigFaults);
  await expect(refused).rejects.toThrow('MARKET_SEED is set, but there are members');
});
