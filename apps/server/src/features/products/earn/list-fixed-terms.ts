/** The products, a quote before a purchase, a member's orders, and their totals. */
import { formatDecimal, parseDecimal, sum, ZERO } from '@tern/money';
import { fixedTermStatus } from '@tern/protocol';
import {
  endOfTerm,
  promisedYield,
  redemptionCost,
  type Totals,
  totalsOf,
  yieldOfDay,
} from '@tern/settlement';
import type { Lang } from '../../../kernel/i18n/texts.ts';
import { availableTo } from '../../../kernel/ledger/balances.ts';
import { emptyPage, pageOf, readPage } from '../../../kernel/requests/page.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { EarnDeps } from './deps.ts';
import { fixedTermRow, orderRow } from './describe-order.ts';
import { orderBoughtAt, redemptionTerms } from './rules.ts';
import {
  allFixedTerms,
  countFixedTerms,
  countOrders,
  countPayouts,
  fixedTermById,
  orderOf,
  ordersOf,
  payoutsOf,
  principalsOf,
  type StoredFixedTerm,
  withScale,
  yieldsOf,
} from './store.ts';

interface PageInput {
  page?: number | string;
  pageSize?: number | string;
}

/** None where the member's proven residence withholds fixed terms. */
export async function listFixedTerms(
  { database, assets, productRules }: EarnDeps,
  { memberId, lang }: { memberId: number; lang: Lang },
  input: PageInput,
) {
  const page = pageOf(input);
  if (!(await productRules.isOffered(database, 'fixedTerms', memberId))) return emptyPage(page);
  const queries = { list: allFixedTerms, count: countFixedTerms };
  return readPage(database, queries, {
    filter: [],
    page,
    row: (product) => fixedTermRow(withScale(assets, product), lang),
  });
}

/** @throws not-found */
export async function findFixedTerm(deps: EarnDeps, lang: Lang, id: number) {
  return fixedTermRow(await productOf(deps, id), lang);
}

async function productOf({ database, assets }: EarnDeps, id: number): Promise<StoredFixedTerm> {
  const found = await database.maybe(fixedTermById, [id]);
  if (found === undefined) throw new Refusal('not-found');
  return withScale(assets, found);
}

/** The figures of a purchase now, whether or not it may be made. @throws not-found, invalid-request */
export async function quotePurchase(
  deps: EarnDeps,
  memberId: number,
  input: { productId: number; principal: string | number },
) {
  const product = await productOf(deps, input.productId);
  const principal = input.principal === '' ? ZERO : parseDecimal(String(input.principal));
  if (principal === undefined) throw new Refusal('invalid-request', { fields: ['principal'] });
  const order = orderBoughtAt(product, principal, deps.clock.now());
  const { penalty, fee } = redemptionCost(redemptionTerms(product), principal);
  const available = await availableTo(deps.database, { owner: memberId, asset: product.asset });
  return {
    available: formatDecimal(available),
    perDay: formatDecimal(yieldOfDay(order.daily, 1)),
    expected: formatDecimal(promisedYield(order)),
    startAt: isoTime(order.startsAt),
    expireAt: isoTime(endOfTerm(order)),
    penalty: formatDecimal(penalty),
    fee: formatDecimal(fee),
  };
}

const stateOf = (status: number): string | null =>
  Object.entries(fixedTermStatus).find(([, value]) => value === status)?.[0] ?? null;

/** Newest first; `status` 0: all. */
export function listOrders(
  { database }: EarnDeps,
  memberId: number,
  { status, ...page }: PageInput & { status: number },
) {
  const filter: [number, string | null] = [memberId, stateOf(status)];
  const queries = { list: ordersOf, count: countOrders };
  return readPage(database, queries, { filter, page: pageOf(page), row: orderRow });
}

/** @throws not-found for an absent order or another member's */
export async function findOrder({ database }: EarnDeps, memberId: number, id: number) {
  const found = await database.maybe(orderOf, [memberId, id]);
  if (found === undefined) throw new Refusal('not-found');
  return orderRow(found);
}

/** Newest day first. @throws not-found for an absent order or another member's */
export async function listPayouts(
  { database }: EarnDeps,
  memberId: number,
  { id, ...page }: PageInput & { id: number },
) {
  const order = await database.maybe(orderOf, [memberId, id]);
  if (order === undefined) throw new Refusal('not-found');
  const queries = { list: payoutsOf, count: countPayouts };
  return readPage(database, queries, {
    filter: [id],
    page: pageOf(page),
    row: ({ day, amount, dueAt, paidAt }) => ({
      ID: day,
      CreatedAt: isoTime(paidAt),
      UpdatedAt: isoTime(paidAt),
      dueAt: isoTime(dueAt),
      coinname: order.asset,
      amount: formatDecimal(amount),
    }),
  });
}

/** The sums are in USDT at current prices; a coin without a price counts nothing there. */
export async function sumOrders(deps: EarnDeps, memberId: number) {
  const { database, clock, worthOf } = deps;
  const [principals, yields] = await database.snapshot(async (reader) => [
    await reader.many(principalsOf, [memberId]),
    await reader.many(yieldsOf, [memberId]),
  ]);
  const totals = totalsOf(principals, yields, clock.now());
  const inUsdt = (figure: 'invested' | 'yesterday' | 'inAll') =>
    formatDecimal(sum(totals.map((each) => worthOf(each.asset, each[figure]) ?? ZERO)));
  return {
    coinname: 'USDT',
    invested: inUsdt('invested'),
    yesterday: inUsdt('yesterday'),
    total: inUsdt('inAll'),
    list: totals.map(totalsRow),
  };
}

const totalsRow = ({ asset, invested, yesterday, inAll }: Totals) => ({
  coinname: asset,
  invested: formatDecimal(invested),
  yesterday: formatDecimal(yesterday),
  total: formatDecimal(inAll),
});
