/** What other features may do with a member's orders: place, cancel, find and list them. */
import type { InstrumentBook } from '../../kernel/instruments.ts';
import type { Database } from '../../platform/database/database.ts';
import { cancelOrder } from './cancel-order.ts';
import type { Desks } from './desks.ts';
import type { Order } from './order.ts';
import type { OrderRow } from './order-row.ts';
import { type PlaceOrderInput, placeOrder } from './place-order.ts';
import { findOrder, sideCodes, statusCodes, typeCodes } from './store.ts';
import {
  type FillRange,
  findFills,
  findOrderByName,
  findOrdersInRange,
  findTradesOf,
  type MemberFill,
  type OrderRange,
} from './store-lists.ts';

export type OrderKind = `${Order['side']}-${Order['type']}`;

/** Absent filters take everything; `kinds` and `statuses` that are empty take nothing. */
export interface OrderQuery extends Pick<OrderRange, 'memberId' | 'limit'> {
  statuses?: readonly Order['status'][];
  symbol?: string | undefined;
  kinds?: readonly OrderKind[] | undefined;
  since?: number | undefined;
  until?: number | undefined;
  from?: number | undefined;
  direction?: OrderRange['direction'];
}

export interface FillQuery extends Pick<FillRange, 'memberId' | 'limit'> {
  symbol?: string | undefined;
  kinds?: readonly OrderKind[] | undefined;
  since?: number | undefined;
  until?: number | undefined;
  before?: number | undefined;
  after?: number | undefined;
}

/** One side of a trade, as the member who had it sees it. */
export interface Fill extends Omit<MemberFill, 'side' | 'type'> {
  side: Order['side'];
  type: Order['type'];
}

export interface ProgramOrders {
  /** Fails with: what `placeOrder` refuses; 5002 a client order id that names another order. */
  place(input: PlaceOrderInput): Promise<{ order: OrderRow }>;
  /** Fails with: 5007, 5014. */
  cancel(memberId: number, orderId: number): Promise<{ order: OrderRow }>;
  find(memberId: number, orderId: number): Promise<Order | undefined>;
  findByClientOrderId(memberId: number, name: string): Promise<Order | undefined>;
  /** Newest first. An unknown symbol simply has no orders. */
  list(query: OrderQuery): Promise<Order[]>;
  /** Newest first. Reads the orders of the member up to `until`: narrow it by symbol. */
  listFills(query: FillQuery): Promise<Fill[]>;
  fillsOf(order: Order): Promise<Fill[]>;
}

const ALL_KINDS: readonly OrderKind[] = ['buy-limit', 'buy-market', 'sell-limit', 'sell-market'];
const ALL_STATUSES = ['open', 'filled', 'cancelled'] as const;
/** From 1970 to the last second of the year 9999. */
const EVER = { since: 0, until: 253_402_300_799_999 };

function codesOf(kinds: readonly OrderKind[] = ALL_KINDS): number[] {
  return kinds.map((kind) => {
    const [side, type] = kind.split('-') as [Order['side'], Order['type']];
    return sideCodes[side] * 10 + typeCodes[type];
  });
}

export function createProgramOrders(deps: {
  database: Database;
  instruments: InstrumentBook;
  desks: Desks;
}): ProgramOrders {
  const { database, instruments, desks } = deps;
  const idOf = (symbol: string | undefined) =>
    symbol === undefined ? null : (instruments.find(symbol)?.id ?? -1);
  return {
    place: (input) => placeOrder(desks, input),
    cancel: (memberId, orderId) =>
      cancelOrder(database, desks, { memberId, orderId, key: undefined }),
    find: (memberId, orderId) => findOrder(database, orderId, memberId),
    findByClientOrderId: (memberId, name) => findOrderByName(database, memberId, name),
    list: ({ memberId, statuses = ALL_STATUSES, symbol, kinds, since, until, ...page }) =>
      findOrdersInRange(database, {
        memberId,
        statuses: statuses.map((status) => statusCodes[status]),
        instrumentId: idOf(symbol),
        kinds: codesOf(kinds),
        since: since ?? EVER.since,
        until: until ?? EVER.until,
        from: page.from ?? null,
        direction: page.direction ?? 'next',
        limit: page.limit,
      }),
    async listFills({ memberId, symbol, kinds, since, until, before, after, limit }) {
      const fills = await findFills(database, {
        memberId,
        instrumentId: idOf(symbol),
        kinds: codesOf(kinds),
        since: since ?? EVER.since,
        until: until ?? EVER.until,
        before: before ?? null,
        after: after ?? null,
        limit,
      });
      return fills.map((fill) => ({
        ...fill,
        side: fill.side === sideCodes.buy ? 'buy' : 'sell',
        type: fill.type === typeCodes.limit ? 'limit' : 'market',
      }));
    },
    async fillsOf({ id, instrumentId, side, type }) {
      const trades = await findTradesOf(database, id);
      return trades.map((trade) => {
        const isMaker = trade.makerOrderId === id;
        const fee = isMaker ? trade.makerFee : trade.takerFee;
        return { ...trade, orderId: id, instrumentId, side, type, isMaker, fee };
      });
    },
  };
}
