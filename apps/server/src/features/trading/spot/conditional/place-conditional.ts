/** Places and cancels conditional orders: reads the amounts and submits them to the engine of their market. */
import { type Amount, parseDecimal, type Price, type Rate } from '@tern/money';
import type { ConditionalOrderRow } from '@tern/protocol';
import { isOlderInstanceThere } from '../../../../kernel/leases/lease-rows.ts';
import type { RequestKey } from '../../../../kernel/requests/idempotency.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type { Database, Reader } from '../../../../platform/database/database.ts';
import type { Engines } from '../engines.ts';
import type { OrderSource, TimeInForce } from '../order.ts';
import type { OrderAnswer } from '../commands.ts';
import { placeOrder, type PlaceOrderInput } from '../place-order.ts';
import type { Side } from '../rules.ts';
import type { ConditionalKind, UnsidedKind, Watched } from './conditional-order.ts';
import { findConditional, findWaitingOf } from './store.ts';

/**
 * Engines of instances without this migration would not compare prices with what waits, would leave the stop of an OCO behind, not
 * store which conditional order placed an order, by whose id it is known, or not give an attached one what its order has received.
 */
const KNOWN_SINCE = '2140';
/** Those without this one would compare a changed order by its former place. */
const AMENDED_SINCE = '2300';

/** As sent: empty or absent when not given. */
export type Given = string | number | undefined;

/** A new conditional order as sent; amounts as text or number, empty or absent when not given. */
export interface PlaceConditionalInput {
  memberId: number;
  symbol: string;
  side: Side;
  kind: ConditionalKind | UnsidedKind;
  watches: Watched;
  triggerPrice: Given;
  rate: Given;
  startPrice: Given;
  price: Given;
  quantity: Given;
  total: Given;
  timeInForce?: TimeInForce | undefined;
  clientOrderId?: string;
  /** `app` by default. */
  source?: OrderSource;
  key: RequestKey | undefined;
}

/** Remembers that every instance knows conditional orders: none that does not can start later (ADR 57). */
export class ConditionalsKnown {
  private readonly database: Pick<Database, 'one'>;
  private readonly since: string;
  private isKnown = false;

  /** `isForChanges`: that every instance knows their changes. */
  constructor(database: Pick<Database, 'one'>, { isForChanges = false } = {}) {
    this.database = database;
    this.since = isForChanges ? AMENDED_SINCE : KNOWN_SINCE;
  }

  /** @throws busy beside an instance that does not know them */
  async assert(): Promise<void> {
    if (this.isKnown) return;
    const { isThere } = await this.database.one(isOlderInstanceThere, [this.since]);
    if (isThere) throw new Refusal('busy');
    this.isKnown = true;
  }
}

/**
 * Resolves once it is durable.
 * @throws not-listed, invalid-request, busy, and the refusals of the engine
 */
export async function placeConditional(
  { engines, known }: { engines: Engines; known: ConditionalsKnown },
  input: PlaceConditionalInput,
): Promise<{ conditional: ConditionalOrderRow }> {
  const instrument = engines.instruments.find(input.symbol);
  if (instrument === undefined) throw new Refusal('not-listed', { fields: ['symbol'] });
  const { memberId, side, kind, watches, timeInForce, clientOrderId, key } = input;
  const isLimit = kind === 'stopLimit' || kind === 'takeProfitLimit' || kind === 'limit';
  const isTrailing = kind === 'trailingStop';
  const isByValue = side === 'buy' && !isLimit;
  const terms = {
    kind,
    side,
    watches,
    triggerPrice: isTrailing ? undefined : readDecimal<Price>(input.triggerPrice, 'triggerPrice'),
    rate: isTrailing ? readDecimal<Rate>(input.rate, 'rate') : undefined,
    startPrice: isTrailing ? readDecimal<Price>(input.startPrice, 'startPrice') : undefined,
    limitPrice: isLimit ? readDecimal<Price>(input.price, 'price') : undefined,
    quantity: isByValue ? undefined : readDecimal<Amount>(input.quantity, 'quantity'),
    budget: isByValue ? readDecimal<Amount>(input.total, 'total') : undefined,
    timeInForce: isLimit ? timeInForce : undefined,
  };
  await known.assert();
  return engines.submit(instrument.id, {
    kind: 'place-conditional',
    memberId,
    terms,
    clientOrderId,
    source: input.source ?? 'app',
    key,
  });
}

/** An OCO as sent. */
export interface PlaceOcoInput
  extends Pick<
    PlaceConditionalInput,
    'memberId' | 'symbol' | 'side' | 'watches' | 'triggerPrice' | 'quantity' | 'key'
  > {
  /** Of the limit order. */
  price: Given;
  /** Of the order that the stop places; a market order when absent. */
  stopLimitPrice: Given;
}

/**
 * Places both ends. Resolves once it is durable.
 * @throws not-listed, invalid-request, price-missing, amount-missing, busy, and the refusals of the engine
 */
export async function placeOco(
  { engines, pairsKnown }: { engines: Engines; pairsKnown: ConditionalsKnown },
  input: PlaceOcoInput,
): Promise<{ conditional: ConditionalOrderRow }> {
  const instrument = engines.instruments.find(input.symbol);
  if (instrument === undefined) throw new Refusal('not-listed', { fields: ['symbol'] });
  const { memberId, side, watches, key } = input;
  const targetPrice = readDecimal<Price>(input.price, 'price');
  if (targetPrice === undefined) throw new Refusal('price-missing', { fields: ['price'] });
  const quantity = readDecimal<Amount>(input.quantity, 'quantity');
  if (quantity === undefined) {
    throw new Refusal('amount-missing', { fields: ['quantity'], text: 'order.quantityMissing' });
  }
  const limitPrice = readDecimal<Price>(input.stopLimitPrice, 'stopLimitPrice');
  const terms = {
    kind: limitPrice === undefined ? 'stopMarket' : 'stopLimit',
    side,
    watches,
    triggerPrice: readDecimal<Price>(input.triggerPrice, 'triggerPrice'),
    rate: undefined,
    startPrice: undefined,
    limitPrice,
    quantity,
    budget: undefined,
  } as const;
  await pairsKnown.assert();
  const command = { kind: 'place-conditional', memberId, terms, targetPrice, key } as const;
  return engines.submit(instrument.id, { ...command, source: 'app' });
}

/** An order with a take profit, a stop loss or both, as sent. */
export interface PlaceAttachedInput extends Omit<PlaceOrderInput, 'clientOrderId' | 'source'> {
  watches: Watched;
  takeProfit: Given;
  stopLoss: Given;
}

/**
 * Resolves once the order and what is attached to it are durable.
 * @throws as `placeOrder`, busy, price-missing, condition-met, limit-reached
 */
export async function placeAttached(
  { engines, known }: { engines: Engines; known: ConditionalsKnown },
  { watches, takeProfit, stopLoss, ...order }: PlaceAttachedInput,
): Promise<OrderAnswer> {
  const attached = {
    watches,
    takeProfit: readDecimal<Price>(takeProfit, 'takeProfit'),
    stopLoss: readDecimal<Price>(stopLoss, 'stopLoss'),
  };
  await known.assert();
  return placeOrder(engines, { ...order, attached });
}

/** @throws not-found, also for another member's; order-closed for one that does not wait any more */
export async function cancelConditional(
  reader: Reader,
  engines: Engines,
  input: { memberId: number; conditionalId: number; key: RequestKey | undefined },
): Promise<{ conditional: ConditionalOrderRow }> {
  const instrumentId = await marketOf(reader, engines, input);
  return engines.submit(instrumentId, { kind: 'cancel-conditional', ...input });
}

/** @throws not-found */
export async function marketOf(
  reader: Reader,
  engines: Engines,
  { memberId, conditionalId }: { memberId: number; conditionalId: number },
): Promise<number> {
  const waiting = engines.findWaiting(conditionalId);
  // Also one whose engine is in another instance, or that an earlier request with this key has cancelled.
  const order = waiting ?? (await findConditional(reader, conditionalId, memberId));
  if (order === undefined || order.memberId !== memberId) throw new Refusal('not-found');
  return order.instrumentId;
}

/** Cancels everything that a member has waiting, for a freeze; returns how much it was. */
export async function cancelWaiting(
  reader: Reader,
  engines: Engines,
  memberId: number,
): Promise<number> {
  const ids = await findWaitingOf(reader, memberId);
  const cancelled = await Promise.allSettled(
    ids.map((conditionalId) =>
      cancelConditional(reader, engines, { memberId, conditionalId, key: undefined }),
    ),
  );
  for (const each of cancelled) {
    if (each.status === 'fulfilled') continue;
    const error: unknown = each.reason;
    if (!(error instanceof Refusal && error.is('order-closed'))) throw error;
  }
  return ids.length;
}

/** Undefined when it is not given, or zero. @throws invalid-request */
export function readDecimal<T extends Amount | Price | Rate>(
  given: Given,
  field: string,
): T | undefined {
  if (given === undefined || given === '') return undefined;
  const value = parseDecimal<T>(String(given));
  if (value === undefined) throw new Refusal('invalid-request', { fields: [field] });
  return value === 0n ? undefined : value;
}
