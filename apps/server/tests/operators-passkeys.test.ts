/** Passkeys of operators: added with a code and a second person, used at a login in place of the code, removed with a code. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from 'pg';
import { int8, text } from '../src/platform/database/columns.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import {
  createAuthenticator,
  type Deviation,
  type SoftwareAuthenticator,
} from './support/authenticator.ts';
import { manualClock } from './support/market.ts';
import {
  codeAt,
  type Console,
  createConsole,
  type EnrolledOperator,
  OPERATOR_PASSWORD,
} from './support/operator-client.ts';
import { startServer, type TestServer } from './support/server.ts';

const MINUTE_MS = 60_000;
const clock = manualClock();
let server: TestServer;
let operators: Console;

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still' });
  operators = createConsole(server, clock);
});
afterAll(() => server?.stop());

/** A code that was not used before. */
function freshCode({ secret }: EnrolledOperator): string {
  clock.advance(30_000);
  return codeAt(clock.now(), secret);
}

async function addPasskey(who: EnrolledOperator, deviation: Deviation = {}) {
  const device = createAuthenticator();
  const input = { code: freshCode(who) };
  const { options } = await operators.data('POST /operator/own/beginPasskey', input, who.token);
  const credential = device.create(options, deviation);
  const finish = (token = who.token) =>
    operators.call('POST /operator/own/finishPasskey', { name: 'blue key', credential }, token);
  return { device, options, finish };
}
/** The newest review of a key. */
async function reviewOfKey(by: string) {
  const { list } = await operators.data('GET /operator/review/list', { kind: 'operatorKey' }, by);
  return list.toSorted((left, right) => right.ID - left.ID)[0]!;
}
/** Another operator decides on the newest key that waits. */
async function agree(by: string) {
  const { ID } = await reviewOfKey(by);
  await operators.data('POST /operator/review/claim', { ID }, by);
  const { hash } = (await operators.data('GET /operator/review/find', { ID }, by)).rereview;
  return operators.call('POST /operator/review/approve', { ID, stage: 'second', hash }, by);
}
async function addAgreed(who: EnrolledOperator) {
  const { device, finish } = await addPasskey(who);
  expect((await finish()).code).toBe(0);
  expect((await agree(await operators.signIn(2))).code).toBe(0);
  return device;
}
async function withPasskey(roles: readonly string[] = ['support']) {
  const who = await operators.enrolled(roles);
  return { who, device: await addAgreed(who) };
}
const password = OPERATOR_PASSWORD;
const begin = async ({ login }: EnrolledOperator) =>
  (await operators.data('POST /operator/login', { login, password })).passkey!;
async function signIn(who: EnrolledOperator, device: SoftwareAuthenticator, over: Deviation = {}) {
  const { loginId, options } = await begin(who);
  const assertion = device.get(options, over);
  return operators.call('POST /operator/loginWithPasskey', { loginId, assertion });
}
const own = ({ token }: EnrolledOperator) => operators.data('GET /operator/own/account', {}, token);

it('is offered after the right password, and signs in in place of the code', async () => {
  const { who, device } = await withPasskey();
  expect((await own(who)).passkeys).toMatchObject([{ name: 'blue key', lastUsedAt: null }]);
  const { login } = who;
  const guess = { login, password: 'a guess of mine' };
  expect((await operators.call('POST /operator/login', guess)).code).toBe(4002);
  const signedIn = await signIn(who, device);
  expect(signedIn).toMatchObject({ code: 0, data: { session: { operator: { login } } } });
  const { passkeys, sessions } = await own(who);
  expect(passkeys[0]!.lastUsedAt).toBe(new Date(clock.now()).toISOString());
  expect(sessions.map(({ method }) => method).toSorted()).toEqual(['code', 'passkey']);
  const withCode = { login, password, code: freshCode(who) };
  expect((await operators.data('POST /operator/login', withCode)).session).not.toBeNull();
});

it('signs in once for each challenge, within five minutes', async () => {
  const { who, device } = await withPasskey();
  const { loginId, options } = await begin(who);
  const input = { loginId, assertion: device.get(options) };
  const both = await Promise.all(
    [1, 2].map(async () => (await operators.call('POST /operator/loginWithPasskey', input)).code),
  );
  expect(both.toSorted((left, right) => left - right)).toEqual([0, 5019]);
  const late = await begin(who);
  clock.advance(5 * MINUTE_MS);
  const assertion = device.get(late.options);
  const expired = { loginId: late.loginId, assertion };
  expect((await operators.call('POST /operator/loginWithPasskey', expired)).code).toBe(5019);
});

it.each<[string, Deviation]>([
  ['another origin', { origin: 'http://other.test' }],
  ['another domain', { rpId: 'other.test' }],
  ['another challenge', { challenge: 'YW5vdGhlcg' }],
  ['no check of its owner', { isUserVerified: false }],
  ['a wrong signature', { isSignatureWrong: true }],
  ['the handle of another owner', { userHandle: 'dGVybiAx' }],
])('with %s signs nobody in, and the refusal is listed', async (_name, deviation) => {
  const { who, device } = await withPasskey();
  expect((await signIn(who, device, deviation)).code).toBe(5018);
  expect((await own(who)).signIns[0]).toMatchObject({ refusedFor: 'passkey' });
});

it('with a counter that has not grown, or of another operator, signs nobody in', async () => {
  const { who, device } = await withPasskey();
  const other = await withPasskey();
  expect((await signIn(who, device)).code).toBe(0);
  expect((await signIn(who, device, { counter: 1 })).code).toBe(5018);
  expect((await signIn(who, other.device)).code).toBe(5018);
});

it('signs nobody in after the password that was right has changed', async () => {
  const { who, device } = await withPasskey();
  const { loginId, options } = await begin(who);
  const change = { password, newPassword: 'a password of mine', code: freshCode(who) };
  await operators.data('POST /operator/own/changePassword', change, who.token);
  const input = { loginId, assertion: device.get(options) };
  expect((await operators.call('POST /operator/loginWithPasskey', input)).code).toBe(5019);
});

it('does not open a locked account', async () => {
  const { who, device } = await withPasskey();
  const reviewer = await operators.enrolled(['reviewer']);
  const { list } = await operators.data('GET /operator/account/list', {}, reviewer.token);
  const { ID } = list.find(({ login }) => login === who.login)!;
  await operators.data('POST /operator/account/lock', { ID, reason: 'Stolen.' }, reviewer.token);
  expect((await signIn(who, device)).code).toBe(4008);
});

it('is added only with a code, once, in the session that began', async () => {
  const who = await operators.enrolled(['support']);
  const wrong = { code: '000000' };
  const refused = await operators.call('POST /operator/own/beginPasskey', wrong, who.token);
  expect(refused.code).toBe(5035);
  const { finish, device, options } = await addPasskey(who);
  const code = freshCode(who);
  const next = await operators.data('POST /operator/login', { login: who.login, password, code });
  expect((await finish(next.session!.token)).code).toBe(5019);
  expect((await finish()).code).toBe(0);
  expect((await finish()).code).toBe(5019);
  const again = await operators.data(
    'POST /operator/own/beginPasskey',
    { code: freshCode(who) },
    who.token,
  );
  expect(again.options.excludeCredentials).toHaveLength(1);
  const credential = device.create({ ...options, challenge: again.options.challenge });
  const same = { name: 'the same', credential };
  expect((await operators.call('POST /operator/own/finishPasskey', same, who.token)).code).toBe(
    5016,
  );
});

it('is not added from another origin', async () => {
  const who = await operators.enrolled(['support']);
  const { finish } = await addPasskey(who, { origin: 'http://other.test' });
  expect((await finish()).code).toBe(5018);
  expect((await own(who)).passkeys).toEqual([]);
});

it('is removed with a code, and signs nobody in afterwards', async () => {
  const { who, device } = await withPasskey();
  await addAgreed(who);
  const ID = (await own(who)).passkeys[0]!.ID;
  const remove = (code: string, token = who.token) =>
    operators.call('POST /operator/own/removePasskey', { ID, code }, token);
  const offered = await begin(who);
  const stranger = await operators.enrolled(['support']);
  expect((await remove(freshCode(stranger), stranger.token)).code).toBe(5007);
  expect((await remove('000000')).code).toBe(5035);
  expect((await remove(freshCode(who))).code).toBe(0);
  expect((await own(who)).passkeys).toHaveLength(1);
  const input = { loginId: offered.loginId, assertion: device.get(offered.options) };
  expect((await operators.call('POST /operator/loginWithPasskey', input)).code).toBe(5018);
});

it('stays while it is the last one, in the database too, until two people reset the codes', async () => {
  const { who } = await withPasskey();
  const input = { ID: (await own(who)).passkeys[0]!.ID, code: freshCode(who) };
  const { code } = await operators.call('POST /operator/own/removePasskey', input, who.token);
  expect(code).toBe(5036);
  const removal = defineStatement({
    name: 'test.removeLastKey',
    text: 'delete from operator_passkeys where id = $1',
    params: [int8],
  });
  const remove = () => server.fresh.database.transaction((tx) => tx.run(removal, [input.ID]));
  await expect(remove()).rejects.toThrow('the last key of an operator stays');

  // One that waits goes too.
  const { finish } = await addPasskey(who);
  expect((await finish()).code).toBe(0);
  const [ada, bo] = [await operators.signIn(1), await operators.signIn(2)];
  const reset = { change: 'resetCodes', login: who.login, reason: 'Lost.' } as const;
  const { reviewId: ID } = await operators.data(
    'POST /operator/account/propose',
    { ...reset, roles: [] },
    ada,
  );
  await operators.data('POST /operator/review/claim', { ID }, bo);
  const { hash } = (await operators.data('GET /operator/review/find', { ID }, bo)).rereview;
  await operators.data('POST /operator/review/approve', { ID, stage: 'second', hash }, bo);
  const { data } = await operators.call('POST /operator/login', { login: who.login, password });
  expect(data).toMatchObject({ passkey: null, enrolment: { ticket: expect.any(String) } });
  const { list } = await operators.data('GET /operator/review/list', { kind: 'operatorKey' }, bo);
  expect(list.filter(({ firstBy }) => firstBy?.login === who.login)).toEqual([]);
});

describe('a new one', () => {
  it('signs nobody in until a second person has agreed to it', async () => {
    const who = await operators.enrolled(['approver']);
    const { finish } = await addPasskey(who);
    expect((await finish()).code).toBe(0);
    const shown = await own(who);
    expect(shown).toMatchObject({ passkeys: [], waitingPasskeys: [{ name: 'blue key' }] });
    const { login } = who;
    expect((await operators.call('POST /operator/login', { login, password })).code).toBe(5035);
    // The owner is the first of the two.
    const claim = { ID: (await reviewOfKey(who.token)).ID };
    expect((await operators.call('POST /operator/review/claim', claim, who.token)).code).toBe(5032);
    expect((await agree(await operators.signIn(2))).code).toBe(0);
    expect(await own(who)).toMatchObject({
      passkeys: [{ name: 'blue key' }],
      waitingPasskeys: [],
    });
  });

  it('is withdrawn by its owner, or rejected', async () => {
    const who = await operators.enrolled(['support']);
    const withdraw = (ID: number) =>
      operators.call('POST /operator/own/withdrawPasskey', { ID }, who.token);
    expect((await (await addPasskey(who)).finish()).code).toBe(0);
    const { ID } = (await own(who)).waitingPasskeys[0]!;
    expect((await withdraw(ID)).code).toBe(0);
    expect((await withdraw(ID)).code).toBe(5007);
    expect((await (await addPasskey(who)).finish()).code).toBe(0);
    const bo = await operators.signIn(2);
    const review = { ID: (await reviewOfKey(bo)).ID };
    await operators.data('POST /operator/review/claim', review, bo);
    await operators.data('POST /operator/review/reject', { ...review, reason: 'Not them.' }, bo);
    expect(await own(who)).toMatchObject({ passkeys: [], waitingPasskeys: [] });
  });

  it('is refused by the database when nobody agreed, also the same one again after its removal', async () => {
    const { who, device: first } = await withPasskey();
    await addAgreed(who);
    const [old] = (await own(who)).passkeys;
    const input = { ID: old!.ID, code: freshCode(who) };
    await operators.data('POST /operator/own/removePasskey', input, who.token);
    expect((await signIn(who, first)).code).toBe(5018);
    const again = defineStatement({
      name: 'test.insertKeyAgain',
      text: `insert into operator_passkeys
          (operator_id, credential_id, public_key, sign_count, transports, is_synced, name, created_at, seal)
        select operator_id, credential_id, public_key, sign_count, transports, is_synced, name, now(), seal
        from operator_passkey_requests where state = 'agreed' and operator_id = (select id from operators where login = $1)
        order by id limit 1`,
      params: [text],
    });
    await expect(
      server.fresh.database.transaction((tx) => tx.run(again, [who.login])),
    ).rejects.toThrow('a second person has not agreed to this key');
  });
});

it('is believed only with the seal of the deployment, for its operator', async () => {
  const { who } = await withPasskey();
  const target = await operators.enrolled(['approver']);
  const owner = new Client(server.fresh.ownerTarget);
  await owner.connect();
  const give = ({ login }: EnrolledOperator) =>
    owner.query(
      `update operator_passkeys set operator_id = (select id from operators where login = $2)
        where operator_id in (select id from operators where login in ($1, $3))`,
      [who.login, login, target.login],
    );
  const isOffered = async ({ login }: EnrolledOperator) =>
    (await operators.call('POST /operator/login', { login, password })).code === 0;
  try {
    expect(await isOffered(who)).toBe(true);
    await give(target);
    expect(await isOffered(target)).toBe(false);
    await give(who);
    expect(await isOffered(who)).toBe(true);
  } finally {
    await owner.end();
  }
});
