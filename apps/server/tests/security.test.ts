/** Known devices, the security timeline, the anti-phishing phrase, and withdrawals to saved addresses only. */
import { calls } from '@tern/protocol';
import type { Input, Name } from '@tern/protocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { auditApprovals } from '../src/audit/approvals.ts';
import { listOutgoingMessages } from '../src/kernel/messaging/list-outgoing-messages.ts';
import { pageOf } from '../src/kernel/requests/page.ts';
import { timestamptz, int8 } from '../src/platform/database/columns.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { changeSetting } from './support/change-setting.ts';
import { CARD, SEALED_NUMBER } from './support/fiat.ts';
import { manualClock } from './support/market.ts';
import { equip } from './support/member-records.ts';
import { verifyMember } from './support/operator-decisions.ts';
import { messagesIn, PASSWORD, type Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';
import { PAY_PASSWORD, TRON_ADDRESS } from './support/withdrawals.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WITHIN = { timeout: 60_000 };
const OTHER_ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const clock = manualClock();
let server: TestServer;
let verify: (memberId: number) => Promise<unknown>;
let person: Person;

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still' });
  verify = (id) => server.fresh.owner.transaction((tx) => verifyMember(tx, id));
});
afterAll(async () => {
  const findings = await auditApprovals(server.fresh.owner);
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
  await server.stop();
});
beforeEach(async () => {
  person = await server.register();
});

const ask = <N extends Name>(name: N, input: Input<N>) =>
  server.api.call(name, input, { token: person.token });
const data = <N extends Name>(name: N, input: Input<N>) =>
  server.api.data(name, input, { token: person.token });
const logIn = async (device?: string, password = PASSWORD) => {
  const key = device === undefined ? {} : { device };
  const input = { username: person.email, password, ...(await server.captcha()), ...key };
  const answer = await server.api.data('POST /base/login', input);
  person.token = answer.token;
};
const devices = async () => (await data('GET /user/devices', {})).list;
const events = async () => (await data('GET /user/securityEvents', {})).list;
const kinds = async () => (await events()).map(({ kind }) => kind);
const alerts = () =>
  messagesIn(server.outboxFile).filter(
    ({ to, purpose }) => to === person.email && purpose === 'alert',
  );
const LAPTOP = 'laptop-key-0123456789';
const PHONE = 'phone-key-0123456789';

describe('known devices', () => {
  it('begin with that of the registration, which is not reported', async () => {
    expect(await devices()).toMatchObject([{ method: 'registration', isCurrent: true }]);
    expect(await kinds()).toEqual(['security.login']);
    expect(alerts()).toEqual([]);
  });

  it('are reported by notice and e-mail at their first login only', async () => {
    await logIn(LAPTOP);
    await vi.waitFor(() => expect(alerts()).toHaveLength(1), WITHIN);
    expect(alerts()[0]?.body).toContain('/pages/login/notMe?token=');
    await logIn(PHONE);
    await vi.waitFor(() => expect(alerts()).toHaveLength(2), WITHIN);
    await logIn(LAPTOP);
    expect((await kinds()).slice(0, 3)).toEqual([
      'security.login',
      'security.newDevice',
      'security.newDevice',
    ]);
    expect((await devices()).map(({ isCurrent }) => isCurrent)).toEqual([true, false, false]);
    expect(alerts()).toHaveLength(2);
  });

  it('are recognised for their own member only', async () => {
    await logIn(LAPTOP);
    person = await server.register();
    await logIn(LAPTOP);
    expect((await kinds())[0]).toBe('security.newDevice');
  });

  it('can be forgotten, but for the one that is logged in', async () => {
    await logIn(LAPTOP);
    await logIn(PHONE);
    const [current, laptop] = await devices();
    expect((await ask('POST /user/forgetDevice', { ID: current!.ID })).code).toBe(5011);
    expect((await ask('POST /user/forgetDevice', { ID: laptop!.ID })).code).toBe(0);
    expect((await ask('POST /user/forgetDevice', { ID: laptop!.ID })).code).toBe(5007);
    await logIn(LAPTOP);
    expect((await kinds())[0]).toBe('security.newDevice');
  });

  it('were last seen when their session ended', async () => {
    await logIn(LAPTOP);
    clock.advance(HOUR);
    await data('GET /user/getUserInfo', {});
    const usedAt = clock.now();
    clock.advance(HOUR);
    await logIn(PHONE);
    const [, laptop] = await devices();
    expect(Date.parse(laptop!.lastSeenAt)).toBe(usedAt);
  });
});

describe('the security timeline', () => {
  it('has each change with its time, device and address', async () => {
    await data('POST /user/changePayPassword', { password: '135790', loginPassword: PASSWORD });
    const [changed] = await events();
    expect(changed).toMatchObject({
      kind: 'security.payPasswordSet',
      title: 'Withdrawal password set',
      CreatedAt: new Date(clock.now()).toISOString(),
      address: '127.0.0.1',
    });
  });

  it('names no device for a change that no session made', async () => {
    clock.advance(61_000);
    const reset = { email: person.email, passWord: 'another shore 8' };
    const emailCode = await server.emailCode(person.email);
    await data('POST /base/resetPwd', { ...reset, emailCode, ...(await server.captcha()) });
    await logIn(undefined, 'another shore 8');
    const found = (await events()).find(({ kind }) => kind === 'security.passwordReset');
    expect(found).toMatchObject({ device: '', address: '' });
  });

  it('cannot be changed or emptied, even by the server', async () => {
    const change = defineStatement({
      name: 'test.changeEvents',
      text: `update security_events set kind = 'x' where member_id = $1`,
      params: [int8],
    });
    const empty = defineStatement({
      name: 'test.deleteEvents',
      text: 'delete from security_events where member_id = $1',
      params: [int8],
    });
    for (const statement of [change, empty]) {
      for (const database of [server.fresh.database, server.fresh.owner]) {
        await expect(
          database.transaction((tx) => tx.run(statement, [person.memberId])),
        ).rejects.toThrow(/permission denied|does not change/);
      }
    }
  });
});

describe('the anti-phishing phrase', () => {
  const set = (word: string, password = PASSWORD) =>
    ask('POST /user/setMailWord', { word, password });

  it('stands in each e-mail to its member, and in no other', async () => {
    expect((await set(' heron   tide ')).code).toBe(0);
    expect((await data('GET /user/security', {})).mailWord).toBe('heron tide');
    await vi.waitFor(() => expect(alerts()).toHaveLength(1), WITHIN);
    expect(alerts()[0]?.body).toMatch(/^Your anti-phishing phrase: heron tide\n\n/);
    const other = await server.register();
    clock.advance(61_000);
    await server.emailCode(person.email);
    await server.emailCode(other.email);
    const codes = messagesIn(server.outboxFile).filter(({ purpose }) => purpose === 'code');
    const to = (email: string) => codes.findLast((message) => message.to === email)?.body;
    expect(to(person.email)).toContain('heron tide');
    expect(to(other.email)).not.toContain('heron tide');
  });

  it('is hidden from operators and encrypted in the database', async () => {
    await set('quiet harbour');
    await vi.waitFor(() => expect(alerts()).toHaveLength(1), WITHIN);
    const given = { page: pageOf({ pageSize: 50 }), row: (message: object) => message };
    const listed = await listOutgoingMessages(
      server.fresh.database,
      { recipients: [person.email] },
      given,
    );
    expect(listed.list.length).toBeGreaterThan(0);
    expect(JSON.stringify(listed)).not.toContain('quiet harbour');
    expect(JSON.stringify(await events())).not.toContain('quiet harbour');
  });

  it('needs the login password', async () => {
    expect((await set('heron tide', 'a guess at it')).code).toBe(4011);
    expect((await data('GET /user/security', {})).mailWord).toBe('');
  });

  it.each(['ab', 'x'.repeat(41), 'visit evil.test', 'http://evil', '\u200b\u200b\u200b', 'a\nb c'])(
    'cannot be %j',
    async (word) => {
      expect((await set(word)).code).toBe(5001);
    },
  );
});

/** All that money can be paid to. Each is guarded alike when it is saved. */
const DESTINATIONS = [
  {
    what: 'a withdrawal address',
    save: 'POST /user_qianbao/createUser_qianbao',
    input: { coin: 'USDT', czline: 'TRC20', addr: TRON_ADDRESS, name: 'cold' },
    notice: 'security.addressAdded',
    alert: 'A withdrawal address was saved',
    pay: 'POST /withdraw/createWithdraw',
    payment: () => ({
      num: '50',
      address: TRON_ADDRESS,
      coinname: 'USDT',
      czline: 'TRC20',
      pay_password: PAY_PASSWORD,
    }),
  },
  {
    what: 'a bank card',
    save: 'POST /user_bank/createUser_bank',
    input: CARD,
    notice: 'security.cardAdded',
    alert: 'A bank card was saved',
    pay: 'POST /withdraw_bank/createWithdraw_bank',
    payment: (id: number) => ({
      num: '200',
      bank_id: id,
      coinname: 'USD',
      currency: 'USD',
      pay_password: PAY_PASSWORD,
    }),
  },
] as const;

describe('a new destination of payments', () => {
  afterAll(async () => {
    await changeSetting(server.fresh.owner, 'withdrawal.addressHoldHours', 0);
    await server.runJob('settings.refresh');
  });

  it('is in this table for every call that pays money out', () => {
    const paying = Object.values(calls)
      .filter(({ movesMoney, codes }) => movesMoney && (codes as readonly number[]).includes(4023))
      .map(({ method, path }) => `${method} ${path}`)
      // Another member is no saved destination: the first day with one is limited (member-transfer.test.ts).
      .filter((name) => name !== 'POST /transfer/send');
    expect(paying.toSorted()).toEqual(DESTINATIONS.map(({ pay }) => pay).toSorted());
  });

  it.each(DESTINATIONS)(
    '$what is confirmed by a second factor, reported with a link to freeze, and waits for a day',
    async ({ save, input, notice, alert, pay, payment }) => {
      // That nothing happens without the confirmation: sensitive-calls.test.ts.
      const call = Object.values(calls).find(({ method, path }) => `${method} ${path}` === save);
      expect(call?.codes).toEqual(expect.arrayContaining([5017, 5019]));
      await equip(server, person);
      await verify(person.memberId);
      await changeSetting(server.fresh.owner, 'withdrawal.addressHoldHours', 24);
      await server.runJob('settings.refresh');
      const saved = (await data(save, input as never)) as Record<
        string,
        { ID: number; usableFrom: string }
      >;
      const [{ ID, usableFrom } = { ID: 0, usableFrom: '' }] = Object.values(saved);
      expect(usableFrom).toBe(new Date(clock.now() + DAY).toISOString());
      expect(await kinds()).toContain(notice);
      await vi.waitFor(() => {
        const mail = alerts().findLast(({ body }) => body.includes(alert));
        expect(mail?.body).toContain('/pages/login/notMe?token=');
      }, WITHIN);
      clock.advance(DAY - 1);
      expect((await ask(pay, payment(ID) as never)).code).toBe(5009);
      clock.advance(1);
      expect((await ask(pay, payment(ID) as never)).code).toBe(0);
    },
  );
});

describe('withdrawals to saved addresses only', () => {
  const out = (address = TRON_ADDRESS) =>
    ask('POST /withdraw/createWithdraw', {
      num: '50',
      address,
      coinname: 'USDT',
      czline: 'TRC20',
      pay_password: PAY_PASSWORD,
    });
  const save = (addr = TRON_ADDRESS) =>
    data('POST /user_qianbao/createUser_qianbao', {
      coin: 'USDT',
      czline: 'TRC20',
      addr,
      name: 'cold',
    });
  const set = (isOn: boolean, password?: string) =>
    ask('POST /user_qianbao/setAddressLock', {
      isOn,
      ...(password === undefined ? {} : { password }),
    });
  const lock = async () => (await data('GET /user_qianbao/addressLock', {})).lock;
  beforeEach(async () => {
    await equip(server, person);
    await verify(person.memberId);
  });

  it('are off at first, and on immediately', async () => {
    expect(await lock()).toEqual({ isOn: false, offAt: null });
    expect((await out()).code).toBe(0);
    expect((await set(true)).code).toBe(0);
    expect(await out()).toMatchObject({ code: 5022, data: { fields: ['address'], until: null } });
  });

  it('refuse an address until it was saved for a day', async () => {
    await set(true);
    await save();
    const until = new Date(clock.now() + DAY).toISOString();
    expect(await out()).toMatchObject({ code: 5022, data: { until } });
    clock.advance(DAY - 1);
    expect((await out()).code).toBe(5022);
    clock.advance(1);
    expect((await out()).code).toBe(0);
    expect((await out(OTHER_ADDRESS)).code).toBe(5022);
  });

  it('need the login password to be turned off, which takes a day and can be cancelled', async () => {
    await set(true);
    expect((await set(false)).code).toBe(5010);
    expect((await set(false, 'a guess at it')).code).toBe(4011);
    const before = alerts().length;
    expect((await set(false, PASSWORD)).code).toBe(0);
    const offAt = new Date(clock.now() + DAY).toISOString();
    expect(await lock()).toEqual({ isOn: true, offAt });
    await vi.waitFor(() => expect(alerts().length).toBe(before + 1), WITHIN);
    expect((await out()).code).toBe(5022);
    clock.advance(DAY - 1);
    expect((await set(true)).code).toBe(0);
    clock.advance(DAY);
    expect(await lock()).toEqual({ isOn: true, offAt: null });
    expect((await out()).code).toBe(5022);
    await set(false, PASSWORD);
    clock.advance(DAY);
    expect(await lock()).toEqual({ isOn: false, offAt: null });
    expect((await out()).code).toBe(0);
  });

  it('keep the first end when they are turned off twice', async () => {
    await set(true);
    await set(false, PASSWORD);
    const first = await lock();
    clock.advance(HOUR);
    await set(false, PASSWORD);
    expect(await lock()).toEqual(first);
  });

  it('apply to bank cards too', async () => {
    await set(true);
    const { bank } = await data('POST /user_bank/createUser_bank', CARD);
    const payout = { num: '200', bank_id: bank.ID, coinname: 'USD', currency: 'USD' };
    const pay = () =>
      ask('POST /withdraw_bank/createWithdraw_bank', { ...payout, pay_password: PAY_PASSWORD });
    expect(await pay()).toMatchObject({ code: 5022, data: { fields: ['bank_id'] } });
    clock.advance(DAY);
    expect((await pay()).code).toBe(0);
  });

  it('are guarded by the database: neither an insert nor an early end gets past it', async () => {
    await set(true);
    const { database } = server.fresh;
    const run = (statement: typeof sneak) =>
      database.transaction((tx) => tx.run(statement, [person.memberId, clock.now()]));
    const sneak = defineStatement({
      name: 'test.sneakWithdrawal',
      text: `insert into withdrawals (member_id, asset, network, address, memo, amount, fee, due_at, created_at, updated_at)
        values ($1, 'USDT', 'TRC20', '${TRON_ADDRESS}', '', 10, 1, $2, $2, $2)`,
      params: [int8, timestamptz],
    });
    const tagged = defineStatement({
      name: 'test.sneakTaggedWithdrawal',
      text: sneak.text.replace(`'${TRON_ADDRESS}', ''`, `'${TRON_ADDRESS}', '7'`),
      params: [int8, timestamptz],
    });
    const soon = defineStatement({
      name: 'test.endLockSoon',
      text: `update address_locks set off_asked_at = $2, off_at = $2::timestamptz + interval '1 hour' where member_id = $1`,
      params: [int8, timestamptz],
    });
    const sneakFiat = defineStatement({
      name: 'test.sneakPayout',
      text: `insert into payouts (member_id, asset, amount, currency, quoted_rate, quoted_received, least_received, rate,
          spread, legs, fee, received, bank_name, account_name, card_number, bank_address, iban, payee_address, country,
          due_at, created_at, updated_at)
        values ($1, 'USD', 10, 'USD', 1, 10, 10, 1, 0, '[]', 0, 10, 'b', 'a', '${SEALED_NUMBER}', 'b', '${SEALED_NUMBER}', 'p', 'DE', $2, $2, $2)`,
      params: [int8, timestamptz],
    });
    const sooner = defineStatement({
      name: 'test.endLockSooner',
      text: `update address_locks set off_asked_at = off_asked_at - interval '1 hour', off_at = off_at - interval '1 hour'
        where member_id = $1 and on_since <= $2`,
      params: [int8, timestamptz],
    });
    const gone = defineStatement({
      name: 'test.deleteLock',
      text: 'delete from address_locks where member_id = $1 and on_since <= $2',
      params: [int8, timestamptz],
    });
    await expect(run(sneak)).rejects.toThrow('saved addresses only');
    await expect(run(sneakFiat)).rejects.toThrow('saved cards only');
    await save();
    await expect(run(sneak)).rejects.toThrow('saved addresses only');
    clock.advance(DAY);
    await expect(run(tagged)).rejects.toThrow('saved addresses only');
    await expect(run(soon)).rejects.toThrow('address_locks_wait');
    clock.advance(2 * HOUR);
    await set(false, PASSWORD);
    await expect(run(sooner)).rejects.toThrow('does not end sooner');
    await expect(run(gone)).rejects.toThrow('permission denied');
  });

  it('cannot be passed by a withdrawal that races with turning them on', async () => {
    const [, withdrawal] = await Promise.all([set(true), out()]);
    expect([0, 5022]).toContain(withdrawal.code);
    expect((await out()).code).toBe(5022);
  });
});
