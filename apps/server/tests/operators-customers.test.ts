import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { locales } from '../src/kernel/i18n/texts.ts';
import { int8 } from '../src/platform/database/columns.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { openDevice } from './support/live-client.ts';
import { manualClock } from './support/market.ts';
import { type Console, createConsole } from './support/operator-client.ts';
import { verifyMember } from './support/operator-decisions.ts';
import { messagesIn, type Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';
import { withoutGuards } from './support/tampering.ts';

const HOUR_MS = 3_600_000;
const WITHIN = { timeout: 60_000 };
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
afterAll(() => server?.stop());
beforeEach(async () => {
  [ada, bo] = [await consoleApi.signIn(1), await consoleApi.signIn(2)];
  person = await server.register();
});

type Act = 'ban' | 'unban' | 'freeze' | 'unfreeze' | 'unverify' | 'reverify';
const reason = 'The police asked for it.';
/** What the member reads. */
const restricted = 'Your account is restricted. If you need help, contact us.';
const stand = (
  by: string,
  act: Act,
  more: { hours?: number; reason?: string; isSuspicion?: boolean } = {},
) =>
  consoleApi.call(
    'POST /operator/customer/setStanding',
    { ID: person.memberId, act, reason, isSuspicion: false, ...more },
    by,
  );
const show = async (by = ada) =>
  (await consoleApi.data('GET /operator/customer/find', { ID: person.memberId }, by)).recustomer;
const own = async (lang = 'en') =>
  (await server.api.data('GET /user/staffActions', {}, { token: person.token, lang })).list;
const order = () => {
  const input = { symbol: 'btcusdt', mprice: '60000', mnum: '0.0015', buytype: 1 };
  return server.api.call('POST /bborder/upbbbuy', input, { token: person.token });
};
const endBlocks = () => server.runJob('operators.end-blocks');
const logIn = async () => {
  const input = { username: person.email, password: 'tern over water 7' };
  return server.api.call('POST /base/login', { ...input, ...(await server.captcha()) });
};

const liftAlone = defineStatement({
  name: 'test.liftAlone',
  text: `update member_blocks set ended_at = set_at + interval '1 minute', lifted_by = operator_id where member_id = $1`,
  params: [int8],
});

describe('a customer', () => {
  it('is found by number, e-mail and phone, and shown with balances, never with secrets', async () => {
    for (const search of [
      String(person.memberId),
      person.email.toUpperCase(),
      person.phone,
      `+86 ${person.phone}`,
      // A part of the address.
      person.email.slice(2, -2),
    ]) {
      const { list } = await consoleApi.data('GET /operator/customer/list', { search }, ada);
      expect([search, list.map(({ ID }) => ID)]).toEqual([search, [person.memberId]]);
    }
    const shown = await show();
    expect(shown).toMatchObject({ email: person.email, isBanned: false, isFrozen: false });
    expect(shown.balances.find(({ coinname }) => coinname === 'USDT')?.available).toBe('10000');
    expect(JSON.stringify(shown)).not.toMatch(/argon2|assword.{0,6}:\s*"/);
    const input = { ID: person.memberId };
    const { list } = await consoleApi.data('GET /operator/customer/records', input, ada);
    expect(list.length).toBeGreaterThan(0);
  });

  it('is found by the name in the documents, which only the page of the customer shows', async () => {
    const name = `Ada Ångström ${person.memberId}`;
    // As two operators have verified them.
    await withoutGuards(
      server.fresh,
      `insert into identity_documents (member_id, document_type, name, state, due_at, decided_at, created_at, updated_at)
        values (${person.memberId}, 1, '${name}', 'verified', now(), now(), now(), now())`,
    );
    for (const search of ['ÅNGSTRÖM ' + person.memberId, name]) {
      const found = await consoleApi.data('GET /operator/customer/list', { search }, ada);
      expect(found.list.map(({ ID }) => ID)).toEqual([person.memberId]);
      expect(JSON.stringify(found)).not.toContain('ngstr');
    }
    expect(await show()).toMatchObject({ name });
    const filter = { action: 'customer.search' };
    const { list } = await consoleApi.data('GET /operator/audit/list', filter, ada);
    expect(list[0]).toMatchObject({ login: 'operator-1', reason: name });
  });

  it('has the numbers of records that members see as references', async () => {
    const entry = { memberId: person.memberId, side: 'credit' as const, coinname: 'USDT' };
    const proposal = { ...entry, amount: '5', reason: 'A transfer was lost.' };
    const { reviewId } = await consoleApi.data('POST /operator/manual/propose', proposal, ada);
    await consoleApi.data('POST /operator/review/claim', { ID: reviewId }, bo);
    const { rereview } = await consoleApi.data('GET /operator/review/find', { ID: reviewId }, bo);
    const { hash, recordNo } = rereview;
    const approval = { ID: reviewId, stage: 'second' as const, hash };
    await consoleApi.data('POST /operator/review/approve', approval, bo);
    const input = { ID: person.memberId };
    const { list } = await consoleApi.data('GET /operator/customer/records', input, ada);
    expect(list[0]?.reference).toBe(recordNo);
  });

  it('has notes of operators: appended with author and time, in the log, never shown to the member', async () => {
    const add = (note: string, by = ada) =>
      consoleApi.call('POST /operator/customer/addNote', { ID: person.memberId, note }, by);
    expect((await add('Called from a new number.')).code).toBe(0);
    clock.advance(60_000);
    expect((await add('Joint account, letter on file.', bo)).code).toBe(0);
    expect((await show()).notes).toMatchObject([
      {
        login: 'operator-2',
        note: 'Joint account, letter on file.',
        CreatedAt: new Date(clock.now()).toISOString(),
      },
      { login: 'operator-1', note: 'Called from a new number.' },
    ]);
    const filter = { memberId: person.memberId, action: 'member.note' };
    const { list } = await consoleApi.data('GET /operator/audit/list', filter, ada);
    expect(list.map(({ login, reason: note, isShown }) => [login, note, isShown])).toEqual([
      ['operator-2', 'Joint account, letter on file.', false],
      ['operator-1', 'Called from a new number.', false],
    ]);
    expect(await own()).toEqual([]);
    expect((await add('  ')).code).toBe(5001);
    const unknown = { ID: 999_999_999, note: 'Nobody.' };
    expect((await consoleApi.call('POST /operator/customer/addNote', unknown, ada)).code).toBe(
      5007,
    );
    for (const sql of ["update member_notes set body = 'x'", 'delete from member_notes']) {
      const change = defineStatement({
        name: `test.${sql.slice(0, 6)}Notes`,
        text: sql,
        params: [],
      });
      await expect(server.fresh.owner.transaction((tx) => tx.run(change, []))).rejects.toThrow(
        'a note does not change',
      );
    }
  });

  it('has notes of three levels: support reads those for all, a reviewer those of reviews too, and an approver or auditor each', async () => {
    const add = (note: string, by: string, level?: 'all' | 'review' | 'compliance') => {
      const input = { ID: person.memberId, note, ...(level === undefined ? {} : { level }) };
      return consoleApi.data('POST /operator/customer/addNote', input, by);
    };
    const roles = ['support', 'reviewer', 'approver', 'auditor'] as const;
    const tokens: string[] = [];
    for (const role of roles) tokens.push((await consoleApi.enrolled([role])).token);
    const [support, reviewer, approver, auditor] = tokens;
    // Without a level, it is the usual one of its writer.
    await add('Of support.', support!);
    await add('Of review.', reviewer!);
    await add('Of an approver.', approver!);
    await add('For everyone.', approver!, 'all');
    await add('For compliance.', reviewer!, 'compliance');
    const read = async (by: string) => {
      const { notes } = await show(by);
      return notes.map(({ note, level }) => `${level}: ${note}`).reverse();
    };
    const forAll = ['all: Of support.', 'all: For everyone.'];
    const forReview = ['review: Of review.', 'review: Of an approver.'];
    expect(await read(support!)).toEqual(forAll);
    expect(await read(reviewer!)).toEqual([forAll[0], ...forReview, forAll[1]]);
    for (const by of [approver!, auditor!]) {
      expect(await read(by)).toEqual([
        forAll[0],
        ...forReview,
        forAll[1],
        'compliance: For compliance.',
      ]);
    }
  });

  it('is shown with deposits and withdrawals by asset, and the trading volume', async () => {
    const { totals } = await show();
    expect(totals.flows.find(({ coinname }) => coinname === 'USDT')).toEqual({
      coinname: 'USDT',
      deposited: '10000',
      withdrawn: '0',
      net: '10000',
    });
    expect(totals).toMatchObject({ openOrders: 0, orders: 0, runningContracts: 0, contracts: 0 });
    expect(Number(totals.net)).toBeGreaterThan(20_000);
    const buy = { symbol: 'btcusdt', mprice: '30000', mnum: '0.0015', buytype: 1 };
    await server.api.data('POST /bborder/upbbbuy', buy, { token: person.token });
    const taken = { memberId: person.memberId, side: 'debit' as const, coinname: 'USDT' };
    const proposal = { ...taken, amount: '25.5', reason: 'Paid twice.', requestId: 'totals-1' };
    const { reviewId } = await consoleApi.data('POST /operator/manual/propose', proposal, ada);
    await consoleApi.data('POST /operator/review/claim', { ID: reviewId }, bo);
    const { rereview } = await consoleApi.data('GET /operator/review/find', { ID: reviewId }, bo);
    const decision = { ID: reviewId, stage: 'second' as const, hash: rereview.hash };
    await consoleApi.data('POST /operator/review/approve', decision, bo);
    const after = (await show()).totals;
    expect(after).toMatchObject({ openOrders: 1, orders: 1 });
    expect(after.flows.find(({ coinname }) => coinname === 'USDT')).toMatchObject({
      deposited: '10000',
      withdrawn: '25.5',
      net: '9974.5',
    });
  });

  it('is not found by wildcards', async () => {
    const { total } = await consoleApi.data('GET /operator/customer/list', { search: '%' }, ada);
    expect(total).toBe(0);
  });
});

describe('a ban', () => {
  it('ends every session immediately and blocks logins until it is lifted', async () => {
    const device = await openDevice(server.url(), { token: person.token });
    await device.until(({ received }) => received.length > 0);
    expect((await stand(ada, 'ban')).code).toBe(0);
    expect((await order()).code).toBe(4016);
    await device.until(({ received }) => received.some(({ kind }) => kind === 'refused'));
    expect(device.received.find(({ kind }) => kind === 'refused')).toMatchObject({ code: 4007 });
    expect((await logIn()).code).toBe(4007);
    expect((await stand(ada, 'ban')).code).toBe(5032);
    expect((await stand(bo, 'unban')).code).toBe(0);
    expect((await stand(bo, 'unban')).code).toBe(5034);
    person.token = (await server.login(person)).token;
    expect((await own()).map(({ action }) => action)).toEqual(['member.unban', 'member.ban']);
  });

  it('needs a reason', async () => {
    expect((await stand(ada, 'ban', { reason: ' ' })).code).toBe(5001);
    expect((await show()).isBanned).toBe(false);
  });
});

describe('an action of one operator on a member', () => {
  const unverify = (by: string) => stand(by, 'unverify');
  const verify = () => server.fresh.owner.transaction((tx) => verifyMember(tx, person.memberId));
  const later = async (hours: number) => {
    clock.advance(hours * HOUR_MS);
    await endBlocks();
    [ada, bo] = [await consoleApi.signIn(1), await consoleApi.signIn(2)];
  };

  it('ends after three days: a ban', async () => {
    await stand(ada, 'ban');
    const [block] = (await show()).blocks;
    expect(block).toMatchObject({ act: 'ban', login: 'operator-1' });
    expect(block!.until).toBe(new Date(clock.now() + 72 * HOUR_MS).toISOString());
    await later(72);
    await vi.waitFor(async () => expect((await show()).isBanned).toBe(false), WITHIN);
    person.token = (await server.login(person)).token;
    expect((await own())[0]).toMatchObject({ action: 'member.unban', until: null });
    expect((await show()).blocks).toEqual([]);
  });

  it('ends after three days: a verification taken away', async () => {
    expect((await unverify(ada)).code).toBe(5034);
    await verify();
    expect((await unverify(ada)).code).toBe(0);
    expect((await show()).realNameStatus).toBe(3);
    await later(72);
    await vi.waitFor(async () => expect((await show()).realNameStatus).toBe(2), WITHIN);
    expect((await own())[0]).toMatchObject({ action: 'member.verify' });
  });

  it('becomes permanent when another operator does the same', async () => {
    await stand(ada, 'ban');
    expect((await stand(bo, 'ban')).code).toBe(0);
    expect((await show()).blocks).toEqual([
      {
        act: 'ban',
        until: null,
        login: 'operator-1',
        setAs: 'reviewer',
        isLiftedByTwo: true,
        liftAskedBy: null,
      },
    ]);
    expect((await stand(ada, 'ban')).code).toBe(5034);
    await later(80);
    expect((await show()).isBanned).toBe(true);
  });

  it('cannot be followed by another such action of the same operator', async () => {
    await verify();
    expect((await stand(ada, 'freeze')).code).toBe(0);
    expect((await stand(ada, 'ban')).code).toBe(5032);
    expect((await unverify(ada)).code).toBe(5032);
    await stand(ada, 'unfreeze');
    expect((await stand(ada, 'ban')).code).toBe(5032);
    expect((await unverify(bo)).code).toBe(0);
    expect((await unverify(ada)).code).toBe(0);
    expect((await show()).blocks).toMatchObject([
      { act: 'unverify', until: null, login: 'operator-2' },
    ]);
  });
});

describe('a freeze', () => {
  it('stops money only, and ends automatically', async () => {
    expect((await stand(ada, 'freeze', { hours: 2 })).code).toBe(0);
    expect((await order()).code).toBe(4008);
    const [line] = await own();
    expect(line).toMatchObject({ action: 'member.freeze', reason: restricted });
    expect(line!.until).toBe(new Date(clock.now() + 2 * HOUR_MS).toISOString());
    expect((await show()).blocks).toMatchObject([
      { act: 'freeze', until: line!.until, login: 'operator-1' },
    ]);
    clock.advance(2 * HOUR_MS);
    await endBlocks();
    await vi.waitFor(async () => expect((await order()).code).toBe(0), WITHIN);
    expect((await own())[0]).toMatchObject({
      action: 'member.unfreeze',
      reason: 'The freeze has ended.',
    });
    // In the member's language, in list and notice.
    const said = Object.keys(locales).map(async (lang) => {
      const { list } = await server.api.data(
        'GET /notice/getNoticeList',
        {},
        { token: person.token, lang },
      );
      const [ended, begun] = await own(lang);
      expect(begun).toMatchObject({ action: 'member.freeze' });
      expect(list[0]!.content).toContain(ended!.reason);
      return [ended!.reason, begun!.reason];
    });
    expect(new Set((await Promise.all(said)).flat()).size).toBe(2 * 14);
  });

  it('is renewed by another operator only, and lasts three days at most', async () => {
    expect((await stand(ada, 'freeze')).code).toBe(0);
    expect((await stand(ada, 'freeze')).code).toBe(5032);
    clock.advance(70 * HOUR_MS);
    [ada, bo] = [await consoleApi.signIn(1), await consoleApi.signIn(2)];
    expect((await stand(bo, 'freeze')).code).toBe(0);
    clock.advance(71 * HOUR_MS);
    [ada, bo] = [await consoleApi.signIn(1), await consoleApi.signIn(2)];
    expect((await show()).isFrozen).toBe(true);
    clock.advance(HOUR_MS);
    await endBlocks();
    [ada, bo] = [await consoleApi.signIn(1), await consoleApi.signIn(2)];
    await vi.waitFor(async () => expect((await show(bo)).isFrozen).toBe(false), WITHIN);
  });

  it('is lifted immediately', async () => {
    await stand(ada, 'freeze');
    expect((await stand(bo, 'unfreeze')).code).toBe(0);
    expect((await stand(bo, 'unfreeze')).code).toBe(5034);
    expect((await order()).code).toBe(0);
  });
});

describe('lifting a stop', () => {
  it('needs the right with which it was set: support does not lift what a reviewer stopped', async () => {
    const support = (await consoleApi.enrolled(['support'])).token;
    for (const [stop, lift] of [
      ['freeze', 'unfreeze'],
      ['ban', 'unban'],
    ] as const) {
      const by = stop === 'freeze' ? ada : bo;
      expect((await stand(by, stop, { isSuspicion: false })).code).toBe(0);
      expect([lift, (await stand(support, lift)).code]).toEqual([lift, 5030]);
      expect((await show()).blocks.map(({ act }) => act)).toEqual([stop]);
      expect((await stand(bo, lift)).code).toBe(0);
      expect((await show()).blocks).toEqual([]);
    }
    expect((await stand(support, 'freeze')).code).toBe(0);
    expect((await stand(support, 'unfreeze')).code).toBe(0);
    expect((await stand(support, 'unverify')).code).toBe(5030);
  });

  it('takes two people when the reason was suspicion, within a day', async () => {
    await stand(ada, 'freeze', { isSuspicion: true });
    expect(await stand(bo, 'unfreeze')).toMatchObject({ data: { isWaiting: true } });
    expect((await show()).blocks).toMatchObject([
      { isLiftedByTwo: true, liftAskedBy: 'operator-2' },
    ]);
    expect((await order()).code).toBe(4008);
    expect((await own()).map(({ action }) => action)).toEqual(['member.freeze']);
    expect((await stand(bo, 'unfreeze')).code).toBe(5032);
    clock.advance(24 * HOUR_MS);
    [ada, bo] = [await consoleApi.signIn(1), await consoleApi.signIn(2)];
    expect((await show()).blocks).toMatchObject([{ liftAskedBy: null }]);
    expect(await stand(ada, 'unfreeze')).toMatchObject({ data: { isWaiting: true } });
    expect(await stand(bo, 'unfreeze')).toMatchObject({ data: { isWaiting: false } });
    expect((await order()).code).toBe(0);
  });

  it('takes two people when two made it final', async () => {
    await stand(ada, 'ban');
    await stand(bo, 'ban');
    expect(await stand(ada, 'unban')).toMatchObject({ data: { isWaiting: true } });
    expect((await show()).isBanned).toBe(true);
    expect(await stand(bo, 'unban')).toMatchObject({ data: { isWaiting: false } });
    expect((await show()).isBanned).toBe(false);
  });

  it('is not made easier, or the stop shorter, by renewing it', async () => {
    const support = (await consoleApi.enrolled(['support'])).token;
    await stand(ada, 'freeze', { isSuspicion: true });
    const [{ until } = { until: '' }] = (await show()).blocks;
    expect((await stand(support, 'freeze', { hours: 1 })).code).toBe(0);
    expect((await show()).blocks).toMatchObject([
      { until, setAs: 'reviewer', isLiftedByTwo: true },
    ]);
    expect((await stand(support, 'unfreeze')).code).toBe(5030);
  });

  it('is refused by the database to one person alone, when it takes two', async () => {
    await stand(ada, 'freeze', { isSuspicion: true });
    const lift = server.fresh.owner.transaction((tx) => tx.run(liftAlone, [person.memberId]));
    await expect(lift).rejects.toThrow('member_blocks_lifted');
  });
});

describe('a freeze by its owner', () => {
  const freezeByOwner = async () => {
    clock.advance(61_000);
    const emailCode = await server.emailCode(person.email);
    const fields = { email: person.email, emailCode, passWord: 'another shore 8' };
    await server.api.data('POST /base/resetPwd', { ...fields, ...(await server.captcha()) });
    const link = () =>
      messagesIn(server.outboxFile).findLast(
        ({ to, purpose }) => to === person.email && purpose === 'alert',
      )?.code ?? '';
    await vi.waitFor(() => expect(link()).not.toBe(''), WITHIN);
    await server.api.data('POST /base/freezeAccount', { token: link() });
    clock.advance(61_000);
    const again = { ...fields, emailCode: await server.emailCode(person.email) };
    await server.api.data('POST /base/resetPwd', { ...again, ...(await server.captcha()) });
    person.token = (await server.login(person, 'another shore 8')).token;
  };

  it('outlasts one by staff, and is not lifted by one operator', async () => {
    await freezeByOwner();
    expect((await show()).frozenByOwnerAt).not.toBeNull();
    expect((await order()).code).toBe(4008);
    expect((await stand(ada, 'freeze', { hours: 1 })).code).toBe(0);
    clock.advance(3 * HOUR_MS);
    await endBlocks();
    [ada, bo] = [await consoleApi.signIn(1), await consoleApi.signIn(2)];
    await vi.waitFor(async () => expect((await show()).blocks).toEqual([]), WITHIN);
    expect((await order()).code).toBe(4008);

    expect((await stand(bo, 'unfreeze')).code).toBe(5034);
    expect(await show()).toMatchObject({ isFrozen: true });
  });
});

it('is published to the member’s devices immediately', async () => {
  const device = await openDevice(server.url(), { token: person.token });
  await device.until(({ received }) => received.length > 0);
  await stand(ada, 'freeze');
  const acts = () => device.events().filter(({ topic }) => topic === 'staff.action');
  await device.until(() => acts().length > 0);
  expect(acts()[0]).toMatchObject({
    data: { action: 'member.freeze', reason: restricted },
  });
  await device.cut();
});

it('shows each member their own staff activity only', async () => {
  await stand(ada, 'freeze');
  const other = await server.register();
  const { list } = await server.api.data('GET /user/staffActions', {}, { token: other.token });
  expect(list).toEqual([]);
});
