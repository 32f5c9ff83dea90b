/** An operator's own account on two instances: sessions, recent sign-ins, the change of the password. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Client } from 'pg';
import type { OperatorMessage } from '@tern/protocol/operator';
import { WebSocket } from 'ws';
import { joinBuses } from './support/joined-buses.ts';
import { manualClock } from './support/market.ts';
import {
  codeAt,
  type Console,
  createConsole,
  type EnrolledOperator,
  OPERATOR_PASSWORD,
} from './support/operator-client.ts';
import { withoutTimersOf } from './support/pass-time.ts';
import { startServer, type TestServer } from './support/server.ts';
import { shareLeases } from './support/shared-leases.ts';

const MINUTE_MS = 60_000;
const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
const NEW_PASSWORD = 'a ferry leaves at nine';
const clock = manualClock();
let one: TestServer;
let other: TestServer;
let here: Console;
let there: Console;
let ada: EnrolledOperator;

/** Consoles of ended sessions would be found by it too. */
const LATER_CHECK_MS = 30_000;

beforeAll(async () => {
  const restore = withoutTimersOf(LATER_CHECK_MS);
  const [buses, leases] = [joinBuses(), shareLeases()];
  one = await startServer({ clock, prices: 'still', bus: buses.join(), leases: leases.join() });
  other = await startServer({
    beside: one,
    clock,
    prices: 'still',
    bus: buses.join(),
    leases: leases.join(),
  });
  restore();
  [here, there] = [createConsole(one, clock), createConsole(other, clock)];
  ada = await here.enrolled(['support']);
}, 120_000);
afterAll(async () => {
  await other?.stop();
  await one?.stop();
});

/** A code that was not used before. */
function freshCode({ secret }: EnrolledOperator): string {
  clock.advance(30_000);
  return codeAt(clock.now(), secret);
}
async function signIn(who: EnrolledOperator, password = OPERATOR_PASSWORD): Promise<string> {
  const given = { login: who.login, password, code: freshCode(who) };
  const { session } = await here.data('POST /operator/login', given);
  return session!.token;
}
const codesOf = (...tokens: string[]) =>
  Promise.all(
    tokens.flatMap((token) =>
      [here, there].map(async (each) => (await each.call('GET /operator/me', {}, token)).code),
    ),
  );
const own = (token: string) => here.data('GET /operator/own/account', {}, token);

/** The console of a session at the other instance; resolves once it is welcomed. */
async function connected(token: string) {
  const socket = new WebSocket(`${other.url().replace('http', 'ws')}/api/operator/live`);
  const received: OperatorMessage[] = [];
  socket.on('message', (data: Buffer) => received.push(JSON.parse(data.toString())));
  const closed = new Promise<OperatorMessage>((resolve) => {
    socket.on('close', () => resolve(received.at(-1)!));
  });
  await new Promise((resolve) => socket.on('open', resolve));
  socket.send(JSON.stringify({ token }));
  await new Promise<void>((resolve) => socket.once('message', () => resolve()));
  expect(received).toEqual([{ kind: 'welcome' }]);
  return { socket, closed };
}

it('lists open sessions with browser, address, method and last use, and marks this one', async () => {
  const token = await signIn(ada);
  const login = { login: ada.login, password: OPERATOR_PASSWORD, code: ada.recoveryCodes[0]! };
  const headers = { 'Content-Type': 'application/json', 'User-Agent': BROWSER };
  const body = JSON.stringify(login);
  clock.advance(MINUTE_MS);
  await one.api.raw('/api/operator/login', { method: 'POST', headers, body });
  const shown = await own(token);
  expect(shown).toMatchObject({ login: ada.login, passwordChangedAt: null, recoveryCodesLeft: 9 });
  const at = new Date(clock.now()).toISOString();
  expect(shown.sessions).toHaveLength(3);
  expect(shown.sessions.find(({ isThis }) => isThis)).toMatchObject({
    method: 'code',
    lastUsedAt: at,
  });
  const browser = shown.sessions.find(({ method }) => method === 'recovery');
  expect(browser).toMatchObject({ device: 'Chrome, Linux', lastUsedAt: at, isThis: false });
  expect(shown.signIns[0]).toMatchObject({ device: 'Chrome, Linux', refusedFor: null });
});

it('shows refused sign-ins with what was wrong', async () => {
  const token = await signIn(ada);
  const { login } = ada;
  await here.call('POST /operator/login', { login, password: 'a guess of mine' });
  clock.advance(1_000);
  await here.call('POST /operator/login', { login, password: OPERATOR_PASSWORD, code: '000000' });
  const { signIns } = await own(token);
  expect(signIns.slice(0, 2).map(({ refusedFor }) => refusedFor)).toEqual(['code', 'password']);
});

it('ends one session: its calls and its console stop at every instance, the others stay', async () => {
  const [token, lost] = [await signIn(ada), await signIn(ada)];
  const [kept, cut] = [await connected(token), await connected(lost)];
  const { sessions } = await own(lost);
  const ID = sessions.find(({ isThis }) => isThis)!.ID;
  expect(await here.call('POST /operator/own/endSession', { ID }, token)).toMatchObject({
    code: 0,
  });
  expect(await cut.closed).toEqual({ kind: 'refused', code: 4016 });
  expect(await codesOf(token, lost)).toEqual([0, 0, 4016, 4016]);
  expect(kept.socket.readyState).toBe(WebSocket.OPEN);
  const again = await here.call('POST /operator/own/endSession', { ID }, token);
  expect(again.code).toBe(5007);
  kept.socket.terminate();
});

it("never ends another operator's session", async () => {
  const bo = await here.enrolled(['auditor']);
  const token = await signIn(ada);
  const [theirs] = (await own(bo.token)).sessions;
  const input = { ID: theirs!.ID };
  expect((await here.call('POST /operator/own/endSession', input, token)).code).toBe(5007);
  expect(await codesOf(bo.token)).toEqual([0, 0]);
});

it('ends all others, and disconnects their consoles', async () => {
  const [lost, token] = [await signIn(ada), await signIn(ada)];
  const cut = await connected(lost);
  const before = (await own(token)).sessions.length;
  const { ended } = await here.data('POST /operator/own/endOtherSessions', {}, token);
  expect(ended).toBe(before - 1);
  expect(await cut.closed).toEqual({ kind: 'refused', code: 4016 });
  expect(await codesOf(token, lost)).toEqual([0, 0, 4016, 4016]);
});

it('disconnects the console of a locked operator', async () => {
  const target = await here.enrolled(['support']);
  const cut = await connected(target.token);
  const reviewer = await here.enrolled(['reviewer']);
  const { list } = await here.data('GET /operator/account/list', {}, reviewer.token);
  const { ID } = list.find(({ login }) => login === target.login)!;
  await here.data('POST /operator/account/lock', { ID, reason: 'Stolen.' }, reviewer.token);
  expect(await cut.closed).toEqual({ kind: 'refused', code: 4016 });
});

it('changes the password with the present one and a code, and ends the other sessions', async () => {
  const [lost, token] = [await signIn(ada), await signIn(ada)];
  const cut = await connected(lost);
  const change = (fields: object) =>
    here.call(
      'POST /operator/own/changePassword',
      { password: OPERATOR_PASSWORD, newPassword: NEW_PASSWORD, code: '000000', ...fields },
      token,
    );
  expect((await change({ newPassword: 'password' })).code).toBe(5015);
  expect((await change({ newPassword: OPERATOR_PASSWORD })).code).toBe(5015);
  const wrong = { password: 'a guess of mine', code: freshCode(ada) };
  expect((await change(wrong)).code).toBe(4011);
  expect((await change({})).code).toBe(5035);
  expect(await codesOf(lost)).toEqual([0, 0]);

  expect(await change({ code: freshCode(ada) })).toMatchObject({ code: 0 });
  expect(await cut.closed).toEqual({ kind: 'refused', code: 4016 });
  expect(await codesOf(token, lost)).toEqual([0, 0, 4016, 4016]);
  const old = { login: ada.login, password: OPERATOR_PASSWORD, code: freshCode(ada) };
  expect((await here.call('POST /operator/login', old)).code).toBe(4002);
  const next = await signIn(ada, NEW_PASSWORD);
  const { passwordChangedAt, sessions, signIns } = await own(next);
  expect([passwordChangedAt !== null, sessions.length]).toEqual([true, 2]);
  expect(signIns.map(({ refusedFor }) => refusedFor).slice(0, 4)).toEqual([
    null,
    'password',
    'code',
    'password',
  ]);
});

it('limits guesses of the present password like those of a sign-in', async () => {
  const target = await here.enrolled(['content']);
  const guess = () =>
    here.call(
      'POST /operator/own/changePassword',
      { password: 'a guess of mine', newPassword: NEW_PASSWORD, code: '000000' },
      target.token,
    );
  const codes = [];
  for (let count = 0; count < 11; count += 1) codes.push((await guess()).code);
  expect(codes.slice(0, 10).every((code) => code === 4011)).toBe(true);
  expect(codes[10]).toBe(4024);
});

it('has a password that the role of the server alone cannot change', async () => {
  const app = new Client(one.fresh.appTarget);
  await app.connect();
  try {
    await expect(
      app.query(`update operators set password_hash = 'forged' where login = $1`, [ada.login]),
    ).rejects.toMatchObject({ constraint: 'operators_agreed' });
  } finally {
    await app.end();
  }
});
