/** The order API for other features: places, cancels, finds and lists a member's orders. */
import type { Price } from '@tern/money';
import type { InstrumentRegistry } from '../../../kernel/catalog/instruments.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Database } from '../../../platform/database/database.ts';
import {
  type ApiOrder,
  kindCodesOf,
  type OrderKind,
  type OrderState,
  stateCodesOf,
} from './api-order.ts';
import { amendOrder, cancelOrder } from './cancel-order.ts';
import { type ConditionalApi, createConditionalApi } from './conditional/conditional-api.ts';
import { cancelConditional, cancelWaiting } from './conditional/place-conditional.ts';
import type { OrderAnswer } from './commands.ts';
import type { Engines } from './engines.ts';
import {
  nameOf,
  type Order,
  sideCodes,
  sourceCodes,
  timeInForceCodes,
  typeCodes,
} from './order.ts';
import { type PlaceOrderInput, placeOrder, readAmount } from './place-order.ts';
import {
  findApiOrder,
  findApiOrderByName,
  findApiOrders,
  type OrderRange,
} from './store-api-orders.ts';
import { type FillRange, findFills, findTradesOf, type MemberFill } from './store-fills.ts';

/** An absent filter matches everything; an empty list matches nothing. */
interface RangeQuery extends Pick<OrderRange, 'memberId' | 'limit'> {
  isWhole?: boolean;
  kinds?: readonly OrderKind[] | undefined;
  since?: number | undefined;
  until?: number | undefined;
  from?: number | undefined;
  direction?: OrderRange['direction'];
}

export interface FillQuery extends RangeQuery {
  symbol?: string | undefined;
}

export interface OrderQuery extends RangeQuery {
  symbols?: readonly string[] | undefined;
  states?: readonly OrderState[] | undefined;
}

/** One side of a trade, as its member sees it. */
export type Fill = Omit<MemberFill, 'side' | 'type' | 'source' | 'timeInForce'> &
  Pick<Order, 'side' | 'type' | 'source' | 'timeInForce'>;

export interface OrderApi {
  /**
   * Its source is `api` unless another one is given.
   * @throws the refusals of `placeOrder`; idempotency-key-reused when the client order id is taken
   */
  place(input: PlaceOrderInput): Promise<OrderAnswer>;
  /** Also a stop limit whose price is met meanwhile. @throws not-found, order-closed */
  cancel(order: ApiOrder): Promise<void>;
  /** What is undefined stays. @throws invalid-request, order-closed for one that waits for a price, the refusals of `amendOrder` */
  amend(
    order: ApiOrder,
    to: { quantity: string | undefined; price: string | undefined },
  ): Promise<void>;
  /** Cancels every open or waiting order of the member, for a freeze; returns how many there were. */
  cancelAll(memberId: number): Promise<number>;
  find(memberId: number, id: number): Promise<ApiOrder | undefined>;
  findByClientOrderId(memberId: number, name: string): Promise<ApiOrder | undefined>;
  /** Newest first. An unknown symbol gives an empty list. */
  list(query: OrderQuery): Promise<ApiOrder[]>;
  /** Newest first. Reads all of the member's orders up to `until`: narrow it by symbol. */
  listFills(query: FillQuery): Promise<Fill[]>;
  fillsOf(order: ApiOrder): Promise<Fill[]>;
  conditional: ConditionalApi;
}

/** At a time; what is left is cancelled at the next call. */
const CANCELLED_MAX = 500;
const isClosed = (error: unknown) => error instanceof Refusal && error.is('order-closed');

/** From 1970 to the last second of the year 9999. */
const EVER = { since: 0, until: 253_402_300_799_999 };

export function createOrderApi(deps: {
  database: Database;
  instruments: InstrumentRegistry;
  engines: Engines;
}): OrderApi {
  const { database, instruments, engines } = deps;
  const idOf = (symbol: string) => instruments.find(symbol)?.id ?? -1;
  const rangeOf = (query: RangeQuery): Omit<FillRange, 'instrumentId'> => ({
    memberId: query.memberId,
    kinds: kindCodesOf(query.kinds),
    since: query.since ?? EVER.since,
    until: query.until ?? EVER.until,
    from: query.from ?? null,
    direction: query.direction ?? 'next',
    limit: query.limit,
    isWhole: query.isWhole ?? false,
  });
  const list: OrderApi['list'] = (query) =>
    findApiOrders(database, {
      ...rangeOf(query),
      instrumentIds: query.symbols?.map(idOf) ?? null,
      states: stateCodesOf(query.states),
    });
  const find: OrderApi['find'] = (memberId, id) => findApiOrder(database, memberId, id);
  const cancel: OrderApi['cancel'] = async ({ memberId, id, orderId, status }) => {
    if (status !== 'waiting') {
      if (orderId === undefined) throw new Refusal('order-closed');
      await cancelOrder(database, engines, { memberId, orderId, key: undefined });
      return;
    }
    try {
      await cancelConditional(database, engines, { memberId, conditionalId: id, key: undefined });
    } catch (error) {
      const now = isClosed(error) ? await find(memberId, id) : undefined;
      if (now?.orderId === undefined) throw error;
      await cancel(now);
    }
  };
  return {
    async cancelAll(memberId) {
      const states = ['open-empty', 'open-partly'] as const;
      const open = await list({ memberId, states, limit: CANCELLED_MAX });
      const cancelled = await Promise.allSettled(open.map((order) => cancel(order)));
      for (const each of cancelled) {
        if (each.status === 'rejected' && !isClosed(each.reason)) throw each.reason;
      }
      return open.length + (await cancelWaiting(database, engines, memberId));
    },
    conditional: createConditionalApi(deps),
    async amend({ memberId, orderId }, { quantity, price }) {
      if (orderId === undefined) throw new Refusal('order-closed');
      await amendOrder(database, engines, {
        memberId,
        orderId,
        limitPrice: readAmount<Price>(price, 'price'),
        quantity: readAmount(quantity, 'quantity'),
        key: undefined,
      });
    },
    place: (input) => placeOrder(engines, { source: 'api', ...input }),
    cancel,
    find,
    findByClientOrderId: (memberId, name) => findApiOrderByName(database, memberId, name),
    list,
    async listFills(query) {
      const instrumentId = query.symbol === undefined ? null : idOf(query.symbol);
      const fills = await findFills(database, { ...rangeOf(query), instrumentId });
      return fills.map((fill) => ({
        ...fill,
        source: nameOf(sourceCodes, fill.source),
        side: nameOf(sideCodes, fill.side),
        type: nameOf(typeCodes, fill.type),
        timeInForce:
          fill.timeInForce === null ? undefined : nameOf(timeInForceCodes, fill.timeInForce),
      }));
    },
    async fillsOf({ id, orderId, instrumentId, side, type, source, timeInForce, stop }) {
      if (orderId === undefined) return [];
      const of = { orderId: id, instrumentId, side, type, source, timeInForce };
      const trades = await findTradesOf(database, orderId);
      return trades.map((trade) => {
        const isMaker = trade.makerOrderId === orderId;
        const fee = isMaker ? trade.makerFee : trade.takerFee;
        return { ...trade, ...of, isStopLimit: stop !== undefined, isMaker, fee };
      });
    },
  };
}
