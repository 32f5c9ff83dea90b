/** Orders that wait for a price: calls in the app's own terms, cache keys and live changes. */
import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query';
import type { Input, Output, RowOf } from '@tern/protocol/client';
import { onMemberEvent } from '../../../kernel/member-events.ts';
import { nextPage } from '../../../kernel/paged-list.tsx';
import { queryClient } from '../../../kernel/query-client.ts';
import { call } from '../../../platform/http/call.ts';
import { type ConditionalDraft, figuresOf, type WatchedPrice } from './conditional-draft.ts';
import { type OcoDraft, ocoFigures } from './oco-draft.ts';
import type { Side } from './order-arithmetic.ts';
import type { Order } from './order-view.ts';

type ConditionalDto = RowOf<'GET /bborder/conditionalList'>;

/** The numbers of the API. */
const SIDES = { buy: 1, sell: 2 } as const;
const WATCHES = { last: 1, reference: 2 } as const;
const KINDS = { stopLimit: 1, stopMarket: 2, takeProfit: 4, trailingStop: 5 } as const;
const KIND_NAMES = {
  1: 'stopLimit',
  2: 'stopMarket',
  3: 'takeProfitLimit',
  4: 'takeProfit',
  5: 'trailingStop',
} as const;
const ENDS = { 1: 'filled', 2: 'cancelled' } as const;
const ATTACHED_ENDS = { 1: 'otherMet', 2: 'unfilled' } as const;
const STATES = { 1: 'waiting', 2: 'triggered', 3: 'cancelled', 4: 'rejected' } as const;

export interface Conditional {
  ID: number;
  createdAt: string;
  symbol: string;
  base: string;
  quote: string;
  side: Side;
  kind: (typeof KIND_NAMES)[keyof typeof KIND_NAMES];
  watches: WatchedPrice;
  isAbove: boolean;
  /** Of a trailing stop what meets it now; "0" while it has not begun to follow. */
  triggerPrice: string;
  /** Of a trailing stop, a ratio. */
  rate: string;
  /** "0" for a market order. */
  limitPrice: string;
  /** "0" where a sum is spent. */
  quantity: string;
  sum: string;
  state: (typeof STATES)[keyof typeof STATES];
  met: ConditionalDto['met'];
  orderId: number | undefined;
  rejection: ConditionalDto['rejection'];
  /** Of the stop of an OCO: the limit order that is its other end. */
  pair: Pair | undefined;
  /** Of a take profit or stop loss of an order: that order, whose fills give its quantity or sum. */
  attached: Attached | undefined;
}

interface Attached {
  orderId: number;
  /** What ended it, unless its price came or the member cancelled it. */
  ended: 'otherMet' | 'unfilled' | undefined;
}

interface Pair {
  orderId: number;
  price: string;
  filled: string;
  /** What ended the stop, unless its price came. */
  ended: 'filled' | 'cancelled' | undefined;
}

const pairOf = ({
  orderId,
  mprice,
  dealNum,
  ended,
}: NonNullable<ConditionalDto['pair']>): Pair => ({
  orderId,
  price: mprice,
  filled: dealNum,
  ended: ended === undefined ? undefined : ENDS[ended as keyof typeof ENDS],
});

const attachedOf = ({ orderId, ended }: NonNullable<ConditionalDto['attached']>): Attached => ({
  orderId,
  ended: ended === undefined ? undefined : ATTACHED_ENDS[ended as keyof typeof ATTACHED_ENDS],
});

const conditionalOf = (row: ConditionalDto): Conditional => ({
  ID: row.ID,
  createdAt: row.CreatedAt,
  symbol: row.symbol,
  base: row.base,
  quote: row.quote,
  side: row.side === SIDES.buy ? 'buy' : 'sell',
  kind: KIND_NAMES[row.kind as keyof typeof KIND_NAMES],
  watches: row.watches === WATCHES.last ? 'last' : 'reference',
  isAbove: row.operator === 1,
  triggerPrice: row.triggerPrice,
  rate: row.rate,
  limitPrice: row.mprice,
  quantity: row.mnum,
  sum: row.musdt,
  state: STATES[row.status as keyof typeof STATES],
  met: row.met,
  orderId: row.orderId,
  rejection: row.rejection,
  pair: row.pair && pairOf(row.pair),
  attached: row.attached && attachedOf(row.attached),
});

const KEY = ['spot', 'conditional'];
const PAGE_SIZE = 20;

/** The number of the API, 0 for all of them. */
const PARTS = { all: 0, waiting: 1, rejected: 4 } as const;
export type ConditionalPart = keyof typeof PARTS;

/** Those of all markets, newest first: what waits, what was met and not placed, or both with all else that has ended. */
export const conditionalsQuery = (part: ConditionalPart) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'list', part],
    queryFn: async ({ pageParam, signal }) => {
      const input = { page: pageParam, pageSize: PAGE_SIZE, status: PARTS[part] };
      const page = await call('GET /bborder/conditionalList', input, { signal });
      return { ...page, list: page.list.map(conditionalOf) };
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });

/** More than wait at the same time in the markets that a member trades in. */
const STOPS_MAX = 100;

const stopsQuery = queryOptions({
  queryKey: [...KEY, 'stops'],
  queryFn: async ({ signal }) => {
    const input = { page: 1, pageSize: STOPS_MAX, status: 1 };
    const { list } = await call('GET /bborder/conditionalList', input, { signal });
    return list.filter((row) => row.pair ?? row.attached).map(conditionalOf);
  },
});

/** The waiting stop that is the other end of an open limit order; undefined for most orders. */
export function useStopOf({ ID, status }: Pick<Order, 'ID' | 'status'>): Conditional | undefined {
  const stops = useQuery({ ...stopsQuery, enabled: status === 'open' }).data;
  return status === 'open' ? stops?.find(({ pair }) => pair?.orderId === ID) : undefined;
}

/** The take profit and stop loss of an open order that wait; none of most orders. */
export function useAttachedTo({ ID, status }: Pick<Order, 'ID' | 'status'>): Conditional[] {
  const stops = useQuery({ ...stopsQuery, enabled: status === 'open' }).data ?? [];
  return status === 'open' ? stops.filter(({ attached }) => attached?.orderId === ID) : [];
}

/** Take profit and stop loss of an order, also those that have ended. */
export const attachedQuery = (orderId: number) =>
  queryOptions({
    queryKey: [...KEY, 'attached', orderId],
    queryFn: async ({ signal }) => {
      const { attached } = await call('GET /bborder/attachedOrders', { ID: orderId }, { signal });
      return attached.map(conditionalOf);
    },
  });

const PAUSES = { 1: 'restart', 2: 'readOnly', 3: 'closed', 4: 'halted', 5: 'latePrices' } as const;

/** No price of the time could meet it. */
export interface Pause {
  reason: (typeof PAUSES)[keyof typeof PAUSES];
  beganAt: string;
  endedAt: string;
}

const pauseOf = ({
  reason,
  beganAt,
  endedAt,
}: Output<'GET /bborder/findConditional'>['pauses'][number]): Pause => ({
  reason: PAUSES[reason as keyof typeof PAUSES],
  beganAt,
  endedAt,
});

/** One, with the pauses since it was accepted. */
export const conditionalQuery = (id: number) =>
  queryOptions({
    queryKey: [...KEY, id],
    queryFn: async ({ signal }) => {
      const found = await call('GET /bborder/findConditional', { ID: id }, { signal });
      return { order: conditionalOf(found.reconditional), pauses: found.pauses.map(pauseOf) };
    },
  });

export const reloadConditionals = () => void queryClient.invalidateQueries({ queryKey: KEY });

/** `key` makes retries idempotent. */
export async function placeConditional(
  { symbol, draft }: { symbol: string; draft: ConditionalDraft },
  key: string,
): Promise<void> {
  const { limitPrice, quantity, sum, ...figures } = figuresOf(draft);
  const input: Input<'POST /bborder/placeConditional'> = {
    symbol,
    side: SIDES[draft.side],
    kind: KINDS[draft.kind],
    watches: WATCHES[draft.watches],
    ...figures,
    ...(limitPrice === undefined ? {} : { mprice: limitPrice }),
    ...(quantity === undefined ? {} : { mnum: quantity }),
    ...(sum === undefined ? {} : { musdt: sum }),
  };
  await call('POST /bborder/placeConditional', input, { idempotencyKey: key });
}

/** `key` makes retries idempotent. */
export async function placeOco(
  { symbol, draft }: { symbol: string; draft: OcoDraft },
  key: string,
): Promise<void> {
  const { targetPrice, triggerPrice, limitPrice, quantity } = ocoFigures(draft);
  const input: Input<'POST /bborder/placeOco'> = {
    symbol,
    side: SIDES[draft.side],
    watches: WATCHES[draft.watches],
    mprice: targetPrice,
    triggerPrice,
    ...(limitPrice === undefined ? {} : { stopLimitPrice: limitPrice }),
    mnum: quantity,
  };
  await call('POST /bborder/placeOco', input, { idempotencyKey: key });
}

/** Exact decimal texts. What is absent stays. */
export interface WaitingChanges {
  triggerPrice?: string;
  rate?: string;
  limitPrice?: string;
  quantity?: string;
  sum?: string;
}

/** `key` makes retries idempotent. */
export async function amendConditional(
  id: number,
  { triggerPrice, rate, limitPrice, quantity, sum }: WaitingChanges,
  key: string,
): Promise<void> {
  const input: Input<'POST /bborder/amendConditional'> = {
    id,
    ...(triggerPrice === undefined ? {} : { triggerPrice }),
    ...(rate === undefined ? {} : { rate }),
    ...(limitPrice === undefined ? {} : { mprice: limitPrice }),
    ...(quantity === undefined ? {} : { mnum: quantity }),
    ...(sum === undefined ? {} : { musdt: sum }),
  };
  await call('POST /bborder/amendConditional', input, { idempotencyKey: key });
}

export async function cancelConditional(id: number, key: string): Promise<void> {
  await call('POST /bborder/cancelConditional', { id }, { idempotencyKey: key });
}

// From the first spot screen on, also for a list kept behind other pages.
onMemberEvent('spot.conditional', reloadConditionals);
