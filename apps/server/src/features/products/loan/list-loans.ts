/** The products, a quote before an application, and a member's loans with their repayments. */
import { formatDecimal, parseDecimal, ZERO } from '@tern/money';
import { costOn, dueTime, loanWorstCase, payoutAt } from '@tern/settlement';
import { emptyPage, pageOf, readPage } from '../../../kernel/requests/page.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { LoanDeps } from './deps.ts';
import { loanRow, productRow, repaymentRow, stateOf } from './describe-loan.ts';
import { exampleDays } from './rules.ts';
import {
  countLoans,
  countOpenProducts,
  loanOf,
  loansOf,
  openProducts,
  productById,
  repaymentsOf,
  withScale,
} from './store.ts';

interface PageInput {
  page?: number | string;
  pageSize?: number | string;
}

/** None where the member's proven residence withholds loans. */
export async function listProducts(
  { database, assets, productRules }: LoanDeps,
  memberId: number,
  input: PageInput,
) {
  const page = pageOf(input);
  if (!(await productRules.isOffered(database, 'loans', memberId))) return emptyPage(page);
  const queries = { list: openProducts, count: countOpenProducts };
  return readPage(database, queries, {
    filter: [],
    page,
    row: (product) => productRow(withScale(assets, product)),
  });
}

/** The cost of an amount, credited now and repaid whole on a day. @throws not-found, invalid-request */
export async function quoteLoan(
  { database, clock, assets }: LoanDeps,
  input: { productId: number; amount: string | number },
) {
  const stored = await database.maybe(productById, [input.productId]);
  if (stored === undefined) throw new Refusal('not-found');
  const product = withScale(assets, stored);
  const amount = input.amount === '' ? ZERO : parseDecimal(String(input.amount));
  if (amount === undefined) throw new Refusal('invalid-request', { fields: ['amount'] });
  const now = clock.now();
  const { due, perDay } = loanWorstCase(product, amount);
  return {
    dueAt: isoTime(dueTime(product, now)),
    interest: formatDecimal(due.interest),
    total: formatDecimal(due.total),
    perDay: formatDecimal(perDay),
    days: exampleDays(product).map((day) => {
      const { interest, total } = costOn(product, amount, day);
      return {
        day,
        at: isoTime(payoutAt({ startsAt: now }, day)),
        interest: formatDecimal(interest),
        total: formatDecimal(total),
      };
    }),
  };
}

/** Newest first; `status` undefined: all. */
export function listLoans(
  { database, clock }: LoanDeps,
  memberId: number,
  { status, lang = 'en', ...page }: PageInput & { status: number | undefined; lang?: string },
) {
  const state = status === undefined ? null : (stateOf(status) ?? null);
  const filter: [number, string | null] = [memberId, state];
  const now = clock.now();
  const queries = { list: loansOf, count: countLoans };
  return readPage(database, queries, {
    filter,
    page: pageOf(page),
    row: (loan) => loanRow(loan, now, lang),
  });
}

/** With its repayments, newest first. @throws not-found for an absent loan or another member's */
export async function findLoan(
  { database, clock }: LoanDeps,
  memberId: number,
  { id, lang = 'en' }: { id: number; lang?: string },
) {
  const { loan, repayments } = await database.snapshot(async (reader) => ({
    loan: await reader.maybe(loanOf, [memberId, id]),
    repayments: await reader.many(repaymentsOf, [id]),
  }));
  if (loan === undefined) throw new Refusal('not-found');
  return {
    reloan_order: loanRow(loan, clock.now(), lang),
    repayments: repayments.map(repaymentRow),
  };
}
