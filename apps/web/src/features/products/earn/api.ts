/** Fixed-term calls in the app's own terms, their cache and live updates. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Output, RowOf } from '@tern/protocol/client';
import { balanceKeys } from '../../../kernel/balances.ts';
import { onMemberEvent } from '../../../kernel/member-events.ts';
import { nextPage } from '../../../kernel/paged-list.tsx';
import type { ProductOrderStatus } from '../../../kernel/products/product-tabs.ts';
import { queryClient } from '../../../kernel/query-client.ts';
import { call } from '../../../platform/http/call.ts';

type ProductDto = RowOf<'GET /financing/getFinancingList'>;
type OrderDto = RowOf<'GET /financing_order/getFinancing_orderList'>;
type RedemptionDto = Output<'GET /financing_order/redemptionFind'>['reredemption'];

/** By their numbers in the API. */
const STATUSES = { 'in-term': 1, redeemed: 2, ended: 3 } as const;
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
  status:
    status === STATUSES.redeemed ? 'redeemed' : status === STATUSES.ended ? 'ended' : 'in-term',
});

const redemptionOf = ({ money, ...figures }: RedemptionDto): Redemption => ({
  ...figures,
  principal: money,
});

const PAGE_SIZE = 20;
const PAGE_SIZE_MAX = 100;

const keys = {
  products: ['earn', 'products'],
  quotes: ['earn', 'quote'],
  totals: ['earn', 'totals'],
  lists: ['earn', 'orders'],
  one: (id: number) => ['earn', 'order', id],
  payouts: (id: number) => ['earn', 'payouts', id],
  redemption: (id: number) => ['earn', 'redemption', id],
} as const;

/** Operators change products: refetched whenever a screen opens. */
export const productsQuery = queryOptions({
  queryKey: keys.products,
  queryFn: async ({ signal }) => {
    const input = { page: 1, pageSize: PAGE_SIZE_MAX };
    return (await call('GET /financing/getFinancingList', input, { signal })).list.map(productOf);
  },
});

export const productQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.products, id],
    queryFn: async ({ signal }) =>
      productOf((await call('GET /financing/findFinancing', { ID: id }, { signal })).refinancing),
  });

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
  queryKey: keys.totals,
  queryFn: ({ signal }): Promise<Totals> => call('GET /financing_order/sum', {}, { signal }),
});

/** Newest first, page by page. */
export const ordersQuery = (status: ProductOrderStatus) =>
  infiniteQueryOptions({
    queryKey: [...keys.lists, status],
    queryFn: async ({ pageParam, signal }) => {
      const input = { page: pageParam, pageSize: PAGE_SIZE, status: STATUSES[status] };
      const page = await call('GET /financing_order/getFinancing_orderList', input, { signal });
      return { ...page, list: page.list.map(orderOf) };
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });

export const orderQuery = (id: number) =>
  queryOptions({
    queryKey: keys.one(id),
    queryFn: async ({ signal }) => {
      const input = { ID: id };
      const found = await call('GET /financing_order/findFinancing_order', input, { signal });
      return orderOf(found.refinancing_order);
    },
  });

/** Of one order, newest day first, page by page. */
export const payoutsQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: keys.payouts(id),
    queryFn: ({ pageParam, signal }) => {
      const input = { ID: id, page: pageParam, pageSize: PAGE_SIZE };
      return call('GET /financing_order/payoutList', input, { signal });
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });

/** What redeeming an order now costs and returns. Never from an earlier visit: payouts change it. */
export const redemptionQuery = (id: number) =>
  queryOptions({
    queryKey: keys.redemption(id),
    queryFn: async ({ signal }) => {
      const found = await call('GET /financing_order/redemptionFind', { ID: id }, { signal });
      return redemptionOf(found.reredemption);
    },
    gcTime: 0,
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

/** Refetches products and their figures after the terms changed. */
export function reloadProducts(): void {
  void queryClient.invalidateQueries({ queryKey: keys.products });
  void queryClient.invalidateQueries({ queryKey: keys.quotes });
}

/** Refetches orders, totals and balances: the screen may be out of date. */
export function reloadOrders(): void {
  const orders = [
    keys.lists,
    keys.totals,
    ['earn', 'order'],
    ['earn', 'payouts'],
    ['earn', 'redemption'],
  ];
  for (const queryKey of [...orders, balanceKeys.all]) {
    void queryClient.invalidateQueries({ queryKey });
  }
}

/** Shows an order's new state, unless a newer one is known; refetches what depends on it. */
export function showOrder(order: FixedTermOrder): void {
  const known = queryClient.getQueryData<FixedTermOrder>(keys.one(order.ID));
  if (known && Date.parse(order.UpdatedAt) < Date.parse(known.UpdatedAt)) return;
  queryClient.setQueryData<FixedTermOrder>(keys.one(order.ID), order);
  reloadOrders();
}

// From the first of these screens on, also for pages kept behind others.
onMemberEvent('earn.changed', (row) => showOrder(orderOf(row)));
