/** Spot trading calls, cache keys and live patches. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Input, Output, RowOf } from '@tern/protocol/client';
import { onMemberEvent } from '../../../kernel/member-events.ts';
import { nextPage } from '../../../kernel/paged-list.tsx';
import { queryClient } from '../../../kernel/query-client.ts';
import { call } from '../../../platform/http/call.ts';
import type { Placement } from './order-draft.ts';
import { isNewer, momentsOf, type OrderFilter, type OrderPages, withOrder } from './order-pages.ts';
import type { Fill, Order, OrderStatus } from './order-view.ts';

const PAGE_SIZE = 20;

const keys = {
  lists: ['spot', 'orders'],
  orders: (filter: OrderFilter) => ['spot', 'orders', filter],
  order: (id: number) => ['spot', 'order', id],
} as const;

type OrderDto = RowOf<'GET /bborder/myBborderList'>;
type WireFill = Output<'GET /bborder/findBborder'>['fills'][number];

/** The numbers of the API. */
const SIDES = { buy: 1, sell: 2 } as const;
const TYPES = { limit: 1, market: 2 } as const;
const WATCHES = { last: 1, reference: 2 } as const;
const PARTS = { open: 1, done: 4 } as const;
const STATUSES: Readonly<Record<number, OrderStatus>> = { 1: 'open', 2: 'filled', 3: 'cancelled' };

const orderOf = ({
  side,
  type,
  status,
  mprice,
  mnum,
  musdt,
  dealNum,
  dealTotal,
  feeCoin,
  ...row
}: OrderDto): Order => ({
  ...row,
  side: side === SIDES.buy ? 'buy' : 'sell',
  type: type === TYPES.market ? 'market' : 'limit',
  status: STATUSES[status] ?? 'cancelled',
  limitPrice: mprice,
  quantity: mnum,
  total: musdt,
  filledQuantity: dealNum,
  filledTotal: dealTotal,
  feeAsset: feeCoin,
});

const fillOf = ({ feeCoin, role, ...fill }: WireFill): Fill => ({
  ...fill,
  feeAsset: feeCoin,
  role: role === 1 ? 'maker' : 'taker',
});

const filterOf = ({ part, symbol, side, type, ...days }: OrderFilter) => ({
  status: PARTS[part],
  ...momentsOf(days),
  ...(symbol === undefined ? {} : { symbol }),
  ...(side === undefined ? {} : { side: SIDES[side] }),
  ...(type === undefined ? {} : { type: TYPES[type] }),
});

/** Orders of a filter, newest first, page by page. */
export const ordersQuery = (filter: OrderFilter) =>
  infiniteQueryOptions({
    queryKey: keys.orders(filter),
    queryFn: async ({ pageParam, signal }) => {
      const input = { ...filterOf(filter), page: pageParam, pageSize: PAGE_SIZE };
      const page = await call('GET /bborder/myBborderList', input, { signal });
      return { ...page, list: page.list.map(orderOf) };
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });

interface OrderWithFills {
  order: Order;
  fills: Fill[];
}

export const orderQuery = (id: number) =>
  queryOptions({
    queryKey: keys.order(id),
    queryFn: async ({ signal }): Promise<OrderWithFills> => {
      const { rebborder, fills } = await call('GET /bborder/findBborder', { ID: id }, { signal });
      return { order: orderOf(rebborder), fills: fills.map(fillOf) };
    },
  });

function sendPlacement(
  { symbol, side, type, attached, ...amounts }: Placement,
  idempotencyKey: string,
) {
  const { price, quantity, total } = amounts;
  const code = TYPES[type];
  const order = {
    symbol,
    ...(price === undefined ? {} : { mprice: price }),
    ...(quantity === undefined ? {} : { mnum: quantity }),
  };
  if (attached !== undefined) {
    const { watches, ...prices } = attached;
    const input: Input<'POST /bborder/placeAttached'> = {
      ...order,
      ...(total === undefined ? {} : { musdt: total }),
      side: SIDES[side],
      type: code,
      watches: WATCHES[watches],
      ...prices,
    };
    return call('POST /bborder/placeAttached', input, { idempotencyKey });
  }
  if (side === 'sell') {
    return call('POST /bborder/upbbsell', { ...order, type: code }, { idempotencyKey });
  }
  const budget = total === undefined ? {} : { musdt: total };
  const input: Input<'POST /bborder/upbbbuy'> = { ...order, ...budget, buytype: code };
  return call('POST /bborder/upbbbuy', input, { idempotencyKey });
}

/** `key` makes retries idempotent. */
export async function placeOrder(placement: Placement, key: string): Promise<Order> {
  // Other pages do not load it; it comes while the order is on its way.
  const keeping = import('../../../kernel/order-confirmations.ts').catch(() => undefined);
  const { order, confirmation } = await sendPlacement(placement, key);
  void keeping.then((kept) => kept?.keepConfirmation(order.ID, confirmation));
  return orderOf(order);
}

export async function cancelOrder(id: number, key: string): Promise<Order> {
  const { order } = await call('POST /bborder/clearorder', { id }, { idempotencyKey: key });
  return orderOf(order);
}

/** Price and quantity as they are to be. `key` makes retries idempotent. */
export async function amendOrder(
  id: number,
  { price, quantity }: { price: string; quantity: string },
  key: string,
): Promise<Order> {
  const input = { id, mprice: price, mnum: quantity };
  const { order } = await call('POST /bborder/amendorder', input, { idempotencyKey: key });
  return orderOf(order);
}

/** As many as one call may cancel. */
const CANCELLED_AT_ONCE = 100;

/** The newest open orders of a filter, as many as are cancelled at once, and how many there are. */
export async function loadOpenOrders(filter: OrderFilter) {
  const input = { ...filterOf(filter), page: 1, pageSize: CANCELLED_AT_ONCE };
  const { list, total } = await call('GET /bborder/myBborderList', input);
  return { orders: list.map(orderOf), total };
}

/** Each by itself: `closed` had closed before, `failed` are still open. */
export async function cancelOrders(ids: readonly number[], key: string) {
  const input = { ids: [...ids] };
  const answer = await call('POST /bborder/clearorders', input, { idempotencyKey: key });
  return { ...answer, orders: answer.orders.map(orderOf) };
}

/** Refetches everything shown about orders: the screen may be out of date. */
export function reloadOrders(): void {
  void queryClient.invalidateQueries({ queryKey: ['spot'] });
}

/** The newest state seen of each order, because answers and events can arrive out of order. */
const newest = new Map<number, Order>();

/** Updates an order in every list and page that shows it. */
export function patchOrder(row: Order): void {
  if (!isNewer(row, newest.get(row.ID))) return;
  newest.set(row.ID, row);
  for (const [key, data] of queryClient.getQueriesData<OrderPages>({ queryKey: keys.lists })) {
    if (!data) continue;
    const next = withOrder(data, row, key[2] as OrderFilter);
    queryClient.setQueryData(key, next);
    // Removed rows shift the pages that are not loaded yet.
    const isShifted = next.pages.length > 1 && next.pages[0]!.total < data.pages[0]!.total;
    if (isShifted) void queryClient.invalidateQueries({ queryKey: key });
  }
  queryClient.setQueryData<OrderWithFills>(
    keys.order(row.ID),
    (known) => known && { ...known, order: row },
  );
  void queryClient.invalidateQueries({ queryKey: keys.order(row.ID) });
}

// From the first spot screen on, also for lists kept behind other pages.
onMemberEvent('spot.order', (row) => patchOrder(orderOf(row)));
