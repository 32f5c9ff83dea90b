/** The demo member of paper mode: orders, notices and invitees from the days before the first start, with books as if it had happened then. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditBooks } from '../src/audit/books.ts';
import { paperAccounts } from '../src/features/account/auth/index.ts';
import { DAY_MS } from '../src/platform/durations.ts';
import { manualClock } from './support/market.ts';
import { createConsole } from './support/operator-client.ts';
import { messagesIn } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const clock = manualClock();
let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still', hasDemo: true, historyDays: 60 });
  const { email, password } = paperAccounts.member;
  ({ token } = await server.login({ email }, password));
});
afterAll(() => server?.stop());

const fixedTerms = () =>
  server.api.data('GET /financing_order/getFinancing_orderList', {}, { token });
const stakes = () => server.api.data('GET /mining_machine_order/getMyorderList', {}, { token });

describe('the demo member', () => {
  it('has orders in term, redeemed ones and ended ones, each paid until today', async () => {
    for (const { list } of [await fixedTerms(), await stakes()]) {
      expect(new Set(list.map(({ status }) => status))).toEqual(new Set([1, 2, 3]));
      for (const { status, nextPayoutAt, paidDays } of list) {
        expect(paidDays).toBeGreaterThan(0);
        if (status === 1) expect(Date.parse(nextPayoutAt!)).toBeGreaterThan(clock.now() - DAY_MS);
      }
    }
  });

  it('bought them on days before the first start', async () => {
    const { list } = await fixedTerms();
    const ages = list.map(({ CreatedAt }) => (clock.now() - Date.parse(CreatedAt)) / DAY_MS);
    expect(ages.map(Math.round)).toEqual([15, 22, 40]);
  });

  it('has a repaid loan, one being repaid and one under review', async () => {
    const { list } = await server.api.data('GET /loan_order/getLoan_orderList', {}, { token });
    expect(list.map(({ status }) => status)).toEqual([0, 1, 3]);
    expect(Number(list[1]!.principal)).toBeLessThan(Number(list[1]!.approved));
  });

  it('has new coins that are frozen until a coming date, and released ones', async () => {
    const { list } = await server.api.data('GET /issue/issueRecordList', {}, { token });
    expect(list.map(({ coinname, status }) => [coinname, status])).toEqual([
      ['VRD', expect.anything()],
      ['HBAR', expect.anything()],
    ]);
    expect(list[0]!.status).not.toBe(list[1]!.status);
  });

  it('has notices in the order of their dates, read but for those of the last days', async () => {
    const { list, unread } = await server.api.data(
      'GET /notice/getNoticeList',
      { pageSize: 100 },
      { token },
    );
    const times = list.map(({ CreatedAt }) => Date.parse(CreatedAt));
    // The test's own login is the newest.
    expect(times.slice(1)).toEqual(times.slice(1).toSorted((one, other) => other - one));
    const yields = list.filter(({ title }) => title.startsWith('Yield paid'));
    const yieldDays = yields.map(({ CreatedAt }) => CreatedAt.slice(0, 10));
    expect(new Set(yieldDays).size).toBe(yieldDays.length);
    const days = new Set(list.map(({ CreatedAt }) => CreatedAt.slice(0, 10)));
    expect(days.size).toBeGreaterThan(30);
    expect(unread).toBeLessThan(12);
  });

  it('has invitees whose swaps pay rewards, and a rated conversation', async () => {
    const invited = await server.api.data('GET /user/myInvite', {}, { token });
    expect(invited).toMatchObject({ people: 3, verified: 1 });
    // The newest fee is rewarded by the next job.
    const coins = invited.rewards.map(({ coinname }) => coinname);
    expect(coins).toEqual(expect.arrayContaining(['BTC', 'ETH']));
    const { list } = await server.api.data('GET /service/list', {}, { token });
    expect(list).toMatchObject([{ state: 'closed', stars: 5 }]);
  });

  it('has an invitee whose documents, marked as specimens, wait for operators', async () => {
    const consoleApi = createConsole(server, clock);
    const operator = await consoleApi.signIn(1);
    const { list } = await consoleApi.data(
      'GET /operator/review/list',
      { kind: 'identity' },
      operator,
    );
    expect(list).toMatchObject([{ state: 'open', firstBy: null }]);
    const { rereview } = await consoleApi.data(
      'GET /operator/review/find',
      { ID: list[0]!.ID },
      operator,
    );
    expect(rereview.images.map(({ label }) => label)).toEqual(['Front', 'Back', 'Holding it']);
    const image = { ID: list[0]!.ID, image: 'front' };
    const shown = await consoleApi.call('GET /operator/review/image', image, operator);
    expect(shown.code).toBe(0);
  });

  it('has financial records in the order of their times', async () => {
    const { list, total } = await server.api.data(
      'GET /user_money_log/getUser_money_logList',
      { pageSize: 100 },
      { token },
    );
    expect(total).toBeGreaterThan(100);
    const times = list.map(({ CreatedAt }) => Date.parse(CreatedAt));
    expect(times).toEqual(times.toSorted((one, other) => other - one));
  });

  it('is sent no message about those days', async () => {
    await server.runJob('outgoing-messages.deliver');
    const recipients = () => messagesIn(server.outboxFile).map(({ to }) => to);
    // The test's own login, from a new device.
    await expect.poll(recipients).toEqual([paperAccounts.member.email]);
  });

  it('has books in order, and no more orders after another start', async () => {
    const { total } = await stakes();
    await server.restart();
    expect((await stakes()).total).toBe(total);
    const faults = (await auditBooks(server.fresh.database)).flatMap((finding) => finding.faults);
    expect(faults).toEqual([]);
  });

  it('breaks no invariant', async () => {
    await server.runJob('invariants.check');
    expect((await server.api.data('GET /base/site', {})).isReadOnly).toBe(false);
  });
});
