/** Signed calls that place and cancel orders. */
import type { HtxBatchCancel, HtxBatchPlaced, HtxOpenOrdersCancel } from '@tern/protocol';
import { requestHash } from '../../../../../kernel/requests/idempotency.ts';
import { Refusal } from '../../../../../kernel/requests/refusal.ts';
import type { ApiOrder } from '../../../../trading/spot/index.ts';
import { HtxFault, internalError } from '../../../keys/index.ts';
import { isOpen, stateCode } from '../order-shape.ts';
import { type OrderTerms, termsOf } from '../order-types.ts';
import { checkAccount } from './account-calls.ts';
import { faultOfRefusal } from './answers.ts';
import {
  choiceIn,
  clientOrderIdIn,
  decimalIn,
  idIn,
  type Inputs,
  kindsIn,
  listIn,
  missing,
  namesIn,
  objectsIn,
  OPEN_STATES,
  sizeIn,
  textIn,
} from './request-fields.ts';
import {
  CANCELS_MAX,
  type SignedCall,
  type SignedCallDeps,
  type SignedRequestContext,
  turnsOfOrders,
  WithHeaders,
} from './signed-call.ts';

const PLACED_MAX = 10;
const OPEN_CANCELS_MAX = 100;
const CANCELLED_SYMBOLS_MAX = 10;
/** HTX's result numbers of a cancellation. */
const cancelCodes = { unknown: 0, gone: -1, accepted: 10 } as const;

const post = (path: string, answer: SignedCall['answer']): SignedCall => {
  return { method: 'POST', path: `/v1/order/orders/${path}`, scope: 'trade', answer };
};

export const orderCalls: readonly SignedCall[] = [
  post('place', placeOne),
  {
    method: 'POST',
    path: '/v1/order/batch-orders',
    scope: 'trade',
    listBody: 'orders',
    turns: ({ orders }) => turnsOfOrders(orders),
    answer: placeMany,
  },
  post(':id/submitcancel', async ({ orders }, { access, params }) => {
    const orderId = idIn(params['id'] ?? '');
    return cancel(orders, access.memberId, await orders.find(access.memberId, orderId));
  }),
  post('submitCancelClientOrder', async ({ orders }, { access, inputs }) => {
    const name = clientOrderIdIn(inputs);
    if (name === undefined) throw missing('client-order-id');
    const order = await orders.findByClientOrderId(access.memberId, name);
    if (order === undefined) return cancelCodes.unknown;
    if (!isOpen(order)) return stateCode(order);
    await cancel(orders, access.memberId, order);
    return cancelCodes.accepted;
  }),
  {
    ...post('batchcancel', cancelMany),
    turns: (inputs) => turnsOfOrders(inputs['order-ids'] ?? inputs['client-order-ids']),
  },
  post('batchCancelOpenOrders', cancelOpen),
];

/** Returns the order's id as text. The same order with the same `client-order-id` returns the first one's id. */
async function placeOne(deps: SignedCallDeps, context: SignedRequestContext) {
  const { id, confirmation } = await place(deps, context);
  return confirmed(id, [confirmation]);
}

/** The id, and of an order that waits for nothing its signed number. */
async function place({ orders }: SignedCallDeps, { access, inputs }: SignedRequestContext) {
  checkAccount(access, textIn(inputs, 'account-id') ?? '');
  const [symbol, kind] = [textIn(inputs, 'symbol'), textIn(inputs, 'type')];
  if (symbol === undefined) throw missing('symbol');
  if (kind === undefined) throw missing('type');
  const { side, type, timeInForce, isStopLimit = false } = orderTypeOf(kind);
  checkNoTrigger(inputs, isStopLimit);
  checkNoLoan(inputs);
  const amount = decimalIn(inputs, 'amount');
  const price = decimalIn(inputs, 'price');
  const stop = isStopLimit ? stopIn(inputs, side) : undefined;
  const clientOrderId = clientOrderIdIn(inputs);
  const { memberId } = access;
  const isByValue = kind === 'buy-market';
  const named = { symbol, kind, amount, price, ...stop };
  const identified =
    clientOrderId === undefined
      ? { key: undefined }
      : { clientOrderId, key: keyOf(memberId, clientOrderId, named) };
  const order = {
    memberId,
    symbol,
    side,
    price: type === 'limit' ? price : undefined,
    quantity: isByValue ? undefined : amount,
    total: isByValue ? amount : undefined,
    timeInForce,
    ...identified,
  };
  if (stop === undefined) {
    const placed = await orders.place({ ...order, type });
    return { id: String(placed.order.ID), confirmation: placed.confirmation };
  }
  const waits = { ...stop, watches: 'last', rate: undefined, startPrice: undefined } as const;
  const { conditional } = await orders.conditional.place({ ...order, ...waits, source: 'api' });
  return { id: String(conditional.ID), confirmation: undefined };
}

/** The signed numbers of orders, with semicolons and spaces between (docs/order-record.md). */
const CONFIRMATION = 'x-tern-order-confirmation';

/** Without any, the answer has no such header. */
function confirmed(data: unknown, confirmations: readonly (string | undefined)[]): unknown {
  const known = confirmations.filter((each) => each !== undefined);
  return known.length === 0 ? data : new WithHeaders(data, { [CONFIRMATION]: known.join('; ') });
}

/** One row for each order, in the given order; a refused order does not affect the others. */
async function placeMany(
  deps: SignedCallDeps,
  { access, inputs, params }: SignedRequestContext,
): Promise<unknown> {
  const one = async (
    order: Inputs,
  ): Promise<{ row: HtxBatchPlaced; confirmation?: string | undefined }> => {
    const name = order['client-order-id'];
    const identified = typeof name === 'string' && name !== '' ? { 'client-order-id': name } : {};
    try {
      const { id, confirmation } = await place(deps, { access, inputs: order, params });
      return { row: { 'order-id': Number(id), ...identified }, confirmation };
    } catch (error) {
      const { code, message } = faultOfRefusal(error) ?? internalError();
      return { row: { ...identified, 'err-code': code, 'err-msg': message } };
    }
  };
  const placed = await Promise.all(objectsIn(inputs, 'orders', PLACED_MAX).map(one));
  return confirmed(
    placed.map(({ row }) => row),
    placed.map(({ confirmation }) => confirmation),
  );
}

/** The slash distinguishes these keys from those of our apps. */
function keyOf(memberId: number, clientOrderId: string, order: object) {
  const key = `order/${clientOrderId}`;
  return { memberId, key, requestHash: requestHash('POST /v1/order/orders/place', order) };
}

/** @throws base-record-invalid; order-orderstate-error with the order's state */
async function cancel(
  orders: SignedCallDeps['orders'],
  memberId: number,
  order: ApiOrder | undefined,
): Promise<string> {
  if (order === undefined) throw new Refusal('not-found');
  try {
    await orders.cancel(order);
    return String(order.id);
  } catch (error) {
    if (!(error instanceof Refusal) || !error.is('order-closed')) throw error;
    const now = (await orders.find(memberId, order.id)) ?? order;
    throw new HtxFault('order-orderstate-error', 'Incorrect order state', {
      extra: { 'order-state': stateCode(now) },
    });
  }
}

async function cancelMany(
  { orders }: SignedCallDeps,
  { access: { memberId }, inputs }: SignedRequestContext,
): Promise<HtxBatchCancel> {
  const ids = listIn(inputs, 'order-ids', CANCELS_MAX);
  const names = listIn(inputs, 'client-order-ids', CANCELS_MAX);
  if (ids === undefined && names === undefined) throw missing('order-ids');
  const done: HtxBatchCancel = { success: [], failed: [] };
  const one = async (given: { id?: string; name?: string }) => {
    const { id = '', name = '' } = given;
    try {
      const order =
        given.id === undefined
          ? await orders.findByClientOrderId(memberId, name)
          : await orders.find(memberId, idIn(id));
      await cancel(orders, memberId, order);
      done.success.push(given.id ?? name);
    } catch (error) {
      const { code, message, extra } = faultOfRefusal(error) ?? internalError();
      done.failed.push({
        'order-id': id,
        'client-order-id': name,
        'err-code': code,
        'err-msg': message,
        'order-state': Number(extra['order-state'] ?? cancelCodes.gone),
      });
    }
  };
  await Promise.all([
    ...(ids ?? []).map((id) => one({ id })),
    ...(ids === undefined ? (names ?? []) : []).map((name) => one({ name })),
  ]);
  return done;
}

/** Cancels the newest open orders, up to `size` of them. */
async function cancelOpen(
  { orders }: SignedCallDeps,
  { access, inputs }: SignedRequestContext,
): Promise<HtxOpenOrdersCancel> {
  checkAccount(access, textIn(inputs, 'account-id'));
  const { memberId } = access;
  const limit = sizeIn(inputs, OPEN_CANCELS_MAX, OPEN_CANCELS_MAX);
  const symbols = namesIn(inputs, 'symbol', CANCELLED_SYMBOLS_MAX);
  const kinds = kindsIn(inputs);
  const found = await orders.list({
    memberId,
    states: OPEN_STATES,
    symbols,
    kinds,
    limit: limit + 1,
  });
  const next = found[limit];
  const chosen = found.slice(0, limit);
  const settled = await Promise.allSettled(chosen.map((order) => orders.cancel(order)));
  const failed = settled.filter(({ status }) => status === 'rejected').length;
  const count = { 'success-count': chosen.length - failed, 'failed-count': failed };
  return { ...count, 'next-id': next?.id ?? -1 };
}

/** `buy-limit-maker`. @throws order-type-invalid */
function orderTypeOf(kind: string): OrderTerms {
  const terms = termsOf(kind);
  if (terms !== undefined) return terms;
  throw new HtxFault('order-type-invalid', `Order type \`${kind}\` is not supported.`);
}

/** Fields of trigger orders. */
const STOP_FIELDS = ['stop-price', 'operator'];
const UNKNOWN_FIELDS = ['stopLossPrice', 'takeProfitPrice'];

/** A trigger order must not be placed as an immediate one. @throws order-type-invalid */
function checkNoTrigger(inputs: Inputs, isStopLimit: boolean): void {
  const refused = isStopLimit ? UNKNOWN_FIELDS : [...STOP_FIELDS, ...UNKNOWN_FIELDS];
  const trigger = refused.find((name) => (inputs[name] ?? '') !== '');
  if (trigger === undefined) return;
  throw new HtxFault('order-type-invalid', `Orders with \`${trigger}\` are not supported.`);
}

/** A sell stops at a lower price and a buy at a higher one, unless `operator` says otherwise. @throws validation-constraints-required */
function stopIn(inputs: Inputs, side: OrderTerms['side']) {
  const price = decimalIn(inputs, 'stop-price');
  if (price === undefined) throw missing('stop-price');
  const stops = side === 'sell' ? 'lte' : 'gte';
  const operator = choiceIn(inputs, 'operator', ['gte', 'lte']) ?? stops;
  const kind = operator === stops ? 'stopLimit' : 'takeProfitLimit';
  return { kind, triggerPrice: price } as const;
}

/** A margin order must not be paid with the member's own money. @throws order-source-invalid, validation-format-error */
function checkNoLoan(inputs: Inputs): void {
  const source = textIn(inputs, 'source') ?? '';
  if (!source.includes('margin')) return;
  throw new HtxFault('order-source-invalid', `invalid order source \`${source}\``);
}
