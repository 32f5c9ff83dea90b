/** Places an order: reads the amounts and submits it to the matching engine of its instrument. */
import { type Amount, notional, parseDecimal, type Price } from '@tern/money';
import type { RequestKey } from '../../../kernel/requests/idempotency.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { AttachedTerms } from './conditional/conditional-order.ts';
import type { OrderAnswer } from './commands.ts';
import type { Engines } from './engines.ts';
import type { TimeInForce, OrderSource } from './order.ts';
import { cashFor, type Side } from './rules.ts';

/** A new order as sent; amounts as text or number, empty or absent when not given. */
export interface PlaceOrderInput {
  memberId: number;
  symbol: string;
  side: Side;
  type: 'limit' | 'market';
  price: string | number | undefined;
  quantity: string | number | undefined;
  total: string | number | undefined;
  clientOrderId?: string;
  /** `app` by default. */
  source?: OrderSource;
  timeInForce?: TimeInForce | undefined;
  attached?: AttachedTerms;
  key: RequestKey | undefined;
}

/**
 * Resolves once the order, its fills and their entries are durable.
 * @throws not-listed (unknown symbol), invalid-request (unreadable amount), terms-changed (a total that contradicts price ×
 * quantity), and the refusals of the engine
 */
export async function placeOrder(engines: Engines, input: PlaceOrderInput): Promise<OrderAnswer> {
  const instrument = engines.instruments.find(input.symbol);
  if (instrument === undefined) throw new Refusal('not-listed', { fields: ['symbol'] });
  const { memberId, side, type, key, clientOrderId, timeInForce, attached } = input;
  const price = type === 'limit' ? readAmount<Price>(input.price, 'price') : undefined;
  const isByValue = side === 'buy' && type === 'market';
  const quantity = isByValue ? undefined : readAmount(input.quantity, 'quantity');
  const total = side === 'buy' ? readAmount(input.total, 'total') : undefined;
  if (!isByValue) checkTotal({ price, quantity, total }, instrument.quoteScale);
  const budget = isByValue ? total : undefined;
  return engines.submit(instrument.id, {
    kind: 'place',
    memberId,
    side,
    type,
    limitPrice: price,
    quantity,
    budget,
    timeInForce,
    clientOrderId,
    source: input.source ?? 'app',
    attached,
    key,
  });
}

/**
 * The server computes the total.
 * @throws terms-changed unless a given one equals price × quantity, exact or rounded as charged
 */
function checkTotal(
  order: { price: Price | undefined; quantity: Amount | undefined; total: Amount | undefined },
  quoteScale: number,
) {
  const { price, quantity, total } = order;
  if (price === undefined || quantity === undefined || total === undefined || total === 0n) return;
  const exact = notional(price, quantity, 'up');
  if (total !== exact && total !== cashFor('buy', exact, quoteScale)) {
    throw new Refusal('terms-changed', { fields: ['total'], text: 'order.total' });
  }
}

/** Undefined when not given. @throws invalid-request naming the field */
export function readAmount<T extends Amount | Price = Amount>(
  given: string | number | undefined,
  field: string,
): T | undefined {
  if (given === undefined || given === '') return undefined;
  const value = parseDecimal<T>(String(given));
  if (value === undefined) throw new Refusal('invalid-request', { fields: [field] });
  return value;
}
