/** The order API for other features: places, cancels, finds and lists a member's orders. */
import type { InstrumentRegistry } from '../../../kernel/catalog/instruments.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Database } from '../../../platform/database/database.ts';
import { cancelOrder } from './cancel-order.ts';
import { type ConditionalApi, createConditionalApi } from './conditional/conditional-api.ts';
import { cancelWaiting } from './conditional/place-conditional.ts';
import type { Engines } from './engines.ts';
import { type Order, sideCodes, sourceCodes, statusCodes, typeCodes } from './order.ts';
import type { OrderRow } from './order-rows.ts';
import { type PlaceOrderInput, placeOrder } from './place-order.ts';
import {
  findOrder,
  findOrderByClientOrderId,
  findOrdersInRange,
  type OrderRange,
} from './store.ts';
import { type FillRange, findFills, findTradesOf, type MemberFill } from './store-fills.ts';

export type OrderKind = `${Order['side']}-${Order['type']}`;

/** A status, and whether anything of the order is filled. */
export type OrderState = `${Order['status']}-${'empty' | 'partly'}`;

/** An absent filter matches everything; an empty list matches nothing. */
interface RangeQuery extends Pick<OrderRange, 'memberId' | 'limit'> {
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
export interface Fill extends Omit<MemberFill, 'side' | 'type' | 'source'> {
  source: Order['source'];
  side: Order['side'];
  type: Order['type'];
}

export interface OrderApi {
  /** @throws the refusals of `placeOrder`; idempotency-key-reused when the client order id is taken */
  place(input: PlaceOrderInput): Promise<{ order: OrderRow }>;
  /** @throws not-found, order-closed */
  cancel(memberId: number, orderId: number): Promise<{ order: OrderRow }>;
  /** Cancels every open or waiting order of the member, for a freeze; returns how many there were. */
  cancelAll(memberId: number): Promise<number>;
  find(memberId: number, orderId: number): Promise<Order | undefined>;
  findByClientOrderId(memberId: number, name: string): Promise<Order | undefined>;
  /** Newest first. An unknown symbol gives an empty list. */
  list(query: OrderQuery): Promise<Order[]>;
  /** Newest first. Reads all of the member's orders up to `until`: narrow it by symbol. */
  listFills(query: FillQuery): Promise<Fill[]>;
  fillsOf(order: Order): Promise<Fill[]>;
  conditional: ConditionalApi;
}

/** At a time; what is left is cancelled at the next call. */
const CANCELLED_MAX = 500;
const isClosed = (error: unknown) => error instanceof Refusal && error.is('order-closed');

const ALL_KINDS: readonly OrderKind[] = ['buy-limit', 'buy-market', 'sell-limit', 'sell-market'];
const ALL_STATES = Object.keys(statusCodes).flatMap((status): OrderState[] => {
  return [`${status as Order['status']}-empty`, `${status as Order['status']}-partly`];
});
/** From 1970 to the last second of the year 9999. */
const EVER = { since: 0, until: 253_402_300_799_999 };

function codesOf(kinds: readonly OrderKind[] = ALL_KINDS): number[] {
  return kinds.map((kind) => {
    const [side, type] = kind.split('-') as [Order['side'], Order['type']];
    return sideCodes[side] * 10 + typeCodes[type];
  });
}

function stateCodesOf(states: readonly OrderState[] = ALL_STATES): number[] {
  return states.map((state) => {
    const [status, filled] = state.split('-') as [Order['status'], 'empty' | 'partly'];
    return statusCodes[status] * 10 + (filled === 'partly' ? 1 : 0);
  });
}

export function createOrderApi(deps: {
  database: Database;
  instruments: InstrumentRegistry;
  engines: Engines;
}): OrderApi {
  const { database, instruments, engines } = deps;
  const idOf = (symbol: string) => instruments.find(symbol)?.id ?? -1;
  const rangeOf = (query: RangeQuery): Omit<FillRange, 'instrumentId'> => ({
    memberId: query.memberId,
    kinds: codesOf(query.kinds),
    since: query.since ?? EVER.since,
    until: query.until ?? EVER.until,
    from: query.from ?? null,
    direction: query.direction ?? 'next',
    limit: query.limit,
  });
  const list: OrderApi['list'] = (query) =>
    findOrdersInRange(database, {
      ...rangeOf(query),
      instrumentIds: query.symbols?.map(idOf) ?? null,
      states: stateCodesOf(query.states),
    });
  return {
    async cancelAll(memberId) {
      const states = ['open-empty', 'open-partly'] as const;
      const open = await list({ memberId, states, limit: CANCELLED_MAX });
      const cancelled = await Promise.allSettled(
        open.map(({ id }) =>
          cancelOrder(database, engines, { memberId, orderId: id, key: undefined }),
        ),
      );
      for (const each of cancelled) {
        if (each.status === 'rejected' && !isClosed(each.reason)) throw each.reason;
      }
      return open.length + (await cancelWaiting(database, engines, memberId));
    },
    conditional: createConditionalApi(deps),
    place: (input) => placeOrder(engines, { ...input, source: 'api' }),
    cancel: (memberId, orderId) =>
      cancelOrder(database, engines, { memberId, orderId, key: undefined }),
    find: (memberId, orderId) => findOrder(database, orderId, memberId),
    findByClientOrderId: (memberId, name) => findOrderByClientOrderId(database, memberId, name),
    list,
    async listFills(query) {
      const instrumentId = query.symbol === undefined ? null : idOf(query.symbol);
      const fills = await findFills(database, { ...rangeOf(query), instrumentId });
      return fills.map((fill) => ({
        ...fill,
        source: fill.source === sourceCodes.api ? 'api' : 'app',
        side: fill.side === sideCodes.buy ? 'buy' : 'sell',
        type: fill.type === typeCodes.limit ? 'limit' : 'market',
      }));
    },
    async fillsOf({ id, instrumentId, side, type, source }) {
      const trades = await findTradesOf(database, id);
      return trades.map((trade) => {
        const isMaker = trade.makerOrderId === id;
        const fee = isMaker ? trade.makerFee : trade.takerFee;
        return { ...trade, orderId: id, instrumentId, side, type, source, isMaker, fee };
      });
    },
  };
}
