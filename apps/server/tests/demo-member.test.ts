/** The demo member of paper mode: orders from the days before the first start, with books as if it had happened then. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditBooks } from '../src/audit/books.ts';
import { paperAccounts } from '../src/features/auth/index.ts';
import { DAY_MS } from '../src/platform/durations.ts';
import { manualClock } from './support/market.ts';
import { startServer, type TestServer } from './support/server.ts';

const clock = manualClock();
let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await startServer({ clock, hasDemo: true, historyDays: 60 });
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

  it('has books in order, and no more orders after another start', async () => {
    const { total } = await stakes();
    await server.restart();
    expect((await stakes()).total).toBe(total);
    const faults = (await auditBooks(server.fresh.database)).flatMap((finding) => finding.faults);
    expect(faults).toEqual([]);
  });
});
