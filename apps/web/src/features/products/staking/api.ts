/** Calls of mining machines and staking in the app's own words, and their cache keys. */
import { queryOptions } from '@tanstack/react-query';
import type { Output, RowOf } from '@tern/protocol/client';
import { everyRow } from '../../../kernel/every-row.ts';
import { onMemberEvent } from '../../../kernel/member-events.ts';
import {
  ORDER_STATUSES,
  PAGE_SIZE_MAX,
  type Paging,
  productApi,
  wordOf,
} from '../../../kernel/products/product-api.ts';
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
const STATES = { open: 1, 'sold-out': 2, closed: 3 } as const satisfies Record<
  Product['state'],
  number
>;
const CONSTANT_COIN = 2;
const FROZEN = 2;

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
    status: wordOf(ORDER_STATUSES, status),
  };
};

const api = productApi('staking');
const { keys } = api;

/** Several types in the API: `1,2`. */
const typeIn = (types: readonly ProductType[]): string =>
  types.map((type) => TYPES[type]).join(',');

/** The catalogue of a tab, in the server's order. */
export const productsQuery = (kind: StakingKind) =>
  api.products(async (signal) => {
    const rows = await everyRow(
      (page) =>
        call(
          'GET /mining_machine/getMining_machineList',
          { page, pageSize: PAGE_SIZE_MAX, type: typeIn(typesOf(kind)) },
          { signal },
        ),
      signal,
    );
    return rows.map(productOf);
  }, kind);

export const productQuery = (id: number) =>
  api.product(id, async (signal) => {
    const found = await call('GET /mining_machine/findMining_machine', { ID: id }, { signal });
    return productOf(found.remining_machine);
  });

export type Quote = Output<'GET /mining_machine/quote'>;

const choiceOf = (choice: Choice) =>
  'units' in choice ? { num: choice.units } : { gxfe: choice.percent };

/** Every figure of a purchase; refetched, because it follows the price. */
export const quoteQuery = (id: number, choice: Choice) =>
  queryOptions({
    queryKey: [...keys.quotes, id, choice],
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

interface OrderPage extends Paging {
  status?: number;
  type?: string;
}

const loadOrders = async (page: OrderPage, signal: AbortSignal) => {
  const answer = await call('GET /mining_machine_order/getMyorderList', page, { signal });
  return { ...answer, list: answer.list.map(orderOf) };
};

/** The orders of a tab with a status. */
export const ordersQuery = (kind: StakingKind, status: ProductOrderStatus) =>
  api.pages(
    [kind, status],
    (paging, signal) => {
      const filter = { status: ORDER_STATUSES[status], type: typeIn(typesOf(kind)) };
      return loadOrders({ ...paging, ...filter }, signal);
    },
    PAGE_SIZE_MAX,
  );

/** All orders of the member, of every type and status: for sums and filters. */
export const allOrdersQuery = queryOptions({
  queryKey: [...keys.orders, 'all'],
  queryFn: ({ signal }) =>
    everyRow((page) => loadOrders({ page, pageSize: PAGE_SIZE_MAX }, signal), signal),
});

export const orderQuery = (id: number) =>
  api.order(id, async (signal) => {
    const found = await call('GET /mining_machine_order/findMyorder', { ID: id }, { signal });
    return orderOf(found.reorder);
  });

export type Redemption = Output<'GET /mining_machine_order/redemptionFind'>['reredemption'];

export const redemptionQuery = (id: number) =>
  api.redemption(id, async (signal) => {
    const found = await call('GET /mining_machine_order/redemptionFind', { ID: id }, { signal });
    return found.reredemption;
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

const loadEarnings = async (filter: EarningFilter, paging: Paging, signal: AbortSignal) => {
  const input = { ...filter, ...paging };
  const answer = await call('GET /mining_machine_order/earningsList', input, { signal });
  return { ...answer, list: answer.list.map(earningOf) };
};

/** Newest day first. */
export const earningsQuery = (filter: EarningFilter) =>
  api.pages(['earnings', filter], (paging, signal) => loadEarnings(filter, paging, signal));

/** Every payout, for the export. */
export const allEarnings = (filter: EarningFilter, signal: AbortSignal): Promise<Earning[]> =>
  everyRow((page) => loadEarnings(filter, { page, pageSize: PAGE_SIZE_MAX }, signal), signal);

export type Curve = Output<'GET /mining_machine_order/earningsCurve'>;
export type CurveDay = Curve['days'][number];

/** The sums of each day; `days` 0 is all. */
export const curveQuery = (filter: EarningFilter & { type?: ProductType }, days: number) =>
  queryOptions({
    queryKey: [...keys.orders, 'curve', filter, days],
    queryFn: ({ signal }) => {
      const { type, ...rest } = filter;
      const input = { ...rest, days, ...(type === undefined ? {} : { type: TYPES[type] }) };
      return call('GET /mining_machine_order/earningsCurve', input, { signal });
    },
  });

/** Shows an order that has changed, and refetches all that depends on it. */
export function rememberOrder(order: StakeOrder): void {
  api.keepOrder(order);
  reloadStaking();
}

/** After a refusal that says that a product or an order is no longer as shown. */
export function reloadStaking(): void {
  void queryClient.invalidateQueries({ queryKey: ['staking'] });
}

// From the first screen of staking on, also for pages kept behind others.
onMemberEvent('staking.changed', reloadStaking);
