import { formatDecimal } from '@tern/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  authSettings,
  paperAccounts,
  seedPaperAccounts,
} from '../src/features/account/auth/index.ts';
import { balancesOf } from '../src/kernel/ledger/balances.ts';
import { createPasswords } from '../src/kernel/members/passwords.ts';
import { createSettings } from '../src/kernel/settings/settings.ts';
import { int8, jsonb, text } from '../src/platform/database/columns.ts';
import { defineQuery, defineStatement } from '../src/platform/database/query.ts';
import { createLog } from '../src/platform/log.ts';
import { systemRandom } from '../src/platform/random.ts';
import { type MemberWorld, memberWorld } from './support/member-world.ts';

let world: MemberWorld;

beforeAll(async () => {
  world = await memberWorld();
});

afterAll(() => world.close());

const countOf = defineQuery({
  name: 'test.seededCounts',
  text: `select (select count(*) from members) as members, (select count(*) from operators) as operators,
    (select count(*) from invitation_codes) as invitations, (select count(*) from ledger_entries) as entries`,
  params: [],
  row: { members: int8, operators: int8, invitations: int8, entries: int8 },
});
const putSetting = defineStatement({
  name: 'test.putSetting',
  text: `insert into settings (key, value) values ($1, $2)
    on conflict (key) do update set value = excluded.value`,
  params: [text, jsonb<object | number | string>()],
});
const prepared = () => ({
  database: world.database,
  clock: world.clock,
  random: systemRandom,
  settings: world.settings,
  passwords: createPasswords(),
});

describe('the paper accounts', () => {
  it('are created once over several starts', async () => {
    const before = await world.database.one(countOf, []);
    await seedPaperAccounts(prepared());
    expect(await world.database.one(countOf, [])).toEqual(before);
    expect(before).toEqual({ members: 1, operators: 2, invitations: 1, entries: 1 });
  });

  it('let the demo member log in by e-mail and by phone, with paper money', async () => {
    const { email, phone, password } = paperAccounts.member;
    expect((await world.login(phone, password)).code).toBe(0);
    const { data } = await world.login(email, password);
    expect(data.user).toMatchObject({ verified: true, realNameStatus: 2 });
    const balances = await balancesOf(world.database, data.user.ID);
    const usdt = balances.find((balance) => balance.asset === 'USDT');
    expect(formatDecimal(usdt!.available)).toBe('10000');
  });
});

describe('a setting', () => {
  const put = (key: string, value: object | number | string) =>
    world.owner.transaction((tx) => tx.run(putSetting, [key, value]));

  it('has its default until an operator changes it', async () => {
    expect(world.settings.read(authSettings.codeTries)).toBe(5);
    await put('auth.codeTries', 3);
    expect(world.settings.read(authSettings.codeTries)).toBe(5);
    await world.settings.refresh();
    expect(world.settings.read(authSettings.codeTries)).toBe(3);
  });

  it('keeps its last valid value if the stored one is malformed', async () => {
    await put('auth.codeTries', 4);
    await world.settings.refresh();
    await put('auth.codeTries', 'many');
    await world.settings.refresh();
    expect(world.settings.read(authSettings.codeTries)).toBe(4);
    const restarted = createSettings(world.database, createLog('silent'));
    await restarted.refresh();
    expect(restarted.read(authSettings.codeTries)).toBe(5);
  });

  it('decides the paper money of a new member', async () => {
    await put('auth.paperFunds', { ETH: '2.5', BTC: '0' });
    await world.settings.refresh();
    const { memberId } = await world.register();
    const balances = await balancesOf(world.database, memberId);
    expect(balances.map(({ asset, available }) => [asset, formatDecimal(available)])).toEqual([
      ['ETH', '2.5'],
    ]);
  });
});

describe('expired rows', () => {
  it('are deleted by the jobs, and no others', async () => {
    const rows = defineQuery({
      name: 'test.authRows',
      text: `select (select count(*) from auth_captchas) as captchas, (select count(*) from auth_codes) as codes,
        (select count(*) from auth_sessions) as sessions, (select count(*) from auth_attempts) as attempts`,
      params: [],
      row: { captchas: int8, codes: int8, sessions: int8, attempts: int8 },
    });
    const runAll = async () => {
      for (const job of world.auth.jobs ?? []) await job.run();
      return world.database.one(rows, []);
    };
    const day = 24 * 3_600_000;
    await world.captcha();
    const who = await world.register();
    await world.login(who.email, 'wrong guess');
    const fresh = await runAll();
    expect(Object.values(fresh).every((count) => count > 0)).toBe(true);
    world.clock.advance(2 * day);
    const later = await runAll();
    expect(later).toEqual({ captchas: 0, codes: 0, sessions: fresh.sessions, attempts: 0 });
    world.clock.advance(36 * day);
    expect((await runAll()).sessions).toBe(0);
  });
});
