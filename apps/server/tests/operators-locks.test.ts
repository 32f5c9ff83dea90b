/** Locks of operators' accounts: who may, for how long, and that a locked operator opens no session. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Client } from 'pg';
import { manualClock } from './support/market.ts';
import {
  codeAt,
  type Console,
  createConsole,
  type EnrolledOperator,
  OPERATOR_PASSWORD,
} from './support/operator-client.ts';
import { startServer, type TestServer } from './support/server.ts';

const HOUR_MS = 3_600_000;
const clock = manualClock();
const reason = 'The laptop was stolen.';
let server: TestServer;
let operators: Console;
let cora: EnrolledOperator;
let dan: EnrolledOperator;
let ella: EnrolledOperator;
let target: EnrolledOperator;

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still' });
  operators = createConsole(server, clock);
  cora = await operators.enrolled(['support']);
  dan = await operators.enrolled(['reviewer']);
  ella = await operators.enrolled(['approver']);
  target = await operators.enrolled(['approver', 'auditor']);
});
afterAll(() => server.stop());

/** With a code that was not used before. */
async function signIn({ login, secret }: EnrolledOperator) {
  clock.advance(30_000);
  const code = codeAt(clock.now(), secret);
  return operators.call('POST /operator/login', { login, password: OPERATOR_PASSWORD, code });
}
async function signedIn(who: EnrolledOperator): Promise<EnrolledOperator> {
  const { data } = await signIn(who);
  return { ...who, token: (data as { session: { token: string } }).session.token };
}
const everyone = async () => {
  [cora, dan, ella] = [await signedIn(cora), await signedIn(dan), await signedIn(ella)];
};
async function listed({ login }: EnrolledOperator, by = dan) {
  const { list } = await operators.data('GET /operator/account/list', {}, by.token);
  return list.find((account) => account.login === login)!;
}
const idOf = async (who: EnrolledOperator) => String((await listed(who)).ID);
const act = async (
  name: 'lock' | 'confirmLock' | 'unlock',
  who: EnrolledOperator,
  by: EnrolledOperator,
) => operators.call(`POST /operator/account/${name}`, { ID: await idOf(who), reason }, by.token);

it('by any operator ends the session, refuses the next one, and ends after a day', async () => {
  expect(await act('lock', target, cora)).toMatchObject({ code: 0 });
  const until = new Date(clock.now() + 24 * HOUR_MS).toISOString();
  expect((await operators.call('GET /operator/me', {}, target.token)).code).toBe(4016);
  expect(await listed(target)).toMatchObject({
    lock: { by: cora.login, reason, until, confirmedBy: null, askedBy: null },
  });
  expect(await act('lock', target, dan)).toMatchObject({ code: 5034 });
  expect((await signIn(target)).code).toBe(4008);
  const recovery = { login: target.login, password: OPERATOR_PASSWORD };
  const code = target.recoveryCodes[0]!;
  expect((await operators.call('POST /operator/login', { ...recovery, code })).code).toBe(4008);

  clock.advance(24 * HOUR_MS);
  await everyone();
  expect((await listed(target)).lock).toBeNull();
  expect((await signIn(target)).code).toBe(0);
  expect(await act('unlock', target, dan)).toMatchObject({ code: 5034 });
});

it('of one person is lifted by one reviewer or approver, never by the locked operator', async () => {
  expect(await act('lock', ella, ella)).toMatchObject({ code: 0 });
  expect((await act('unlock', ella, cora)).code).toBe(5030);
  expect(await act('unlock', ella, dan)).toMatchObject({ data: { isUnlocked: true } });
  ella = await signedIn(ella);
});

it('confirmed by a second person lasts until two unlock it', async () => {
  expect(await act('lock', target, dan)).toMatchObject({ code: 0 });
  expect((await act('confirmLock', target, dan)).code).toBe(5032);
  expect(await act('confirmLock', target, ella)).toMatchObject({ code: 0 });
  expect((await act('confirmLock', target, ella)).code).toBe(5034);
  clock.advance(100 * HOUR_MS);
  await everyone();
  expect(await listed(target)).toMatchObject({ lock: { until: null, confirmedBy: ella.login } });
  expect(await act('unlock', target, dan)).toMatchObject({ data: { isUnlocked: false } });
  expect((await act('unlock', target, dan)).code).toBe(5032);
  expect((await listed(target)).lock?.askedBy).toBe(dan.login);
  // After a day without the second person it begins anew.
  clock.advance(24 * HOUR_MS);
  await everyone();
  expect(await act('unlock', target, dan)).toMatchObject({ data: { isUnlocked: false } });
  expect(await act('unlock', target, ella)).toMatchObject({ data: { isUnlocked: true } });
  expect((await signIn(target)).code).toBe(0);
});

it('of more than two colleagues takes more than one operator', async () => {
  const others = [
    await operators.enrolled(['content']),
    await operators.enrolled(['content']),
    await operators.enrolled(['content']),
  ] as const;
  expect((await act('lock', others[0], cora)).code).toBe(0);
  expect((await act('lock', others[1], cora)).code).toBe(0);
  expect((await act('lock', others[2], cora)).code).toBe(5032);
  expect((await act('lock', others[2], dan)).code).toBe(0);
});

it('is kept by the database as it was decided', async () => {
  expect((await act('lock', target, dan)).code).toBe(0);
  const app = new Client(server.fresh.appTarget);
  await app.connect();
  try {
    const lockedId = await idOf(target);
    const set = (changed: string) =>
      app.query(
        `update operator_locks set ${changed} where operator_id = $1 and ended_at is null`,
        [lockedId],
      );
    const longer = `until = until + interval '1 hour'`;
    await expect(set(longer)).rejects.toMatchObject({ constraint: 'operator_locks_one_person' });
    const alone = 'confirmed_by = locked_by, confirmed_at = now(), until = null';
    await expect(set(alone)).rejects.toMatchObject({ constraint: 'operator_locks_two_people' });
    const own = 'ended_by = operator_id, ended_at = now()';
    await expect(set(own)).rejects.toMatchObject({ constraint: 'operator_locks_not_own' });
    const session = `insert into operator_sessions (operator_id, token_hash, address, last_used_at, expires_at, created_at)
      values ($1, 'x', '', to_timestamp($2), to_timestamp($2), to_timestamp($2))`;
    await expect(app.query(session, [lockedId, clock.now() / 1_000])).rejects.toMatchObject({
      constraint: 'operator_sessions_unlocked',
    });
  } finally {
    await app.end();
  }
});
