import type { OperatorMessage } from '@tern/protocol/operator';
import type { ReviewDetail } from '@tern/protocol/operator';
import { exchangeAccounts, recordTypes, transfer } from '@tern/ledger';
import { type Amount, decimal } from '@tern/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { auditReviews } from '../src/audit/reviews.ts';
import { dueHours } from '../src/kernel/review/due-hours.ts';
import { sendDocuments } from './support/identities.ts';
import { post } from './support/journal.ts';
import { manualClock } from './support/market.ts';
import { type Console, createConsole } from './support/operator-client.ts';
import type { Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const clock = manualClock();
let server: TestServer;
let consoleApi: Console;
let ada: string;
let bo: string;
let person: Person;

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still' });
  consoleApi = createConsole(server, clock);
  [ada, bo] = [await consoleApi.signIn(1), await consoleApi.signIn(2)];
  person = await server.register();
});
afterAll(() => server?.stop());

const propose = (
  by: string,
  more: { side?: 'credit' | 'debit'; amount?: string; reason?: string; requestId?: string } = {},
) => {
  const { memberId } = person;
  const entry = { memberId, side: 'credit' as const, coinname: 'USDT', amount: '40' };
  const input = { ...entry, reason: 'A transfer was credited to another person.', ...more };
  return consoleApi.call('POST /operator/manual/propose', input, by);
};

const proposed = async (...given: Parameters<typeof propose>) => {
  const { code, data } = await propose(...given);
  expect(code).toBe(0);
  return (data as { reviewId: number }).reviewId;
};

const find = async (id: number, by: string): Promise<ReviewDetail> =>
  (await consoleApi.data('GET /operator/review/find', { ID: id }, by)).rereview;

async function approveSecond(id: number, by: string) {
  await consoleApi.data('POST /operator/review/claim', { ID: id }, by);
  const { hash } = await find(id, by);
  const input = { ID: id, stage: 'second' as const, hash };
  return consoleApi.call('POST /operator/review/approve', input, by);
}

const usdt = async () => {
  const { list } = await server.api.data('GET /user/mycoin', {}, { token: person.token });
  return Number(list.find(({ coinname }) => coinname === 'USDT')!.available);
};

const records = async (type: number) => {
  const input = { type };
  const answer = await server.api.data('GET /user_money_log/getUser_money_logList', input, {
    token: person.token,
  });
  return answer.list;
};

describe('a manual credit', () => {
  it('moves money after the second approval, as an agent deposit that the member sees', async () => {
    const before = await usdt();
    const id = await proposed(ada);
    expect(await usdt()).toBe(before);
    const shown = await find(id, bo);
    expect(shown).toMatchObject({
      kind: 'manual',
      stage: 'second',
      isFirstStanding: true,
      mayDecide: true,
      facts: { memberId: person.memberId, side: 'credit', asset: 'USDT', amount: '40' },
      balance: { coinname: 'USDT', now: String(before), after: String(before + 40) },
    });
    expect(shown.recordNo).toBe(`J-${shown.subjectId}`);
    expect(await approveSecond(id, bo)).toMatchObject({ code: 0, data: { isCarriedOut: true } });
    expect(await usdt()).toBe(before + 40);
    expect((await records(22))[0]).toMatchObject({ amount: '40', coinname: 'USDT' });
    const own = await server.api.data('GET /user/staffActions', {}, { token: person.token });
    expect(own.list[0]).toMatchObject({
      action: 'review.approve',
      recordNo: shown.recordNo,
      reason: 'A correction of your balance.',
    });
    expect(own.list[0]!.reason).not.toBe('');
  });

  it("is listed among the member's deposits as added by the platform, once", async () => {
    const own = async () => {
      const ask = { token: person.token };
      return (await server.api.data('GET /recharge/myRechargeList', {}, ask)).list;
    };
    const before = await own();
    const id = await proposed(ada, { amount: '12.5' });
    expect(await own()).toEqual(before);
    expect(await approveSecond(id, bo)).toMatchObject({ code: 0 });
    const [added, ...others] = await own();
    expect(others).toEqual(before);
    expect(added).toMatchObject({
      type: 3,
      cate: 1,
      coin: 'USDT',
      czline: '',
      address: '',
      num: '12.5',
      fee: '0',
      actual: '12.5',
      status: 2,
      payimg: null,
      txid: '',
    });
    const debit = await proposed(ada, { side: 'debit', amount: '12.5' });
    expect(await approveSecond(debit, bo)).toMatchObject({ code: 0 });
    expect((await own()).length).toBe(before.length + 1);
  });

  it('does not move money with the proposal alone', async () => {
    const before = await usdt();
    const id = await proposed(ada);
    const claim = await consoleApi.call('POST /operator/review/claim', { ID: id }, ada);
    expect(claim.code).toBe(5032);
    expect(await find(id, ada)).toMatchObject({ mayDecide: false });
    expect(await usdt()).toBe(before);
  });

  it('is proposed once per request id, which is refused with another amount', async () => {
    const first = await proposed(ada, { requestId: 'case-17' });
    expect(await proposed(ada, { requestId: 'case-17' })).toBe(first);
    expect((await propose(ada, { requestId: 'case-17', amount: '41' })).code).toBe(5002);
    expect(await proposed(bo, { requestId: 'case-17' })).not.toBe(first);
  });

  it.each([
    [{ amount: '0' }, 5001],
    [{ amount: '0.0000001' }, 5001],
    [{ reason: '   ' }, 5001],
  ])('is refused with %j', async (more, code) => {
    expect((await propose(ada, more)).code).toBe(code);
  });

  it('is refused for an unknown coin or member', async () => {
    const input = {
      memberId: person.memberId,
      side: 'credit' as const,
      coinname: 'GULL',
      amount: '1',
      reason: 'x',
    };
    const call = (more: object) =>
      consoleApi.call('POST /operator/manual/propose', { ...input, ...more }, ada);
    expect((await call({})).code).toBe(4019);
    expect((await call({ coinname: 'USDT', memberId: 1 })).code).toBe(5007);
  });
});

describe('a manual debit', () => {
  it('deducts up to the available balance, as an agent balance deduction', async () => {
    const before = await usdt();
    const id = await proposed(ada, { side: 'debit', amount: '15' });
    expect(await approveSecond(id, bo)).toMatchObject({ code: 0 });
    expect(await usdt()).toBe(before - 15);
    expect((await records(23))[0]).toMatchObject({ amount: '-15' });
    // Decided, it is found by its number, with the checks of its approval: now there may be less.
    const { recordNo, checks } = await find(id, bo);
    expect(checks).toMatchObject([{ name: 'enough-available', isPassed: true, level: 'stop' }]);
    const found = await consoleApi.data('GET /operator/review/list', { search: recordNo }, bo);
    expect(found.list).toMatchObject([{ ID: id, stage: 'done' }]);
    const tooMuch = String(before - 14);
    expect(await propose(ada, { side: 'debit', amount: tooMuch })).toMatchObject({ code: 4020 });
    // Two that are possible alone: the second one is not any more.
    const all = String(before - 15);
    const [first, second] = [
      await proposed(ada, { side: 'debit', amount: all }),
      await proposed(ada, { side: 'debit', amount: '1' }),
    ];
    expect(await approveSecond(first, bo)).toMatchObject({ code: 0 });
    expect(await approveSecond(second, bo)).toMatchObject({ code: 5036 });
    expect(await usdt()).toBe(0);
    expect(await approveSecond(await proposed(ada, { amount: all }), bo)).toMatchObject({
      code: 0,
    });
    expect(await usdt()).toBe(before - 15);
  });

  it('changes nothing when rejected, and the member sees a message', async () => {
    const before = await usdt();
    const id = await proposed(ada, { side: 'debit', amount: '5' });
    await consoleApi.data('POST /operator/review/claim', { ID: id }, bo);
    const input = { ID: id, reason: 'This was another person.' };
    await consoleApi.data('POST /operator/review/reject', input, bo);
    expect(await usdt()).toBe(before);
    const own = await server.api.data('GET /user/staffActions', {}, { token: person.token });
    expect(own.list[0]).toMatchObject({
      action: 'review.reject',
      reason: 'Nothing changed on your account.',
    });
    expect(await find(id, bo)).toMatchObject({ state: 'rejected', stage: 'done' });
  });
});

describe('the queue', () => {
  it('counts open reviews, lists them soonest due first, and finds one by its number', async () => {
    const id = await proposed(ada);
    const { recordNo } = await find(id, ada);
    const { kinds } = await consoleApi.data('GET /operator/review/counts', {}, bo);
    const manual = kinds.find(({ kind }) => kind === 'manual')!;
    // Members read a target time of these.
    const withTarget = ['deposit', 'withdrawal', 'wire', 'payout'];
    // Cases are due too, and have a page of their own.
    const parts = dueHours.form.parts.map(({ name }) => name).filter((name) => name !== 'case');
    const due = [...withTarget, ...parts];
    expect(due.toSorted()).toEqual(kinds.map(({ kind }) => kind).toSorted());
    const waiting = { kind: 'manual', stage: 'second' as const };
    const { list, total } = await consoleApi.data('GET /operator/review/list', waiting, bo);
    expect([manual.second, total]).toEqual([list.length, list.length]);
    const times = list.map(({ dueAt }) => dueAt);
    expect(times).toEqual(times.toSorted());
    expect(list.every(({ isLate }) => !isLate)).toBe(true);
    const found = await consoleApi.data('GET /operator/review/list', { search: recordNo }, bo);
    expect(found.list.map(({ ID }) => ID)).toEqual([id]);
    const nothing = await consoleApi.data('GET /operator/review/list', { search: 'gull' }, bo);
    expect(nothing.total).toBe(0);
  });

  it('names the customer with the signs of risk, finds them by name, and logs the search', async () => {
    await sendDocuments(server, person);
    const documents = (name: string) =>
      consoleApi.data('GET /operator/review/list', { search: name, kind: 'identity' }, bo);
    const { list } = await documents('kovac');
    expect(list).toMatchObject([
      {
        memberId: person.memberId,
        memberName: 'Mika Kovač',
        isNameVerified: false,
        risk: { level: 'medium', signs: ['newAccount'] },
      },
    ]);
    expect((await documents('nobody at all')).total).toBe(0);
    const { token: auditor } = await consoleApi.enrolled(['auditor']);
    const query = { action: 'customer.search', pageSize: 100 };
    const lines = (await consoleApi.data('GET /operator/audit/list', query, auditor)).list;
    expect(lines.map(({ reason }) => reason)).toContain('kovac');
    // A proposal of operators has a customer, but the risk is theirs who ask.
    const ID = await proposed(ada);
    const { recordNo } = await find(ID, ada);
    const row = await consoleApi.data('GET /operator/review/list', { search: recordNo }, bo);
    expect(row.list).toMatchObject([{ ID, memberName: 'Mika Kovač', risk: null }]);
  });

  it('claims several that are free, and names who has the others', async () => {
    const ids = [await proposed(ada), await proposed(ada), await proposed(ada)];
    const { token: third, login } = await consoleApi.enrolled(['reviewer', 'approver']);
    await consoleApi.data('POST /operator/review/claim', { ID: ids[1]! }, third);
    const { recordNo } = await find(ids[1]!, third);
    const IDs = [...ids, 999_999_999];
    const answer = await consoleApi.data('POST /operator/review/claimSeveral', { IDs }, bo);
    expect(answer).toEqual({
      claimed: [ids[0], ids[2]],
      refused: [
        { ID: ids[1], recordNo, code: 5031, login },
        { ID: 999_999_999, recordNo: '', code: 5007, login: '' },
      ],
    });
    expect((await find(ids[2]!, bo)).claimedBy).toMatchObject({ login: 'operator-2' });
    // Two people: who proposed it does not take it to agree with themselves.
    await consoleApi.data('POST /operator/review/release', { ID: ids[0]! }, bo);
    const own = await consoleApi.data(
      'POST /operator/review/claimSeveral',
      { IDs: [ids[0]!] },
      ada,
    );
    expect(own).toMatchObject({ claimed: [], refused: [{ ID: ids[0], code: 5032, login: '' }] });
  });

  it('shows who has claimed a review until it is released', async () => {
    const id = await proposed(ada);
    await consoleApi.data('POST /operator/review/claim', { ID: id }, bo);
    expect((await find(id, ada)).claimedBy).toMatchObject({ login: 'operator-2' });
    await consoleApi.data('POST /operator/review/release', { ID: id }, bo);
    expect((await find(id, ada)).claimedBy).toBeNull();
  });

  it('pauses a review until a time shown to the member', async () => {
    const id = await proposed(ada);
    await consoleApi.data('POST /operator/review/claim', { ID: id }, bo);
    const until = new Date(clock.now() + 3_600_000).toISOString();
    const input = { ID: id, until, reason: 'We asked the sender.' };
    await consoleApi.data('POST /operator/review/hold', input, bo);
    expect(await approveSecond(id, bo)).toMatchObject({ code: 5009, data: { until } });
    const own = await server.api.data('GET /user/staffActions', {}, { token: person.token });
    expect(own.list[0]).toMatchObject({
      action: 'review.hold',
      until,
      reason: 'We need more time to check this. You don’t need to do anything.',
    });
  });

  it('returns only images named in evidence', async () => {
    const id = await proposed(ada);
    const input = { ID: id, image: '../../secrets.key' };
    expect((await consoleApi.call('GET /operator/review/image', input, bo)).code).toBe(5007);
  });

  it('notifies open consoles of a change, and no other client', async () => {
    const socket = new WebSocket(`${server.url().replace('http', 'ws')}/api/operator/live`);
    const received: OperatorMessage[] = [];
    socket.on('message', (data: Buffer) => received.push(JSON.parse(data.toString())));
    const until = (kind: string) =>
      expect.poll(() => received.map((each) => each.kind)).toContain(kind);
    await new Promise((resolve) => socket.on('open', resolve));
    socket.send(JSON.stringify({ token: bo }));
    await until('welcome');
    await proposed(ada);
    await until('reviews');
    socket.close();
    const stranger = new WebSocket(`${server.url().replace('http', 'ws')}/api/operator/live`);
    stranger.on('message', (data: Buffer) => received.push(JSON.parse(data.toString())));
    await new Promise((resolve) => stranger.on('open', resolve));
    stranger.send(JSON.stringify({ token: person.token }));
    await until('refused');
  });
});

describe('the audit', () => {
  const faults = async () =>
    (await server.fresh.database.snapshot((reader) => auditReviews(reader))).flatMap(
      (finding) => finding.faults,
    );

  it('passes afterwards, and finds an entry without approvals', async () => {
    expect(await faults()).toEqual([]);
    const postings = transfer({
      from: { owner: exchangeAccounts.paperIssuance, purpose: 'available' },
      to: { owner: person.memberId, purpose: 'available' },
      asset: 'USDT',
      amount: decimal<Amount>('1'),
    });
    const entry = { kind: recordTypes.agentDeposit, reference: 'manual:999999', postings };
    await post(server.fresh.database, entry);
    expect(await faults()).toEqual([expect.stringContaining('manual:999999 was not approved')]);
  });
});
