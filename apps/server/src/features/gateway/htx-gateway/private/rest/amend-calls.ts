/** Signed calls that change open orders. HTX has none: they are ours, in the form of its calls that place orders. */
import type { HtxBatchPlaced } from '@tern/protocol';
import { Refusal } from '../../../../../kernel/requests/refusal.ts';
import type { ApiOrder } from '../../../../trading/spot/index.ts';
import { internalError } from '../../../keys/index.ts';
import { faultOfRefusal } from './answers.ts';
import {
  clientOrderIdIn,
  decimalIn,
  idIn,
  type Inputs,
  missing,
  objectsIn,
  textIn,
} from './request-fields.ts';
import {
  type SignedCall,
  type SignedCallDeps,
  type SignedRequestContext,
  turnsOfOrders,
} from './signed-call.ts';

const AMENDED_MAX = 10;

export const amendCalls: readonly SignedCall[] = [
  {
    method: 'POST',
    path: '/v1/order/orders/:id/amend',
    scope: 'trade',
    async answer({ orders }, { access, inputs, params }) {
      const order = await orders.find(access.memberId, idIn(params['id'] ?? ''));
      return amend(orders, order, inputs);
    },
  },
  {
    method: 'POST',
    path: '/v1/order/batch-amend',
    scope: 'trade',
    listBody: 'orders',
    turns: ({ orders }) => turnsOfOrders(orders),
    answer: amendMany,
  },
];

/**
 * Returns the order's id as text, which stays. What is absent stays too; `amount` counts what is filled.
 * @throws validation-constraints-required, base-record-invalid, and the refusals of an amendment
 */
async function amend(
  orders: SignedCallDeps['orders'],
  order: ApiOrder | undefined,
  inputs: Inputs,
): Promise<string> {
  const [quantity, price] = [decimalIn(inputs, 'amount'), decimalIn(inputs, 'price')];
  if (quantity === undefined && price === undefined) throw missing('amount');
  if (order === undefined) throw new Refusal('not-found');
  await orders.amend(order, { quantity, price });
  return String(order.id);
}

/** One row for each order, in the given order; a refused change does not affect the others. */
async function amendMany(
  { orders }: SignedCallDeps,
  { access: { memberId }, inputs }: SignedRequestContext,
): Promise<HtxBatchPlaced[]> {
  const one = async (given: Inputs): Promise<HtxBatchPlaced> => {
    const named = given['client-order-id'];
    const identified =
      typeof named === 'string' && named !== '' ? { 'client-order-id': named } : {};
    try {
      const id = await amend(orders, await findOrder(orders, memberId, given), given);
      return { 'order-id': Number(id), ...identified };
    } catch (error) {
      const { code, message } = faultOfRefusal(error) ?? internalError();
      const id = Number(given['order-id']);
      const known = Number.isSafeInteger(id) && id > 0 ? { 'order-id': id } : {};
      return { ...known, ...identified, 'err-code': code, 'err-msg': message };
    }
  };
  return Promise.all(objectsIn(inputs, 'orders', AMENDED_MAX).map(one));
}

/** By `order-id`, else by `client-order-id`. @throws validation-constraints-required */
function findOrder(
  orders: SignedCallDeps['orders'],
  memberId: number,
  given: Inputs,
): Promise<ApiOrder | undefined> {
  const id = textIn(given, 'order-id');
  if (id !== undefined) return orders.find(memberId, idIn(id));
  const name = clientOrderIdIn(given);
  if (name === undefined) throw missing('order-id');
  return orders.findByClientOrderId(memberId, name);
}
