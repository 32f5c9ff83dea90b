/** Login with a passkey alone: no user name, no password, both factors at once (ADR 42). */
import type { Input } from '@tern/protocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ban, freeze } from '../src/kernel/members/account-status.ts';
import {
  createAuthenticator,
  type Deviation,
  type SoftwareAuthenticator,
} from './support/authenticator.ts';
import { addPasskey, askedBy, beginLogin, confirmed } from './support/factors.ts';
import { manualClock } from './support/market.ts';
import { noticesTo } from './support/notices.ts';
import { messagesIn, PASSWORD, type Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const clock = manualClock();
const MINUTE = 60_000;
let server: TestServer;
let person: Person;
let device: SoftwareAuthenticator;
let recoveryCodes: string[];
let id: number;

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still' });
});
afterAll(() => server?.stop());
beforeEach(async () => {
  // Beyond the window of failed attempts of this address.
  clock.advance(16 * MINUTE);
  person = await server.register();
  ({ device, recoveryCodes, id } = await addPasskey(server, person));
});

const ask = () => ({ token: person.token });
const whoami = (token: string) => server.api.call('GET /user/getUserInfo', {}, { token });
const begin = () => server.api.data('POST /base/beginPasskeyLogin', {});
const finish = (input: Input<'POST /base/passkeyLogin'>) =>
  server.api.call('POST /base/passkeyLogin', input);

/** Signs a new challenge and logs in. */
async function logIn(by = device, { deviation = {} as Deviation, browser = '' } = {}) {
  const { loginId, options } = await begin();
  const key = browser === '' ? {} : { device: browser };
  return finish({ loginId, assertion: by.get(options, deviation), ...key });
}

async function signedIn(browser = '') {
  const answer = await logIn(device, { browser });
  if (answer.code !== 0) throw new Error(answer.msg);
  return answer.data;
}

describe('a login with a passkey', () => {
  it('needs no name and no second step, and ends the earlier session', async () => {
    const { options } = await begin();
    expect(options).toMatchObject({ allowCredentials: [], userVerification: 'required' });
    const { token, user } = await signedIn();
    expect(user).toMatchObject({ ID: person.memberId, email: person.email });
    expect((await whoami(token)).code).toBe(0);
    expect((await whoami(person.token)).code).toBe(4016);
    const listed = await server.api.data('GET /user/devices', {}, { token });
    expect(listed.list[0]).toMatchObject({ method: 'passkey' });
  });

  it('does not confirm a sensitive call, which asks for a factor again', async () => {
    const { token } = await signedIn();
    const key = { name: 'bot', scopes: ['read' as const], password: PASSWORD };
    askedBy(await server.api.call('POST /apiKey/createApiKey', key, { token }));
  });

  it('from an unknown device is reported to the owner, from a known one is not', async () => {
    const browser = 'b'.repeat(22);
    const newDevices = async () =>
      (await noticesTo(server.fresh.database, person.memberId)).filter(
        ({ kind }) => kind === 'security.newDevice',
      ).length;
    const mails = () =>
      messagesIn(server.outboxFile).filter(
        ({ to, body }) => to === person.email && body.includes('logged in'),
      ).length;
    await signedIn(browser);
    expect(await newDevices()).toBe(1);
    await vi.waitFor(() => expect(mails()).toBe(1), 60_000);
    await signedIn(browser);
    expect(await newDevices()).toBe(1);
  });

  it('of a banned member is refused with a message, only after the right signature', async () => {
    const because = { memberId: person.memberId, reason: 'Fraud reported by a bank.' };
    await server.fresh.database.transaction((tx) => ban(tx, because, clock.now()));
    expect((await logIn(device, { deviation: { isSignatureWrong: true } })).code).toBe(5018);
    // What an operator wrote is for operators.
    const reason = 'Your account is restricted. If you need help, contact us.';
    expect(await logIn()).toMatchObject({ code: 4007, data: { reason } });
  });

  it('of a frozen member is allowed, and moves no money', async () => {
    const because = { memberId: person.memberId, reason: 'Under review.' };
    await server.fresh.database.transaction((tx) => freeze(tx, because, clock.now()));
    const { token, user } = await signedIn();
    expect(user.frozen).toBe(true);
    const swap = { num: '10', from_coin: 'USDT', to_coin: 'BTC' };
    const moved = await server.api.call('POST /recharge/exchange', swap, { token, key: 'frozen' });
    expect(moved.code).toBe(4008);
  });
});

describe('refused without telling whether the passkey is known', () => {
  it.each<[string, Deviation]>([
    ['another origin', { origin: 'http://tern.evil' }],
    ['another domain', { rpId: 'evil.test' }],
    ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['the type of a registration', { type: 'webauthn.create' }],
    ['no user verification', { isUserVerified: false }],
    ['a counter that did not grow', { counter: 0 }],
    ['the handle of another member', { userHandle: 'dGVybiA5OTk' }],
    ['no handle', { userHandle: '' }],
    ['a wrong signature', { isSignatureWrong: true }],
  ])('a signature with %s', async (_what, deviation) => {
    await signedIn();
    const unknown = await logIn(createAuthenticator(), { deviation });
    expect(unknown).toMatchObject({ code: 5018 });
    expect(await logIn(device, { deviation })).toEqual(unknown);
    expect((await logIn()).code).toBe(0);
  });

  it('a passkey that was removed', async () => {
    const call = { name: 'POST /user/removePasskey', input: { ID: id }, ask: ask() } as const;
    const [code = ''] = recoveryCodes;
    const removed = await confirmed(server, call, () => ({ method: 'recovery', code }));
    expect(removed.code).toBe(0);
    expect((await logIn()).code).toBe(5018);
  });
});

describe('the challenge of a login', () => {
  it('works once, right or wrong', async () => {
    const { loginId, options } = await begin();
    const wrong = { loginId, assertion: device.get(options, { isSignatureWrong: true }) };
    expect((await finish(wrong)).code).toBe(5018);
    expect((await finish({ loginId, assertion: device.get(options) })).code).toBe(5019);
    const next = await begin();
    const right = { loginId: next.loginId, assertion: device.get(next.options) };
    const codes = (await Promise.all(Array.from({ length: 4 }, () => finish(right)))).map(
      ({ code }) => code,
    );
    expect(codes.toSorted((one, other) => one - other)).toEqual([0, 5019, 5019, 5019]);
  });

  it('expires after five minutes', async () => {
    const { loginId, options } = await begin();
    const assertion = device.get(options);
    clock.advance(5 * MINUTE);
    expect((await finish({ loginId, assertion })).code).toBe(5019);
    await server.runJob('second-factor.prune');
  });

  it('cannot be used in place of another, nor as the second step of a login', async () => {
    const [first, second] = [await begin(), await begin()];
    const swapped = { loginId: first.loginId, assertion: device.get(second.options) };
    expect((await finish(swapped)).code).toBe(5018);
    const pending = await beginLogin(server, person);
    const assertion = device.get(pending.passkey!);
    expect((await finish({ loginId: pending.confirmationId, assertion })).code).toBe(5019);
    const { loginId, options } = await begin();
    const step = { confirmationId: loginId, method: 'passkey' as const };
    const proof = { ...step, assertion: device.get(options) };
    expect((await server.api.call('POST /base/confirmLogin', proof)).code).toBe(5019);
  });
});

describe('limits', () => {
  it('refuse further attempts after ten wrong signatures, also a right one', async () => {
    for (let count = 0; count < 10; count += 1)
      expect((await logIn(device, { deviation: { isSignatureWrong: true } })).code).toBe(5018);
    expect(await logIn()).toMatchObject({ code: 4024, data: { seconds: 900 } });
    clock.advance(15 * MINUTE);
    expect((await logIn()).code).toBe(0);
  });

  it('of wrong codes, which lock the factors, also refuse a login with a passkey', async () => {
    const key = { name: 'bot', scopes: ['read' as const], password: PASSWORD };
    for (let round = 0; round < 2; round += 1) {
      const { confirmationId } = askedBy(
        await server.api.call('POST /apiKey/createApiKey', key, ask()),
      );
      const wrong = { confirmationId, method: 'recovery' as const, code: 'AAAA' };
      for (let count = 0; count < 5; count += 1)
        expect((await server.api.call('POST /user/confirm', wrong, ask())).code).toBe(5018);
    }
    expect((await logIn()).code).toBe(4024);
    clock.advance(60 * MINUTE);
    expect((await logIn()).code).toBe(0);
  });
});

describe('the owner who freezes the account by the link of a message', () => {
  it('stops logins with an old passkey too, until a new password is set', async () => {
    // The report that the passkey was added has expired: it stays.
    clock.advance(8 * 24 * 60 * MINUTE);
    await signedIn('c'.repeat(22));
    const link = await vi.waitFor(() => {
      const alert = messagesIn(server.outboxFile).findLast(
        ({ to, body }) => to === person.email && body.includes('logged in'),
      );
      return /token=([\w-]+)/.exec(alert?.body ?? '')?.[1] ?? expect.fail('no alert');
    }, 60_000);
    await server.api.data('POST /base/freezeAccount', { token: link });
    expect((await logIn()).code).toBe(5018);
    clock.advance(MINUTE);
    const emailCode = await server.emailCode(person.email);
    const reset = { email: person.email, emailCode, passWord: 'another shore 8' };
    await server.api.data('POST /base/resetPwd', { ...reset, ...(await server.captcha()) });
    const { user } = await signedIn();
    expect(user.frozen).toBe(true);
  });
});
