/** Freezing one's own account, and the considered way back. */
import type { Input, Name } from '@tern/protocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { auditApprovals } from '../src/audit/approvals.ts';
import { restingPrice, equip } from './support/member-records.ts';
import { manualClock } from './support/market.ts';
import { type Console, createConsole } from './support/operator-client.ts';
import { verifyMember } from './support/operator-decisions.ts';
import { messagesIn, PASSWORD, type Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';
import { PAY_PASSWORD, TRON_ADDRESS } from './support/withdrawals.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const clock = manualClock();
let server: TestServer;
let consoleApi: Console;
let ada: string;
let bo: string;
let person: Person;

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still' });
  consoleApi = createConsole(server, clock);
});
afterAll(async () => {
  const findings = await auditApprovals(server.fresh.owner);
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
  await server.stop();
});
beforeEach(async () => {
  await signIn();
  person = await server.register();
});

async function signIn() {
  [ada, bo] = [await consoleApi.signIn(1), await consoleApi.signIn(2)];
}

const ask = <N extends Name>(name: N, input: Input<N>) =>
  server.api.call(name, input, { token: person.token });
const data = <N extends Name>(name: N, input: Input<N>) =>
  server.api.data(name, input, { token: person.token });
const own = async () => (await data('GET /user/getUserInfo', {})).userInfo;
const stand = (by: string, act: 'ban' | 'unban' | 'freeze' | 'unfreeze', hours?: number) =>
  consoleApi.call(
    'POST /operator/customer/setStanding',
    {
      ID: person.memberId,
      act,
      reason: 'The police asked for it.',
      isSuspicion: false,
      ...(hours ? { hours } : {}),
    },
    by,
  );
const order = async () => {
  const mprice = await restingPrice(server);
  return ask('POST /bborder/upbbbuy', { symbol: 'btcusdt', mprice, mnum: '0.001', buytype: 1 });
};
const withdraw = () =>
  ask('POST /withdraw/createWithdraw', {
    num: '50',
    address: TRON_ADDRESS,
    coinname: 'USDT',
    czline: 'TRC20',
    pay_password: PAY_PASSWORD,
  });
const usdt = async () => {
  const { list } = await data('GET /user/mycoin', {});
  return list.find(({ coinname }) => coinname === 'USDT')!;
};

async function reviewOfMember() {
  const query = { kind: 'unfreeze', memberId: person.memberId };
  const { list } = await consoleApi.data('GET /operator/review/list', query, ada);
  return list[0]!.ID;
}

async function approve(by: string, ID: number, stage: 'first' | 'second', isAcknowledged = true) {
  await consoleApi.data('POST /operator/review/claim', { ID }, by);
  const { rereview } = await consoleApi.data('GET /operator/review/find', { ID }, by);
  const input = { ID, stage, hash: rereview.hash, acknowledged: isAcknowledged };
  return consoleApi.call('POST /operator/review/approve', input, by);
}

describe('freezing one’s own account', () => {
  it('cancels open orders and withdrawals under review, and returns all of it', async () => {
    await equip(server, person);
    await server.fresh.owner.transaction((tx) => verifyMember(tx, person.memberId));
    const before = await usdt();
    expect((await order()).code).toBe(0);
    expect((await withdraw()).code).toBe(0);
    expect((await data('POST /user/freeze', {})).freeze).toEqual({
      by: 'owner',
      reason: '',
      until: null,
    });
    expect(await usdt()).toMatchObject({ available: before.available, frozen: before.frozen });
    const { list } = await data('GET /withdraw/myWithdrawList', {});
    expect(list).toMatchObject([{ status: 4 }]);
    expect(await withdraw()).toMatchObject({ code: 4008, data: { freeze: { by: 'owner' } } });
    expect((await order()).code).toBe(4008);
  });

  it('keeps login and reading, is reported by e-mail, and is done once', async () => {
    await data('POST /user/freeze', {});
    await data('POST /user/freeze', {});
    expect(await own()).toMatchObject({ frozen: true, freeze: { by: 'owner' } });
    person.token = (await server.login(person)).token;
    const { list } = await data('GET /user/securityEvents', {});
    expect(list.filter(({ kind }) => kind === 'security.frozen')).toHaveLength(1);
    const alerts = () =>
      messagesIn(server.outboxFile).filter(
        ({ to, body }) => to === person.email && /froze/.test(body),
      );
    await vi.waitFor(() => expect(alerts()).toHaveLength(1), 60_000);
  });

  it('also finishes after the server stopped in between', async () => {
    expect((await order()).code).toBe(0);
    await data('POST /user/freeze', {});
    await server.runJob('security.stop-frozen');
    const { list } = await data('GET /bborder/myBborderList', { status: 1 });
    expect(list).toEqual([]);
  });
});

describe('the way back', () => {
  const request = async () => (await ask('POST /user/unfreeze', { note: 'It is me.' })).code;

  it('takes two people who confirm the identity, a day after the request, and pauses withdrawals', async () => {
    await data('POST /user/freeze', {});
    expect(await request()).toBe(0);
    expect(await request()).toBe(0);
    const id = await reviewOfMember();
    expect(await approve(ada, id, 'first')).toMatchObject({
      code: 5036,
      data: { checks: ['waited-24h'] },
    });
    clock.advance(DAY);
    await signIn();
    expect(await approve(ada, id, 'first', false)).toMatchObject({
      code: 5036,
      data: { checks: ['identity-compared'] },
    });
    expect((await approve(ada, id, 'first')).code).toBe(0);
    expect((await own()).frozen).toBe(true);
    const again = await consoleApi.call('POST /operator/review/claim', { ID: id }, ada);
    expect(again.code).toBe(5032);
    expect((await approve(bo, id, 'second')).code).toBe(0);
    const { frozen, freeze, withdrawalsBlockedUntil } = await own();
    expect({ frozen, freeze }).toEqual({ frozen: false, freeze: null });
    expect(withdrawalsBlockedUntil).toBe(new Date(clock.now() + DAY).toISOString());
    const { unfreezing } = await data('GET /user/security', {});
    expect(unfreezing).toMatchObject({ status: 'approved' });
  });

  it('can be refused with a message, and requested again', async () => {
    await data('POST /user/freeze', {});
    await request();
    const id = await reviewOfMember();
    await consoleApi.data('POST /operator/review/claim', { ID: id }, ada);
    const reason = 'Nobody answered the call.';
    await consoleApi.data('POST /operator/review/reject', { ID: id, reason }, ada);
    const { unfreezing } = await data('GET /user/security', {});
    expect(unfreezing).toMatchObject({
      status: 'rejected',
      reason: 'We couldn’t confirm this request. If you need help, contact us.',
    });
    expect((await own()).frozen).toBe(true);
    expect(await request()).toBe(0);
  });

  it('does not exist for an account that is not frozen, or that staff froze', async () => {
    expect(await request()).toBe(5011);
    await stand(ada, 'freeze', 2);
    expect(await request()).toBe(4008);
    await data('POST /user/freeze', {});
    expect(await request()).toBe(4008);
  });

  it('leaves a freeze by staff in place', async () => {
    await data('POST /user/freeze', {});
    await request();
    const id = await reviewOfMember();
    clock.advance(DAY);
    await signIn();
    await stand(ada, 'freeze', 2);
    expect(await approve(bo, id, 'first')).toMatchObject({
      code: 5036,
      data: { checks: ['frozen-by-owner-only'] },
    });
    expect((await own()).freeze).toMatchObject({ by: 'staff' });
  });
});

describe('a member whom staff froze or banned', () => {
  it('reads reason and end wherever money would move', async () => {
    const until = new Date(clock.now() + 2 * HOUR).toISOString();
    await stand(ada, 'freeze', 2);
    const freeze = {
      by: 'staff',
      reason: 'Your account is restricted. If you need help, contact us.',
      until,
    };
    expect(await order()).toMatchObject({ code: 4008, data: { freeze } });
    expect((await own()).freeze).toEqual(freeze);
    clock.advance(3 * HOUR);
    await server.runJob('operators.end-blocks');
    expect((await own()).freeze).toBeNull();
  });

  it('reads reason and end at login, after the right password only', async () => {
    await stand(ada, 'ban');
    const logIn = async (password: string) =>
      server.api.call('POST /base/login', {
        username: person.email,
        password,
        ...(await server.captcha()),
      });
    const until = new Date(clock.now() + 72 * HOUR).toISOString();
    expect(await logIn(PASSWORD)).toMatchObject({
      code: 4007,
      data: { reason: 'Your account is restricted. If you need help, contact us.', until },
    });
    expect(await logIn('a guess at it')).toMatchObject({ code: 4002, data: {} });
  });
});
