/** Fixed-term calls in the app's own terms, their cache and live updates. */
import { queryOptions } from '@tanstack/react-query';
import type { Output, RowOf } from '@tern/protocol/client';
import { onMemberEvent } from '../../../kernel/member-events.ts';
import {
  ORDER_STATUSES,
  PAGE_SIZE_MAX,
  productApi,
  wordOf,
} from '../../../kernel/products/product-api.ts';
import type { ProductOrderStatus } from '../../../kernel/products/product-tabs.ts';
import { call } from '../../../platform/http/call.ts';

type ProductDto = RowOf<'GET /financing/getFinancingList'>;
type OrderDto = RowOf<'GET /financing_order/getFinancing_orderList'>;
type RedemptionDto = Output<'GET /financing_order/redemptionFind'>['reredemption'];

const OPEN = 1;

/** The name of this kind in the URLs of the shared pages. */
export const KIND = 'fixed';

export interface FixedTerm extends Omit<ProductDto, 'coinname' | 'cycle' | 'state'> {
  asset: string;
  /** Of the term. */
  days: number;
  isOpen: boolean;
}

export interface FixedTermOrder
  extends Omit<OrderDto, 'coinname' | 'cycle' | 'money' | 'status' | 'financing_id'> {
  asset: string;
  productId: number;
  days: number;
  principal: string;
  status: ProductOrderStatus;
}

/** What an early redemption costs and returns. */
export interface Redemption extends Omit<RedemptionDto, 'money'> {
  principal: string;
}

export type PurchaseQuote = Output<'GET /financing/quote'>;
export type Totals = Output<'GET /financing_order/sum'>;

const productOf = ({ coinname, cycle, state, ...product }: ProductDto): FixedTerm => ({
  ...product,
  asset: coinname,
  days: cycle,
  isOpen: state === OPEN,
});

const orderOf = ({
  coinname,
  cycle,
  money,
  status,
  financing_id: productId,
  ...order
}: OrderDto): FixedTermOrder => ({
  ...order,
  productId,
  asset: coinname,
  days: cycle,
  principal: money,
  status: wordOf(ORDER_STATUSES, status),
});

const redemptionOf = ({ money, ...figures }: RedemptionDto): Redemption => ({
  ...figures,
  principal: money,
});

const api = productApi('earn');
const { keys } = api;
export const { reloadProducts, reloadOrders, keepOrder } = api;

export const productsQuery = api.products(async (signal) => {
  const input = { page: 1, pageSize: PAGE_SIZE_MAX };
  return (await call('GET /financing/getFinancingList', input, { signal })).list.map(productOf);
});

export const productQuery = (id: number) =>
  api.product(id, async (signal) =>
    productOf((await call('GET /financing/findFinancing', { ID: id }, { signal })).refinancing),
  );

/** Every figure of a purchase of an amount. */
export const purchaseQuotes = (productId: number) => ({
  key: [...keys.quotes, productId],
  load: (amount: string, signal: AbortSignal): Promise<PurchaseQuote> =>
    call('GET /financing/quote', { financing_id: productId, money: amount }, { signal }),
});

/** The figures of an example, for the card of a product. */
export const exampleQuery = (productId: number, amount: string) => {
  const { key, load } = purchaseQuotes(productId);
  return queryOptions({
    queryKey: [...key, amount],
    queryFn: ({ signal }) => load(amount, signal),
  });
};

export const totalsQuery = queryOptions({
  queryKey: [...keys.orders, 'totals'],
  queryFn: ({ signal }): Promise<Totals> => call('GET /financing_order/sum', {}, { signal }),
});

export const ordersQuery = (status: ProductOrderStatus) =>
  api.pages([status], async (paging, signal) => {
    const input = { ...paging, status: ORDER_STATUSES[status] };
    const page = await call('GET /financing_order/getFinancing_orderList', input, { signal });
    return { ...page, list: page.list.map(orderOf) };
  });

export const orderQuery = (id: number) =>
  api.order(id, async (signal) => {
    const input = { ID: id };
    const found = await call('GET /financing_order/findFinancing_order', input, { signal });
    return orderOf(found.refinancing_order);
  });

/** Of one order, newest day first. */
export const payoutsQuery = (id: number) =>
  api.pages(['payouts', id], (paging, signal) =>
    call('GET /financing_order/payoutList', { ID: id, ...paging }, { signal }),
  );

export const redemptionQuery = (id: number) =>
  api.redemption(id, async (signal) => {
    const found = await call('GET /financing_order/redemptionFind', { ID: id }, { signal });
    return redemptionOf(found.reredemption);
  });

export interface Purchase {
  productId: number;
  amount: string;
  /** Of the terms that the member saw: others are refused with terms-changed. */
  version: number;
}

/** `key` makes retries idempotent. */
export async function sendPurchase(draft: Purchase, key: string): Promise<FixedTermOrder> {
  const { productId, amount, version } = draft;
  const input = { financing_id: productId, money: amount, version };
  const options = { idempotencyKey: key };
  return orderOf((await call('POST /financing_order/createFinancing_order', input, options)).order);
}

/** `key` makes retries idempotent. */
export async function sendRedemption(id: number, key: string) {
  const options = { idempotencyKey: key };
  const answer = await call('POST /financing_order/redemption', { ID: id }, options);
  return { order: orderOf(answer.order), redemption: redemptionOf(answer.redemption) };
}

// From the first of these screens on, also for pages kept behind others.
onMemberEvent('earn.changed', (row) => keepOrder(orderOf(row)));
