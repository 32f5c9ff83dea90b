/** Read-only mode: begun by a broken invariant, lifted by two approvers, begun again by the same break (ADR 52). */
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clusterAdmin } from './support/cluster.ts';
import { manualClock } from './support/market.ts';
import { requestOf, readAnswer } from './support/api-client.ts';
import { type Console, createConsole, type EnrolledOperator } from './support/operator-client.ts';
import { everyOperatorCall, validOperatorInput } from './support/operator-inputs.ts';
import { startServer, type TestServer } from './support/server.ts';

const clock = manualClock();
let server: TestServer;
let consoleApi: Console;
let first: EnrolledOperator;
let second: EnrolledOperator;
let auditor: EnrolledOperator;
let content: EnrolledOperator;
/** A member. */
let known: number;

/** Commits a change with every right and all triggers off. */
async function tamper(sql: string): Promise<void> {
  const client = new Client({
    ...clusterAdmin(),
    database: server.fresh.appTarget.database!,
  });
  await client.connect();
  await client.query('set session_replication_role = replica');
  await client.query(sql);
  await client.end();
}

const check = () => server.runJob('invariants.check');
const seen = () => consoleApi.data('GET /operator/operations/invariants', {}, auditor.token);
const readOnlyNow = (who: EnrolledOperator) =>
  consoleApi.data('GET /operator/readOnly/now', {}, who.token);
const incidents = async () => {
  const input = { span: 'hour' } as const;
  const { incidents: found } = await consoleApi.data(
    'GET /operator/operations/state',
    input,
    auditor.token,
  );
  return found.filter(({ kind }) => kind === 'readOnly');
};
const site = () => server.api.data('GET /base/site', {});

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still' });
  consoleApi = createConsole(server, clock);
  first = await consoleApi.enrolled(['approver']);
  second = await consoleApi.enrolled(['approver']);
  auditor = await consoleApi.enrolled(['auditor']);
  content = await consoleApi.enrolled(['content']);
}, 120_000);
afterAll(() => server?.stop());

describe('a running exchange', () => {
  it('holds every invariant', async () => {
    known = (await server.register()).memberId;
    await check();
    const { invariants, periods } = await seen();
    expect(invariants.filter(({ faults }) => faults.length > 0)).toEqual([]);
    expect(invariants.every(({ checkedAt }) => checkedAt !== null)).toBe(true);
    expect(periods).toEqual([]);
    expect(await readOnlyNow(content)).toEqual({ readOnly: null });
    expect(await incidents()).toEqual([]);
    await check();
    expect(await site()).toMatchObject({ isReadOnly: false });
  });

  it('becomes read-only at the first check after a break, over restarts, until two approvers lift it', async () => {
    const { token, memberId } = await server.register();
    await check();
    const head = await server.journalHead();
    await tamper(
      `update ledger_balances set available = available + 1 where owner_id = ${memberId} and asset = 'USDT'`,
    );
    await check();

    const { invariants, periods } = await seen();
    const broken = invariants.filter(({ faults }) => faults.length > 0).map(({ id }) => id);
    expect(broken).toEqual(['balances-match']);
    expect(periods).toMatchObject([{ rule: 'Balances match postings', liftedAt: null }]);
    expect(await site()).toMatchObject({ isReadOnly: true });

    // Every operator is told since when and why, and the incident began with it.
    const { beganAt } = periods[0]!;
    expect(await readOnlyNow(content)).toEqual({
      readOnly: { beganAt, rule: 'Balances match postings' },
    });
    expect(await incidents()).toMatchObject([{ beganAt, endedAt: null }]);

    // Calls that change something are refused with the reason; reading and asking for help go on.
    const order = { symbol: 'btcusdt', musdt: '1000', buytype: 2 } as const;
    const refused = await server.api.call('POST /bborder/upbbbuy', order, { token, lang: 'de' });
    expect(refused).toMatchObject({ code: 5006, msg: expect.stringContaining('Bücher prüfen') });
    expect(refused.data).toHaveProperty('readOnlySince');
    expect(await server.api.call('GET /user/mycoin', {}, { token })).toMatchObject({ code: 0 });
    expect(await server.api.call('POST /service/open', {} as never, { token })).not.toMatchObject({
      code: 5006,
    });

    // Nothing is published of what members are owed: their balances may be wrong.
    await server.runJob('liabilities.snapshot');
    const ofLiabilities = () =>
      consoleApi.data('GET /operator/liabilities/newest', {}, auditor.token);
    expect(await ofLiabilities()).toEqual({ newest: null });

    // The database itself refuses every entry, whatever the server does.
    await expect(server.fund(memberId, { USDT: '1' })).rejects.toThrow('the books are read-only');
    expect(await server.journalHead()).toBe(head);

    await server.restart();
    expect(await site()).toMatchObject({ isReadOnly: true });

    const ID = periods[0]!.ID;
    const lift = (who: EnrolledOperator, path: 'propose' | 'lift', reason = 'A test, repaired.') =>
      consoleApi.call(`POST /operator/readOnly/${path}`, { ID, reason }, who.token);
    expect(await lift(auditor, 'propose')).toMatchObject({ code: 5030 });
    expect(await lift(first, 'lift')).toMatchObject({ code: 5032 });
    expect(await lift(first, 'propose', ' - ')).toMatchObject({ code: 5001 });
    expect(await lift(first, 'propose')).toMatchObject({ code: 0 });
    expect(await lift(second, 'propose')).toMatchObject({ code: 5034 });
    expect(await lift(first, 'lift')).toMatchObject({ code: 5032 });
    expect(await lift(second, 'lift')).toMatchObject({ code: 0 });
    expect(await lift(second, 'lift')).toMatchObject({ code: 5034 });
    expect(await site()).toMatchObject({ isReadOnly: false });
    expect(await readOnlyNow(content)).toEqual({ readOnly: null });
    await server.fund(memberId, { BTC: '1' });

    // Nothing was repaired: the same break begins the mode again.
    await check();
    expect((await seen()).periods.map(({ liftedBy }) => liftedBy)).toEqual([null, second.login]);
    const { list } = await consoleApi.data(
      'GET /operator/audit/list',
      { action: 'readOnly.' },
      auditor.token,
    );
    expect(list.map(({ action, login }) => [action, login])).toEqual([
      ['readOnly.begin', ''],
      ['readOnly.lift', second.login],
      ['readOnly.propose', first.login],
      ['readOnly.begin', ''],
    ]);
  }, 120_000);

  it('cannot be lifted by one operator, not even with the right to write the table', async () => {
    const [one, two] = ['(select min(id) from operators)', '(select max(id) from operators)'];
    const proposed = `proposed_by = ${one}, proposed_reason = 'a', proposed_at = now()`;
    const liftedBy = (who: string) => `lifted_by = ${who}, lifted_reason = 'b', lifted_at = now()`;
    const client = new Client({ ...server.fresh.ownerTarget });
    await client.connect();
    const set = (columns: string) =>
      client.query(`update read_only_periods set ${columns} where lifted_at is null`);
    const atOnce = set(`${proposed}, ${liftedBy(two)}`);
    await expect(atOnce).rejects.toThrow('lifted once, by a second operator');
    await client.query('begin');
    await set(proposed);
    await client.query('savepoint proposed');
    await expect(set(liftedBy(one))).rejects.toMatchObject({ constraint: 'read_only_two_people' });
    await client.query('rollback to proposed');
    await set(liftedBy(two));
    await client.query('rollback');
    await client.end();
  });
});

/** What moves money, sells, or lifts a stop waits for the end of the mode; every other call of operators works. */
const REFUSED = new Set([
  'POST /operator/bank/import',
  'POST /operator/bank/match',
  'POST /operator/paymentFile/make',
  'POST /operator/paymentFile/download',
  'POST /operator/outflow/proposeRelease',
  'POST /operator/hedging/proposeResume',
  'POST /operator/hedging/proposeMove',
  'POST /operator/chain/proposeStray',
  'POST /operator/chain/proposeVerdict',
  'POST /operator/liabilities/ask',
  'POST /operator/loan/lowerAmount',
  'POST /operator/manual/propose',
  'POST /operator/staffAccount/release',
  'POST /operator/market/proposeTerms',
  'POST /operator/listing/propose',
  'POST /operator/listing/move',
  'POST /operator/market/proposeDelisting',
  'POST /operator/market/withdrawDelisting',
  'POST /operator/market/reopen',
  'POST /operator/payout/proposeReturn',
  'POST /operator/payout/recordSent',
  'POST /operator/product/fund',
  'POST /operator/treasury/propose',
  'POST /operator/dayClose/sign',
  'POST /operator/product/propose',
  'POST /operator/product/write',
  'POST /operator/setting/propose',
  'POST /operator/terms/propose',
  'POST /operator/terms/resume',
  'POST /operator/wire/recordReceipt',
]);

describe('operators in read-only mode', () => {
  const everyRole = [
    'reviewer',
    'approver',
    'support',
    'content',
    'auditor',
    'compliance',
  ] as const;
  let oneOfThem: EnrolledOperator;
  let theOther: EnrolledOperator;
  beforeAll(async () => {
    expect(await site()).toMatchObject({ isReadOnly: true });
    // Signing in works in the mode.
    oneOfThem = await consoleApi.enrolled(everyRole);
    theOther = await consoleApi.enrolled(everyRole);
  });

  /** So many calls at one moment would be limited. */
  beforeEach(() => clock.advance(200));

  it.each(everyOperatorCall)(
    '%s is possible, or refused because it moves money',
    async (...given) => {
      const [name, call] = given;
      const { token } = name === 'POST /operator/logout' ? content : oneOfThem;
      const input = validOperatorInput(call);
      const [path, init] = requestOf(call, input, { token });
      const { code } = readAnswer(call, await server.api.raw(path, init));
      expect(code === 5006).toBe(REFUSED.has(name));
    },
  );

  const act = <N extends Parameters<Console['call']>[0]>(
    name: N,
    input: Parameters<typeof consoleApi.call<N>>[1],
    { token }: EnrolledOperator = oneOfThem,
  ) => consoleApi.data(name, input, token);

  it('publish an announcement that two of them agreed to', async () => {
    const text = { title: 'Trading is stopped', body: 'We check our books.' };
    const { ID, revision } = await act('POST /operator/announcement/begin', { cate: 1, ...text });
    const reason = 'Members ask why.';
    const proposal = { ID, revision, reason };
    const { reviewId } = await act('POST /operator/announcement/propose', proposal);
    await act('POST /operator/review/claim', { ID: reviewId }, theOther);
    const { rereview } = await act('GET /operator/review/find', { ID: reviewId }, theOther);
    const { hash } = rereview;
    const approval = { ID: reviewId, stage: 'second', hash, acknowledged: true } as const;
    await act('POST /operator/review/approve', approval, theOther);
    await server.runJob('announcement.publish');
    const { list } = await server.api.data('GET /base/article', { cate: 1 });
    expect(list[0]).toMatchObject({ title: 'Trading is stopped' });
  });

  it('stop a member and note it, but lift no stop', async () => {
    const ID = known;
    const reason = 'A stolen account.';
    const standing = (stop: 'freeze' | 'unfreeze') =>
      consoleApi.call(
        'POST /operator/customer/setStanding',
        { ID, act: stop, reason },
        oneOfThem.token,
      );
    expect(await standing('freeze')).toMatchObject({ code: 0 });
    await act('POST /operator/customer/addNote', { ID, note: 'Called them.' });
    expect(await standing('unfreeze')).toMatchObject({ code: 5006 });
  });
});
