/** Second factors: adding, using and removing them, and every refusal. */
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAuthenticator, type Deviation } from './support/authenticator.ts';
import { addPasskey, addTotp, askedBy, beginLogin, codeAt, confirmed } from './support/factors.ts';
import { manualClock } from './support/market.ts';
import { noticesTo } from './support/notices.ts';
import { messagesIn, PASSWORD, type Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const clock = manualClock();
const STEP = 30_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let server: TestServer;
let person: Person;

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still' });
});
afterAll(() => server?.stop());
beforeEach(async () => {
  clock.advance(MINUTE);
  person = await server.register();
});

const ask = () => ({ token: person.token });
const factors = () => server.api.data('GET /user/factors', {}, ask());
const kindsNotified = async () =>
  (await noticesTo(server.fresh.database, person.memberId)).map(({ kind }) => kind);
/** The newest mail with a security alert about this. It is delivered after the answer. */
const alertOf = (sentence: string) =>
  vi.waitFor(() => {
    const mails = messagesIn(server.outboxFile).filter(({ to }) => to === person.email);
    const mail = mails.findLast(({ body }) => body.includes(sentence));
    if (mail === undefined) throw new Error(`no mail about ${sentence}`);
    return mail.body;
  }, 60_000);
const blockedUntil = async () =>
  (await server.api.data('GET /user/getUserInfo', {}, ask())).userInfo.withdrawalsBlockedUntil;

/** A sensitive call that any member may make. */
const KEY = {
  name: 'POST /apiKey/createApiKey',
  input: { name: 'bot', scopes: ['read' as const], password: PASSWORD },
} as const;
const createKey = (confirmation?: string, over: object = {}) =>
  server.api.call(
    KEY.name,
    { ...KEY.input, scopes: ['read'], ...over },
    { ...ask(), ...(confirmation === undefined ? {} : { confirmation }) },
  );
const confirm = (input: object) => server.api.call('POST /user/confirm', input as never, ask());

describe('adding a factor', () => {
  it('needs the login password for the first, and gives ten recovery codes', async () => {
    for (const name of ['POST /user/beginTotp', 'POST /user/beginPasskey'] as const) {
      expect((await server.api.call(name, {}, ask())).code).toBe(5010);
      expect((await server.api.call(name, { password: 'wrong' }, ask())).code).toBe(4011);
    }
    const { recoveryCodes } = await addTotp(server, person, clock.now());
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(recoveryCodes[0]).toMatch(/^(\w{4}-){3}\w{4}$/);
    expect(await factors()).toMatchObject({ recoveryCodesLeft: 10, passkeys: [] });
    expect((await factors()).totp).not.toBeNull();
    expect(await kindsNotified()).toContain('security.authenticatorAdded');
    expect(await alertOf('authenticator was added')).toContain('/pages/login/notMe?token=');
  });

  it('needs an existing factor for every further one, and gives no new codes', async () => {
    const { secret } = await addTotp(server, person, clock.now());
    const name = 'POST /user/beginPasskey';
    const refused = await server.api.call(name, { password: PASSWORD }, ask());
    expect(refused.code).toBe(5017);
    clock.advance(STEP);
    const begun = await confirmed(server, { name, input: {}, ask: ask() }, () => ({
      method: 'totp',
      code: codeAt(secret, clock.now()),
    }));
    if (begun.code !== 0) throw new Error(begun.msg);
    const credential = createAuthenticator().create(begun.data.options);
    const added = await server.api.data(
      'POST /user/finishPasskey',
      { name: ' my phone ', credential },
      ask(),
    );
    expect(added).toMatchObject({ recoveryCodes: null, passkey: { name: 'my phone' } });
  });

  it.each<[string, Deviation]>([
    ['another origin', { origin: 'http://tern.evil' }],
    ['another domain', { rpId: 'evil.test' }],
    ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['a signature for a login', { type: 'webauthn.get' }],
    ['no user verification', { isUserVerified: false }],
  ])('refuses a passkey with %s', async (_what, deviation) => {
    const begun = await server.api.data('POST /user/beginPasskey', { password: PASSWORD }, ask());
    const credential = createAuthenticator().create(begun.options, deviation);
    const input = { name: 'phone', credential };
    const answer = await server.api.call('POST /user/finishPasskey', input, ask());
    expect(answer).toMatchObject({ code: 5018, data: { triesLeft: 4 } });
    expect((await factors()).passkeys).toEqual([]);
  });

  it.each(['passkey', 'authenticator'])(
    'of one kind ends the set-up of the other: a %s first',
    async (first) => {
      const password = { password: PASSWORD };
      const { secret } = await server.api.data('POST /user/beginTotp', password, ask());
      const { options } = await server.api.data('POST /user/beginPasskey', password, ask());
      const credential = createAuthenticator().create(options);
      const finish = {
        passkey: () =>
          server.api.call('POST /user/finishPasskey', { name: 'phone', credential }, ask()),
        authenticator: () =>
          server.api.call('POST /user/finishTotp', { code: codeAt(secret, clock.now()) }, ask()),
      };
      const [own, other] =
        first === 'passkey'
          ? [finish.passkey, finish.authenticator]
          : [finish.authenticator, finish.passkey];
      expect((await own()).code).toBe(0);
      expect((await other()).code).toBe(5019);
      const { totp, passkeys } = await factors();
      expect([totp !== null, passkeys.length]).toEqual(
        first === 'passkey' ? [false, 1] : [true, 0],
      );
    },
  );

  it('ends after too many tries, in time, and with its session', async () => {
    const begin = () => server.api.data('POST /user/beginTotp', { password: PASSWORD }, ask());
    const finish = (code: string) => server.api.call('POST /user/finishTotp', { code }, ask());
    const first = await begin();
    for (const triesLeft of [4, 3, 2, 1, 0])
      expect(await finish('000000')).toMatchObject({ code: 5018, data: { triesLeft } });
    expect((await finish(codeAt(first.secret, clock.now()))).code).toBe(5019);
    const second = await begin();
    clock.advance(16 * MINUTE);
    expect((await finish(codeAt(second.secret, clock.now()))).code).toBe(5019);
    const third = await begin();
    person = { ...person, token: (await server.login(person)).token };
    expect((await finish(codeAt(third.secret, clock.now()))).code).toBe(5019);
    expect((await factors()).totp).toBeNull();
  });

  it('has a limit of ten passkeys, each once', async () => {
    const { device } = await addPasskey(server, person);
    const begin = async () => {
      const name = 'POST /user/beginPasskey';
      const answer = await confirmed(server, { name, input: {}, ask: ask() }, (asked) => ({
        method: 'passkey',
        assertion: device.get(asked.passkey!),
      }));
      if (answer.code !== 0) throw new Error(answer.msg);
      return answer.data.options;
    };
    const again = { name: 'again', credential: device.create(await begin()) };
    expect((await server.api.call('POST /user/finishPasskey', again, ask())).code).toBe(5016);
    for (let count = 1; count < 10; count += 1) {
      clock.advance(1_000);
      const credential = createAuthenticator().create(await begin());
      const input = { name: `key ${count}`, credential };
      await server.api.data('POST /user/finishPasskey', input, ask());
    }
    expect((await server.api.call('POST /user/beginPasskey', {}, ask())).code).toBe(5012);
  });
});

describe('a sensitive call', () => {
  it('needs no confirmation without a factor', async () => {
    expect((await createKey()).code).toBe(0);
  });

  it('is confirmed by a code, a passkey or a recovery code, once each', async () => {
    const { secret, recoveryCodes } = await addTotp(server, person, clock.now());
    clock.advance(STEP);
    const asked = askedBy(await createKey());
    expect(asked).toMatchObject({ methods: ['totp', 'recovery'], passkey: null });
    const { confirmationId } = asked;
    const code = codeAt(secret, clock.now());
    expect((await createKey(confirmationId)).code).toBe(5017);
    expect((await confirm({ confirmationId, method: 'totp', code })).code).toBe(0);
    expect((await createKey(confirmationId)).code).toBe(0);
    expect((await createKey(confirmationId)).code).toBe(5017);
    expect((await confirm({ confirmationId, method: 'totp', code })).code).toBe(5019);
    const [paper = ''] = recoveryCodes;
    const proof = { method: 'recovery' as const, code: ` ${paper.toLowerCase()} ` };
    expect(
      (await confirmed(server, { ...KEY, input: keyInput(), ask: ask() }, () => proof)).code,
    ).toBe(0);
    const next = askedBy(await createKey());
    const used = { confirmationId: next.confirmationId, method: 'recovery', code: paper };
    expect((await confirm(used)).code).toBe(5018);
    expect((await factors()).recoveryCodesLeft).toBe(9);
    expect(await kindsNotified()).toContain('security.recoveryCodeUsed');
    expect(await alertOf('recovery code')).toContain('/pages/login/notMe?token=');
  });

  it('accepts no code twice, nor an earlier one', async () => {
    const { secret } = await addTotp(server, person, clock.now());
    const { confirmationId } = askedBy(await createKey());
    const proof = (at: number) => ({ confirmationId, method: 'totp', code: codeAt(secret, at) });
    expect(await confirm(proof(clock.now()))).toMatchObject({ code: 5018, data: { triesLeft: 4 } });
    expect((await confirm(proof(clock.now() - STEP))).code).toBe(5018);
    clock.advance(STEP);
    expect((await confirm(proof(clock.now()))).code).toBe(0);
  });

  it('refuses in the database a code of a step that was used, and a counter that goes back', async () => {
    await addTotp(server, person, clock.now());
    const app = new Client(server.fresh.appTarget);
    await app.connect();
    const steps = (step: string) =>
      app.query(
        `update authenticators set last_step = ${step}, last_used_at = now() where member_id = $1`,
        [person.memberId],
      );
    const step = { constraint: 'authenticators_step_once' };
    await expect(steps('last_step')).rejects.toMatchObject(step);
    await expect(steps('last_step - 1')).rejects.toMatchObject(step);
    await steps('last_step + 1');
    await app.query(
      `insert into passkeys (member_id, credential_id, public_key, sign_count, transports, is_synced, name, created_at)
        values ($1, 'counted', '', 7, '{}', false, 'phone', now())`,
      [person.memberId],
    );
    const signed = (count: number) =>
      app.query(
        `update passkeys set sign_count = ${count}, last_used_at = clock_timestamp() where credential_id = 'counted'`,
      );
    const counter = { constraint: 'passkeys_counter_grows' };
    for (const count of [7, 6, 0]) await expect(signed(count)).rejects.toMatchObject(counter);
    await signed(8);
    await app.end();
  });

  it('is bound to its input, its call, its session and its member', async () => {
    const { device } = await addPasskey(server, person);
    const asked = askedBy(await createKey());
    const { confirmationId } = asked;
    const other = await server.register();
    const assertion = device.get(asked.passkey!);
    const proof = { confirmationId, method: 'passkey' as const, assertion };
    expect((await server.api.call('POST /user/confirm', proof, other)).code).toBe(5019);
    expect((await confirm(proof)).code).toBe(0);
    expect((await createKey(confirmationId, { name: 'another' })).code).toBe(5017);
    expect((await createKey(confirmationId, { scopes: ['read', 'trade'] })).code).toBe(5017);
    const wallet = {
      coin: 'USDT',
      czline: 'TRC20',
      name: 'w',
      addr: 'TCQETCiTGjpUZA2u3ggvXLc97icCU9WC4u',
    };
    const elsewhere = { ...ask(), confirmation: confirmationId };
    const address = 'POST /user_qianbao/createUser_qianbao';
    expect((await server.api.call(address, wallet, elsewhere)).code).toBe(5017);
    const pending = await beginLogin(server, person);
    const login = { confirmationId: pending.confirmationId, method: 'passkey' as const };
    const signedIn = await server.api.data('POST /base/confirmLogin', {
      ...login,
      assertion: device.get(pending.passkey!),
    });
    person = { ...person, token: signedIn.token };
    expect((await createKey(confirmationId)).code).toBe(5017);
  });

  it('is refused after its other checks, and before anything is written', async () => {
    await addPasskey(server, person);
    expect((await createKey(undefined, { password: 'wrong' })).code).toBe(4011);
    expect((await createKey(undefined, { ips: ['home'] })).code).toBe(5001);
    expect((await createKey()).code).toBe(5017);
    const { list } = await server.api.data('GET /apiKey/getApiKeyList', {}, ask());
    expect(list).toEqual([]);
  });

  it('counts wrong passwords only: right ones neither add to ten nor forgive, and afterwards tell nothing', async () => {
    await addPasskey(server, person);
    for (let times = 0; times < 12; times += 1) expect((await createKey()).code).toBe(5017);
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await createKey(undefined, { password: 'wrong' })).code).toBe(4011);
      if (tries < 9) expect((await createKey()).code).toBe(5017);
    }
    expect((await createKey(undefined, { password: 'wrong' })).code).toBe(4024);
    expect((await createKey()).code).toBe(4024);
  });

  it('expires after five minutes, before and after it is confirmed', async () => {
    const { device } = await addPasskey(server, person);
    const asked = askedBy(await createKey());
    const late = askedBy(await createKey());
    const proof = (each: typeof asked) => ({
      confirmationId: each.confirmationId,
      method: 'passkey',
      assertion: device.get(each.passkey!),
    });
    expect((await confirm(proof(asked))).code).toBe(0);
    clock.advance(5 * MINUTE);
    expect((await createKey(asked.confirmationId)).code).toBe(5017);
    expect((await confirm(proof(late))).code).toBe(5019);
  });

  it.each<[string, Deviation]>([
    ['another origin', { origin: 'http://tern.evil' }],
    ['another domain', { rpId: 'evil.test' }],
    ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['the type of a registration', { type: 'webauthn.create' }],
    ['no user verification', { isUserVerified: false }],
    ['a counter that did not grow', { counter: 1 }],
    ['the handle of another member', { userHandle: 'dGVybiA5OTk' }],
    ['a wrong signature', { isSignatureWrong: true }],
  ])('refuses a signature with %s', async (_what, deviation) => {
    const { device } = await addPasskey(server, person);
    const first = askedBy(await createKey());
    const { confirmationId } = first;
    const right = { confirmationId, method: 'passkey', assertion: device.get(first.passkey!) };
    expect((await confirm(right)).code).toBe(0);
    const second = askedBy(await createKey());
    const assertion = device.get(second.passkey!, deviation);
    const wrong = { confirmationId: second.confirmationId, method: 'passkey', assertion };
    expect((await confirm(wrong)).code).toBe(5018);
    expect((await createKey(second.confirmationId)).code).toBe(5017);
  });

  it('refuses the signature of a passkey of another member', async () => {
    await addPasskey(server, person);
    const other = await server.register();
    const { device } = await addPasskey(server, other);
    const asked = askedBy(await createKey());
    const assertion = device.get(asked.passkey!);
    const proof = { confirmationId: asked.confirmationId, method: 'passkey', assertion };
    expect((await confirm(proof)).code).toBe(5018);
  });

  it('allows few wrong codes, over all confirmations, and notifies the owner', async () => {
    await addTotp(server, person, clock.now());
    for (let round = 0; round < 2; round += 1) {
      const { confirmationId } = askedBy(await createKey());
      const wrong = { confirmationId, method: 'totp', code: '000000' };
      for (let count = 0; count < 5; count += 1) expect((await confirm(wrong)).code).toBe(5018);
      if (round === 0) expect((await confirm(wrong)).code).toBe(5019);
    }
    const { confirmationId } = askedBy(await createKey());
    const proof = { confirmationId, method: 'totp', code: '000000' };
    expect(await confirm(proof)).toMatchObject({ code: 4024, data: { seconds: 3600 } });
    expect(await kindsNotified()).toContain('security.factorLocked');
  });
});

const keyInput = () => ({ name: 'bot', scopes: ['read' as const], password: PASSWORD });

describe('a login with a factor', () => {
  it('gives no session before the second step, and keeps the old one until then', async () => {
    const { secret } = await addTotp(server, person, clock.now());
    clock.advance(STEP);
    const asked = await beginLogin(server, person);
    expect(Object.keys(asked).sort()).toEqual([
      'confirmationId',
      'expiresAt',
      'methods',
      'passkey',
    ]);
    expect((await server.api.call('GET /user/getUserInfo', {}, ask())).code).toBe(0);
    const { confirmationId } = asked;
    const proof = { confirmationId, method: 'totp' as const };
    const wrong = await server.api.call('POST /base/confirmLogin', { ...proof, code: '000000' });
    expect(wrong).toMatchObject({ code: 5018, data: { triesLeft: 4 } });
    const right = { ...proof, code: codeAt(secret, clock.now()) };
    const { token } = await server.api.data('POST /base/confirmLogin', right);
    expect((await server.api.call('GET /user/getUserInfo', {}, ask())).code).toBe(4016);
    expect((await server.api.call('GET /user/getUserInfo', {}, { token })).code).toBe(0);
    expect((await server.api.call('POST /base/confirmLogin', right)).code).toBe(5019);
  });

  it('answers a wrong password and an unknown account alike', async () => {
    await addTotp(server, person, clock.now());
    const tryWith = async (username: string) =>
      server.api.call('POST /base/login', {
        username,
        password: 'not the password 1',
        ...(await server.captcha()),
      });
    const known = await tryWith(person.email);
    expect(known.code).toBe(4002);
    expect(await tryWith('nobody@tern.test')).toEqual(known);
  });

  it('expires with the password, and does not confirm a call', async () => {
    const { secret } = await addTotp(server, person, clock.now());
    clock.advance(STEP);
    const { confirmationId } = await beginLogin(server, person);
    const proof = { confirmationId, method: 'totp' as const, code: codeAt(secret, clock.now()) };
    expect((await confirm(proof)).code).toBe(5019);
    const change = { password: PASSWORD, newPassword: 'another shore 8' };
    await server.api.data('POST /user/changePassword', change, ask());
    expect((await server.api.call('POST /base/confirmLogin', proof)).code).toBe(5019);
  });

  it('cannot be completed with the confirmation of a call', async () => {
    const { device } = await addPasskey(server, person);
    const asked = askedBy(await createKey());
    const assertion = device.get(asked.passkey!);
    const proof = { confirmationId: asked.confirmationId, method: 'passkey' as const, assertion };
    expect((await server.api.call('POST /base/confirmLogin', proof)).code).toBe(5019);
  });
});

describe('removing or replacing a factor', () => {
  it('needs a factor, notifies the owner on every channel and pauses withdrawals for a day', async () => {
    const { device, id } = await addPasskey(server, person);
    const other = await server.register();
    const input = { ID: id };
    expect((await server.api.call('POST /user/removePasskey', input, other)).code).toBe(5007);
    const rename = { ID: id, name: 'mine' };
    expect((await server.api.call('POST /user/renamePasskey', rename, other)).code).toBe(5007);
    await server.api.data('POST /user/renamePasskey', rename, ask());
    const call = { name: 'POST /user/removePasskey' as const, input, ask: ask() };
    const removed = await confirmed(server, call, ({ passkey }) => ({
      method: 'passkey',
      assertion: device.get(passkey!),
    }));
    const until = new Date(clock.now() + 24 * HOUR).toISOString();
    expect(removed).toMatchObject({ code: 0, data: { withdrawalsBlockedUntil: until } });
    expect(await blockedUntil()).toBe(until);
    expect(await factors()).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
    expect(await kindsNotified()).toContain('security.passkeyRemoved');
    expect(await alertOf('was removed')).toContain('Withdrawals are paused until');
    expect((await createKey()).code).toBe(0);
  });

  it('replaces an authenticator: the old one works until the first code of the new one', async () => {
    const { secret, recoveryCodes } = await addTotp(server, person, clock.now());
    const call = { name: 'POST /user/beginTotp' as const, input: {}, ask: ask() };
    const [paper = ''] = recoveryCodes;
    const begun = await confirmed(server, call, () => ({ method: 'recovery', code: paper }));
    if (begun.code !== 0) throw new Error(begun.msg);
    expect(await blockedUntil()).toBeNull();
    clock.advance(STEP);
    const code = codeAt(begun.data.secret, clock.now());
    const finished = await server.api.data('POST /user/finishTotp', { code }, ask());
    expect(finished.recoveryCodes).toBeNull();
    expect(finished.withdrawalsBlockedUntil).toBe(await blockedUntil());
    expect(await kindsNotified()).toContain('security.authenticatorReplaced');
    clock.advance(STEP);
    const { confirmationId } = askedBy(await createKey());
    const proof = (of: string) => ({
      confirmationId,
      method: 'totp',
      code: codeAt(of, clock.now()),
    });
    expect((await confirm(proof(secret))).code).toBe(5018);
    expect((await confirm(proof(begun.data.secret))).code).toBe(0);
  });

  it('replaces all recovery codes', async () => {
    const { device, recoveryCodes } = await addPasskey(server, person);
    const call = { name: 'POST /user/newRecoveryCodes' as const, input: {}, ask: ask() };
    const made = await confirmed(server, call, ({ passkey }) => ({
      method: 'passkey',
      assertion: device.get(passkey!),
    }));
    if (made.code !== 0) throw new Error(made.msg);
    expect(made.data.recoveryCodes.length).toBe(10);
    const { confirmationId } = askedBy(await createKey());
    const proof = (code = '') => ({ confirmationId, method: 'recovery', code });
    expect((await confirm(proof(recoveryCodes[0]))).code).toBe(5018);
    expect((await confirm(proof(made.data.recoveryCodes[0]))).code).toBe(0);
  });

  it('has no recovery codes without a factor', async () => {
    expect((await server.api.call('POST /user/newRecoveryCodes', {}, ask())).code).toBe(5011);
    expect((await server.api.call('POST /user/removeTotp', {}, ask())).code).toBe(5007);
  });
});

describe('the owner who freezes the account after a factor was added', () => {
  it("removes the intruder's factor with its recovery codes", async () => {
    await addTotp(server, person, clock.now());
    const token = /token=([\w-]+)/.exec(await alertOf('was added'))?.[1] ?? '';
    await server.api.data('POST /base/freezeAccount', { token });
    clock.advance(MINUTE);
    const code = await server.emailCode(person.email);
    const fields = { email: person.email, emailCode: code, passWord: 'another shore 8' };
    await server.api.data('POST /base/resetPwd', { ...fields, ...(await server.captcha()) });
    const { token: fresh } = await server.login(person, 'another shore 8');
    const left = await server.api.data('GET /user/factors', {}, { token: fresh });
    expect(left).toMatchObject({ totp: null, recoveryCodesLeft: 0 });
  });
});
