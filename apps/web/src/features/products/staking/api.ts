/** Calls of mining machines and staking in the app's own words, and their cache keys. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Output, RowOf } from '@tern/protocol/client';
import { balanceKeys } from '../../../kernel/balances.ts';
import { everyRow } from '../../../kernel/every-row.ts';
import { onMemberEvent } from '../../../kernel/member-events.ts';
import { nextPage } from '../../../kernel/paged-list.tsx';
import type { ProductOrderStatus } from '../../../kernel/products/product-tabs.ts';
import { queryClient } from '../../../kernel/query-client.ts';
import { call } from '../../../platform/http/call.ts';
import {
  type Choice,
  type Product,
  type ProductType,
  type StakeOrder,
  type StakingKind,
  type Terms,
  typesOf,
} from './products.ts';

type ProductDto = RowOf<'GET /mining_machine/getMining_machineList'>;
type OrderDto = RowOf<'GET /mining_machine_order/getMyorderList'>;

/** The numbers of the API. */
const TYPES = { sole: 1, shared: 2, staking: 3 } as const satisfies Record<ProductType, number>;
const STATUSES = { 'in-term': 1, redeemed: 2, ended: 3 } as const satisfies Record<
  ProductOrderStatus,
  number
>;
const STATES = { open: 1, 'sold-out': 2, closed: 3 } as const satisfies Record<
  Product['state'],
  number
>;
const CONSTANT_COIN = 2;
const FROZEN = 2;

const PAGE_SIZE = 20;
const EVERY_PAGE_SIZE = 100;

/** The word of a number; the last one for a number that this build does not know. */
function wordOf<Word extends string>(words: Readonly<Record<Word, number>>, code: number): Word {
  const entries = Object.entries(words) as [Word, number][];
  return (entries.find(([, number]) => number === code) ?? entries.at(-1)!)[0];
}

function termsOf(row: ProductDto | OrderDto): Terms {
  return {
    name: row.name,
    logo: row.logo,
    type: wordOf(TYPES, row.type),
    coin: row.coinname,
    payCoin: row.payCoin,
    income:
      row.income === CONSTANT_COIN
        ? { kind: 'coins', perDay: row.dailyOutput }
        : { kind: 'value', rate: row.dailyRate },
    isFrozen: row.freeze === FROZEN,
    days: row.cycle,
    payoutTime: row.payoutTime,
    returnsPrincipal: row.returnsPrincipal,
    penalty: row.penalty,
  };
}

const productOf = (row: ProductDto): Product => ({
  ...termsOf(row),
  ID: row.ID,
  version: row.version,
  text: row.content,
  listedAt: row.listedAt,
  price: row.price,
  maxUnits: row.max,
  token: row.tokenCoin === '' ? undefined : { coin: row.tokenCoin, min: row.tokenMin },
  state: wordOf(STATES, row.state),
  shares: row.shares.map(({ gxfe, ...share }) => ({ ...share, percent: gxfe })),
});

const orderOf = (row: OrderDto): StakeOrder => {
  const { num, gxfe, machineId, status, type: _, income: __, ...same } = row;
  return {
    ...same,
    ...termsOf(row),
    productId: machineId,
    units: num,
    percent: gxfe,
    status: wordOf(STATUSES, status),
  };
};

const PRODUCTS = ['staking', 'products'] as const;
const ORDERS = ['staking', 'orders'] as const;
const EARNINGS = ['staking', 'earnings'] as const;

/** Several types in the API: `1,2`. */
const typeIn = (types: readonly ProductType[]): string =>
  types.map((type) => TYPES[type]).join(',');

/** The catalogue of a tab, in the server's order. */
export const productsQuery = (kind: StakingKind) =>
  queryOptions({
    queryKey: [...PRODUCTS, 'list', kind],
    queryFn: async ({ signal }) => {
      const rows = await everyRow(
        (page) =>
          call(
            'GET /mining_machine/getMining_machineList',
            { page, pageSize: EVERY_PAGE_SIZE, type: typeIn(typesOf(kind)) },
            { signal },
          ),
        signal,
      );
      return rows.map(productOf);
    },
  });

export const productQuery = (id: number) =>
  queryOptions({
    queryKey: [...PRODUCTS, id],
    queryFn: async ({ signal }) => {
      const input = { ID: id };
      const found = await call('GET /mining_machine/findMining_machine', input, { signal });
      return productOf(found.remining_machine);
    },
  });

export type Quote = Output<'GET /mining_machine/quote'>;

const choiceOf = (choice: Choice) =>
  'units' in choice ? { num: choice.units } : { gxfe: choice.percent };

/** Every figure of a purchase; refetched, because it follows the price. */
export const quoteQuery = (id: number, choice: Choice) =>
  queryOptions({
    queryKey: [...PRODUCTS, id, 'quote', choice],
    queryFn: ({ signal }) =>
      call('GET /mining_machine/quote', { id, ...choiceOf(choice) }, { signal }),
    refetchInterval: 15_000,
  });

export interface Purchase {
  product: Product;
  choice: Choice;
}

/** Other terms than the product's are refused with terms-changed. `key` makes retries idempotent. */
export async function buy({ product, choice }: Purchase, key: string): Promise<StakeOrder> {
  const options = { idempotencyKey: key };
  const { ID: id, version, shares } = product;
  if ('units' in choice) {
    const input = { id, num: choice.units, version };
    return orderOf(
      (await call('POST /mining_machine/buySingleMining_machine', input, options)).order,
    );
  }
  const sharbltxt = shares.map(({ percent }) => percent).join('|');
  const input = { id, sharbltxt, gxfe: choice.percent, version };
  return orderOf((await call('POST /mining_machine/buyShareMining_machine', input, options)).order);
}

interface OrderPage {
  page: number;
  status?: ProductOrderStatus;
  types: readonly ProductType[];
}

const loadOrders = async ({ page, status, types }: OrderPage, signal: AbortSignal) => {
  const answer = await call(
    'GET /mining_machine_order/getMyorderList',
    {
      page,
      pageSize: EVERY_PAGE_SIZE,
      ...(status === undefined ? {} : { status: STATUSES[status] }),
      ...(types.length === 0 ? {} : { type: typeIn(types) }),
    },
    { signal },
  );
  return { ...answer, list: answer.list.map(orderOf) };
};

/** The orders of a tab with a status, newest first. */
export const ordersQuery = (kind: StakingKind, status: ProductOrderStatus) =>
  infiniteQueryOptions({
    queryKey: [...ORDERS, kind, status],
    queryFn: ({ pageParam, signal }) =>
      loadOrders({ page: pageParam, status, types: typesOf(kind) }, signal),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });

/** All orders of the member, of every type and status: for sums and filters. */
export const allOrdersQuery = queryOptions({
  queryKey: [...ORDERS, 'all'],
  queryFn: ({ signal }) => everyRow((page) => loadOrders({ page, types: [] }, signal), signal),
});

export const orderQuery = (id: number) =>
  queryOptions({
    queryKey: [...ORDERS, id],
    queryFn: async ({ signal }) => {
      const input = { ID: id };
      return orderOf(
        (await call('GET /mining_machine_order/findMyorder', input, { signal })).reorder,
      );
    },
  });

export type Redemption = Output<'GET /mining_machine_order/redemptionFind'>['reredemption'];

/** The figures of leaving now; fetched whenever the question is asked. */
export const redemptionQuery = (id: number) =>
  queryOptions({
    queryKey: [...ORDERS, id, 'redemption'],
    queryFn: async ({ signal }) => {
      const input = { ID: id };
      return (await call('GET /mining_machine_order/redemptionFind', input, { signal }))
        .reredemption;
    },
    gcTime: 0,
    staleTime: 0,
  });

export interface Redeemed {
  order: StakeOrder;
  redemption: Redemption;
}

/** `key` makes retries idempotent. */
export async function redeem(id: number, key: string): Promise<Redeemed> {
  const input = { ID: id };
  const options = { idempotencyKey: key };
  const made = await call('POST /mining_machine_order/redemption', input, options);
  return { ...made, order: orderOf(made.order) };
}

/** `key` makes retries idempotent. */
export async function refundShare(id: number, key: string): Promise<StakeOrder> {
  const options = { idempotencyKey: key };
  return orderOf((await call('POST /mining_machine_order/refund', { ID: id }, options)).order);
}

type EarningDto = RowOf<'GET /mining_machine_order/earningsList'>;

/** One payout. */
export interface Earning extends Omit<EarningDto, 'coinname' | 'price' | 'value'> {
  coin: string;
  /** Of the coin at the payout, in `payCoin`; undefined if there was none. */
  price: string | undefined;
  value: string | undefined;
}

const earningOf = ({ coinname, price, value, ...row }: EarningDto): Earning => ({
  ...row,
  coin: coinname,
  price: price || undefined,
  value: value || undefined,
});

/** All orders, or one. */
export type EarningFilter = { orderId?: number };

const loadEarnings = async (
  filter: EarningFilter,
  paging: { page: number; pageSize: number },
  signal: AbortSignal,
) => {
  const input = { ...filter, ...paging };
  const answer = await call('GET /mining_machine_order/earningsList', input, { signal });
  return { ...answer, list: answer.list.map(earningOf) };
};

/** Newest day first, page by page. */
export const earningsQuery = (filter: EarningFilter) =>
  infiniteQueryOptions({
    queryKey: [...EARNINGS, 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      loadEarnings(filter, { page: pageParam, pageSize: PAGE_SIZE }, signal),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });

/** Every payout, for the export. */
export const allEarnings = (filter: EarningFilter, signal: AbortSignal): Promise<Earning[]> =>
  everyRow((page) => loadEarnings(filter, { page, pageSize: EVERY_PAGE_SIZE }, signal), signal);

export type Curve = Output<'GET /mining_machine_order/earningsCurve'>;
export type CurveDay = Curve['days'][number];

/** The sums of each day; `days` 0 is all. */
export const curveQuery = (filter: EarningFilter & { type?: ProductType }, days: number) =>
  queryOptions({
    queryKey: [...EARNINGS, 'curve', filter, days],
    queryFn: ({ signal }) => {
      const { type, ...rest } = filter;
      const input = { ...rest, days, ...(type === undefined ? {} : { type: TYPES[type] }) };
      return call('GET /mining_machine_order/earningsCurve', input, { signal });
    },
  });

/** Shows an order that has changed, and refetches all that depends on it. */
export function rememberOrder(order: StakeOrder): void {
  queryClient.setQueryData<StakeOrder>([...ORDERS, order.ID], order);
  reloadStaking();
  void queryClient.invalidateQueries({ queryKey: balanceKeys.all });
}

/** After a refusal that says that a product or an order is no longer as shown. */
export function reloadStaking(): void {
  void queryClient.invalidateQueries({ queryKey: ['staking'] });
}

// From the first screen of staking on, also for pages kept behind others.
onMemberEvent('staking.changed', reloadStaking);
