/** Loan calls in the app's own terms, their cache and live updates. */
import { queryOptions } from '@tanstack/react-query';
import type { Output, RowOf } from '@tern/protocol/client';
import { type CachedPages, withRow } from '../../../kernel/cached-pages.ts';
import { onMemberEvent } from '../../../kernel/member-events.ts';
import { PAGE_SIZE_MAX, productApi } from '../../../kernel/products/product-api.ts';
import { queryClient } from '../../../kernel/query-client.ts';
import { call } from '../../../platform/http/call.ts';

type ProductDto = RowOf<'GET /loan/getLoanList'>;
type LoanDto = RowOf<'GET /loan_order/getLoan_orderList'>;
type FoundDto = Output<'GET /loan_order/findLoan_order'>;

/** In the order of their numbers in the API. */
const STATUSES = ['underReview', 'active', 'rejected', 'repaid', 'overdue'] as const;
export type LoanStatus = (typeof STATUSES)[number];

/** In the order of the screen. */
export const loanFilters = [
  'all',
  'underReview',
  'active',
  'overdue',
  'repaid',
  'rejected',
] as const satisfies readonly ('all' | LoanStatus)[];
export type LoanFilter = (typeof loanFilters)[number];

export interface LoanProduct
  extends Omit<ProductDto, 'coinname' | 'exampleAmount' | 'exampleCost'> {
  asset: string;
  /** What `amount` costs over the whole term. */
  example: { amount: string; cost: string };
}

export interface Loan extends Omit<LoanDto, 'coinname' | 'status' | 'loan_id' | 'approved'> {
  asset: string;
  status: LoanStatus;
  productId: number;
  /** Undefined until it is approved. */
  approved: string | undefined;
}

export type Repayment = FoundDto['repayments'][number];

/** A loan with its repayments, newest first. */
export interface LoanRecord {
  loan: Loan;
  repayments: Repayment[];
}

export type LoanQuote = Output<'GET /loan/quote'>;

const productOf = ({
  coinname,
  exampleAmount: amount,
  exampleCost: cost,
  ...product
}: ProductDto): LoanProduct => ({ ...product, asset: coinname, example: { amount, cost } });

const loanOf = ({ coinname, status, loan_id, approved, ...loan }: LoanDto): Loan => ({
  ...loan,
  asset: coinname,
  status: STATUSES[status] ?? 'underReview',
  productId: loan_id,
  approved: approved === '' ? undefined : approved,
});

/** What is owed grows by the day, and an event may be lost. */
const REFRESH_MS = 60_000;

const api = productApi('loan');
const { keys } = api;
export const { reloadProducts, reloadOrders: reloadLoans } = api;

export const productsQuery = api.products(async (signal) => {
  const input = { page: 1, pageSize: PAGE_SIZE_MAX };
  return (await call('GET /loan/getLoanList', input, { signal })).list.map(productOf);
});

/** The cost of an amount if it is credited now. */
export const loanQuotes = (productId: number) => ({
  key: [...keys.quotes, productId],
  load: (amount: string, signal: AbortSignal): Promise<LoanQuote> =>
    call('GET /loan/quote', { loan_id: productId, amount }, { signal }),
});

export const loansQuery = (filter: LoanFilter) =>
  api.pages([filter], async (paging, signal) => {
    const status = filter === 'all' ? '' : STATUSES.indexOf(filter);
    const input = { ...paging, status };
    const page = await call('GET /loan_order/getLoan_orderList', input, { signal });
    return { ...page, list: page.list.map(loanOf) };
  });

const OPEN: ReadonlySet<LoanStatus> = new Set(['underReview', 'active', 'overdue']);

/** Those under review, running or overdue. */
export const openLoansQuery = queryOptions({
  queryKey: [...keys.orders, 'open'],
  queryFn: async ({ signal }) => {
    const input = { page: 1, pageSize: PAGE_SIZE_MAX };
    const { list } = await call('GET /loan_order/getLoan_orderList', input, { signal });
    return list.map(loanOf).filter(({ status }) => OPEN.has(status));
  },
  refetchInterval: REFRESH_MS,
});

export const loanQuery = (id: number) => ({
  ...api.order(id, async (signal): Promise<LoanRecord> => {
    const found = await call('GET /loan_order/findLoan_order', { ID: id }, { signal });
    return { loan: loanOf(found.reloan_order), repayments: found.repayments };
  }),
  refetchInterval: REFRESH_MS,
});

/** Bounds and version are those the member was shown: others are refused with terms-changed. */
export interface Application {
  productId: number;
  amount: string;
  min: string;
  max: string;
  version: number;
}

/** `key` makes retries idempotent. The member has consented to the collection on the due date. */
export async function sendApplication(draft: Application, key: string): Promise<Loan> {
  const { productId, ...shown } = draft;
  const input = { loan_id: productId, ...shown, consent: true };
  const options = { idempotencyKey: key };
  return loanOf((await call('POST /loan_order/createLoan_order', input, options)).order);
}

export interface RepaymentInput {
  id: number;
  amount: string;
}

/** `key` makes retries idempotent. */
export async function sendRepayment(draft: RepaymentInput, key: string) {
  const input = { ID: draft.id, num: draft.amount };
  const answer = await call('POST /loan_order/repay', input, { idempotencyKey: key });
  return { loan: loanOf(answer.order), repayment: answer.repayment };
}

/** Shows a loan's new state everywhere; its repayments and the lists by status are refetched. */
export function showLoan(loan: Loan): void {
  const { queryKey } = loanQuery(loan.ID);
  const known = queryClient.getQueryData(queryKey);
  const isOutdated = known && Date.parse(loan.UpdatedAt) < Date.parse(known.loan.UpdatedAt);
  if (isOutdated === true) return;
  if (known) queryClient.setQueryData(queryKey, { ...known, loan });
  queryClient.setQueryData<CachedPages<Loan>>(
    loansQuery('all').queryKey,
    (data) => data && withRow(data, loan, true),
  );
  reloadLoans();
}

// From the first of these screens on, also for pages kept behind others.
onMemberEvent('loan.changed', (row) => showLoan(loanOf(row)));
