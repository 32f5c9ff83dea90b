import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paperAccounts } from '../src/features/account/auth/index.ts';
import { text } from '../src/platform/database/columns.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import {
  codeAt,
  type Console,
  createConsole,
  OPERATOR_PASSWORD,
} from './support/operator-client.ts';
import { manualClock } from './support/market.ts';
import { startServer, type TestServer } from './support/server.ts';

const MINUTE_MS = 60_000;
const clock = manualClock();
const [first, second] = paperAccounts.operators;
const closeOperator = defineStatement({
  name: 'test.dismissOperator',
  text: 'update operators set is_active = false where login = $1',
  params: [text],
});
let server: TestServer;
let consoleApi: Console;

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still' });
  consoleApi = createConsole(server, clock);
});
afterAll(() => server?.stop());

const logIn = (input: { login: string; password: string; code?: string }) =>
  consoleApi.call('POST /operator/login', input);
const me = (token: string) => consoleApi.call('GET /operator/me', {}, token);

describe('an operator', () => {
  it('signs in with password and one-time code, and receives their roles', async () => {
    const token = await consoleApi.signIn(1);
    const answer = await consoleApi.data('GET /operator/me', {}, token);
    expect(answer).toMatchObject({ operator: { login: 'operator-1' }, mode: 'paper' });
    expect(answer.operator.roles).toHaveLength(6);
  });

  it('never opens a second session with the same code, nor with one before it', async () => {
    clock.advance(5 * MINUTE_MS);
    const code = codeAt(clock.now());
    const results = await Promise.all([1, 2, 3].map(() => logIn({ ...first, code })));
    expect(results.map((answer) => answer.code).toSorted((left, right) => left - right)).toEqual([
      0, 5035, 5035,
    ]);
    const before = codeAt(clock.now() - 30_000);
    expect((await logIn({ ...first, code: before })).code).toBe(5035);
    const next = codeAt(clock.now() + 30_000);
    expect((await logIn({ ...first, code: next })).code).toBe(0);
  });

  it('is allowed one step of clock error', async () => {
    clock.advance(5 * MINUTE_MS);
    expect((await logIn({ ...second, code: codeAt(clock.now() - 60_000) })).code).toBe(5035);
    expect((await logIn({ ...second, code: codeAt(clock.now() + 60_000) })).code).toBe(5035);
    expect((await logIn({ ...second, code: codeAt(clock.now() - 30_000) })).code).toBe(0);
  });

  it('needs both password and code', async () => {
    const code = codeAt(clock.now() + 30_000);
    expect((await logIn({ ...second, password: 'a guess of mine', code })).code).toBe(4002);
    expect((await logIn(second)).code).toBe(5035);
    expect((await logIn({ ...second, code: '000000' })).code).toBe(5035);
    expect((await logIn({ login: 'nobody', password: 'x', code })).code).toBe(4002);
  });

  it('is blocked after ten wrong attempts', async () => {
    clock.advance(20 * MINUTE_MS);
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_each, index) =>
        logIn({ ...second, password: `guess number ${index}` }),
      ),
    );
    const codes = guesses.map((answer) => answer.code);
    expect(codes.filter((code) => code === 4002)).toHaveLength(10);
    expect(codes.filter((code) => code === 4024)).toHaveLength(2);
    expect((await logIn({ ...second, code: codeAt(clock.now()) })).code).toBe(4024);
    clock.advance(16 * MINUTE_MS);
    expect((await logIn({ ...second, code: codeAt(clock.now()) })).code).toBe(0);
  });
});

describe('an operator session', () => {
  it('is one of five at most: the one that was not used for the longest time ends', async () => {
    const tokens: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      tokens.push(await consoleApi.signIn(1));
      clock.advance(MINUTE_MS);
    }
    const codes = () => Promise.all(tokens.map(async (token) => (await me(token)).code));
    expect(await codes()).toEqual([0, 0, 0, 0, 0]);
    clock.advance(MINUTE_MS);
    expect((await me(tokens[0]!)).code).toBe(0);
    tokens.push(await consoleApi.signIn(1));
    expect(await codes()).toEqual([0, 4016, 0, 0, 0, 0]);
  });

  it('ends by logout, after half an hour without use, and after twelve hours in any case', async () => {
    const left = await consoleApi.signIn(1);
    await consoleApi.data('POST /operator/logout', {}, left);
    expect((await me(left)).code).toBe(4016);
    const idle = await consoleApi.signIn(1);
    clock.advance(30 * MINUTE_MS);
    expect((await me(idle)).code).toBe(4017);
    const busy = await consoleApi.signIn(1);
    for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
      clock.advance(20 * MINUTE_MS);
      expect((await me(busy)).code).toBe(0);
    }
    clock.advance(20 * MINUTE_MS);
    expect((await me(busy)).code).toBe(4017);
  });

  it('ends for a closed operator, who cannot sign in again', async () => {
    const { login, token, secret } = await consoleApi.enrolled(['auditor']);
    await server.fresh.owner.transaction((tx) => tx.run(closeOperator, [login]));
    expect((await me(token)).code).toBe(4016);
    clock.advance(MINUTE_MS);
    const code = codeAt(clock.now(), secret);
    expect((await logIn({ login, password: OPERATOR_PASSWORD, code })).code).toBe(4002);
  });

  it('is separate from member sessions', async () => {
    const { token } = await server.register();
    expect((await me(token)).code).toBe(4016);
    const ours = await consoleApi.signIn(1);
    const answer = await server.api.call('GET /user/getUserInfo', {}, { token: ours });
    expect(answer.code).toBe(4016);
  });
});

describe('the first login of an operator', () => {
  const password = OPERATOR_PASSWORD;

  it('sets up one-time codes and opens no session before the first code', async () => {
    const { login, token, secret } = await consoleApi.enrolled(['support']);
    expect((await me(token)).code).toBe(0);
    expect((await logIn({ login, password })).code).toBe(5035);
    clock.advance(MINUTE_MS);
    expect((await logIn({ login, password, code: codeAt(clock.now(), secret) })).code).toBe(0);
  });

  it('takes a recovery code in place of a one-time code, once', async () => {
    const { login, recoveryCodes } = await consoleApi.enrolled(['support']);
    expect(new Set(recoveryCodes).size).toBe(10);
    const code = recoveryCodes[3]!.toLowerCase();
    const results = await Promise.all([1, 2].map(() => logIn({ login, password, code })));
    expect(results.map((answer) => answer.code).toSorted((left, right) => left - right)).toEqual([
      0, 5035,
    ]);
  });

  it('voids its ticket after ten minutes, five wrong codes or another login', async () => {
    const token = 'x'.repeat(32);
    const enrol = (ticket: string, code: string) =>
      consoleApi.call('POST /operator/enrol', { ticket, code });
    expect((await enrol(token, '123456')).code).toBe(4002);
    const begin = async () => {
      const { enrolment } = await consoleApi.data('POST /operator/login', {
        login: 'late',
        password,
      });
      return { ...enrolment!, code: () => codeAt(clock.now(), enrolment!.secret) };
    };
    await consoleApi.addOperator('late', ['support']);
    const guessed = await begin();
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await enrol(guessed.ticket, 'abcdef')).code).toBe(5035);
    }
    expect((await enrol(guessed.ticket, guessed.code())).code).toBe(4002);
    const replaced = await begin();
    const old = await begin();
    expect((await enrol(replaced.ticket, replaced.code())).code).toBe(4002);
    clock.advance(10 * MINUTE_MS);
    expect((await enrol(old.ticket, old.code())).code).toBe(4002);
    const last = await begin();
    expect((await enrol(last.ticket, last.code())).code).toBe(0);
  });
});

describe('a deployment that has lost its encryption key', () => {
  const spoil = defineStatement({
    name: 'test.spoilOperatorSecrets',
    text: `update operators set sealed_totp = '\\x00' where sealed_totp is not null`,
    params: [],
  });

  it('lets operators sign in by a recovery code, and paper operators as before', async () => {
    const { login, recoveryCodes } = await consoleApi.enrolled(['support']);
    await server.fresh.owner.transaction((tx) => tx.run(spoil, []));
    const password = OPERATOR_PASSWORD;
    expect((await logIn({ login, password, code: '123456' })).code).toBe(5035);
    expect((await logIn({ login, password, code: recoveryCodes[0]! })).code).toBe(0);
    await server.restart();
    expect((await me(await consoleApi.signIn(1))).code).toBe(0);
  });
});
