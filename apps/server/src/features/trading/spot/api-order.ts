/**
 * An order as API clients know it (ADR 75): a stop limit is one order from the time it waits, by the id of its conditional order.
 */
import type { Operator } from '@tern/matching';
import type { Price } from '@tern/money';
import {
  type Order,
  type OrderStatus,
  sideCodes,
  statusCodes,
  type TimeInForce,
  timeInForceCodes,
  typeCodes,
} from './order.ts';

export interface ApiOrder
  extends Omit<
    Order,
    'status' | 'place' | 'number' | 'conditional' | 'receivedAsTaker' | 'makerFee' | 'takerFee'
  > {
  /** Of the placed order, which can be cancelled and has the fills; undefined for a stop limit that has placed none. */
  readonly orderId: number | undefined;
  /** A stop limit waits until its price is met. One that could not be placed then counts as cancelled. */
  readonly status: OrderStatus | 'waiting';
  /** Of a stop limit. */
  readonly stop: StopPrice | undefined;
}

export interface StopPrice {
  readonly price: Price;
  readonly operator: Operator;
}

type StopKind = 'stop-limit' | 'stop-limit-fill-or-kill';

export type OrderKind = `${Order['side']}-${Order['type'] | TimeInForce | StopKind}`;

/** A status, and whether anything of the order is filled. */
export type OrderState = `${ApiOrder['status']}-${'empty' | 'partly'}`;

const apiStatusCodes = { ...statusCodes, waiting: 0 } as const;
const { limit, market } = typeCodes;
/** Type × 10 + time in force; the type of a stop limit is 9. */
const kindCodes: Readonly<Record<string, number>> = {
  limit: limit * 10,
  market: market * 10,
  ...Object.fromEntries(
    Object.entries(timeInForceCodes).map(([name, code]) => [name, limit * 10 + code]),
  ),
  'stop-limit': 90,
  'stop-limit-fill-or-kill': 90 + timeInForceCodes['fill-or-kill'],
};

/** Side × 100 + the code of the kind, as in `store-api-orders.ts`; all for undefined. */
export function kindCodesOf(kinds: readonly OrderKind[] | undefined): number[] {
  const chosen =
    kinds ??
    Object.keys(sideCodes).flatMap((side) =>
      Object.keys(kindCodes).map((kind) => `${side}-${kind}`),
    );
  return chosen.map((kind) => {
    const [, side, name] = /^(buy|sell)-(.+)$/.exec(kind)!;
    return sideCodes[side as Order['side']] * 100 + kindCodes[name!]!;
  });
}

/** Status × 10, plus 1 when something is filled; all for undefined. */
export function stateCodesOf(states: readonly OrderState[] | undefined): number[] {
  const chosen =
    states ??
    Object.keys(apiStatusCodes).flatMap((status) => [`${status}-empty`, `${status}-partly`]);
  return chosen.map((state) => {
    const [status, filled] = state.split('-') as [ApiOrder['status'], 'empty' | 'partly'];
    return apiStatusCodes[status] * 10 + (filled === 'partly' ? 1 : 0);
  });
}

export const apiStatusOf = (code: number): ApiOrder['status'] =>
  (Object.keys(apiStatusCodes) as ApiOrder['status'][]).find(
    (name) => apiStatusCodes[name] === code,
  )!;
