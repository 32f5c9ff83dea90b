/** HTX's order types as our side, type and time in force. */
import type { TimeInForce, Order } from '../../../../trading/spot/index.ts';
import { HtxFault } from '../../../keys/index.ts';
import { type Inputs, textIn } from './request-fields.ts';

interface OrderType extends Pick<Order, 'side' | 'type'> {
  timeInForce?: TimeInForce;
}

const typesByName: Record<string, Omit<OrderType, 'side'>> = {
  limit: { type: 'limit' },
  market: { type: 'market' },
  'limit-maker': { type: 'limit', timeInForce: 'post-only' },
  ioc: { type: 'limit', timeInForce: 'immediate-or-cancel' },
  'limit-fok': { type: 'limit', timeInForce: 'fill-or-kill' },
};

/** `buy-limit-maker`. @throws order-type-invalid */
export function orderTypeOf(kind: string): OrderType {
  const [, side, name = ''] = /^(buy|sell)-([a-z-]+)$/.exec(kind) ?? [];
  const type = Object.hasOwn(typesByName, name) ? typesByName[name] : undefined;
  if (type !== undefined) return { ...type, side: side as OrderType['side'] };
  throw new HtxFault('order-type-invalid', `Order type \`${kind}\` is not supported.`);
}

/** Fields of trigger orders. */
const TRIGGERS = ['stop-price', 'operator', 'stopLossPrice', 'takeProfitPrice'];

/** A trigger order must not be placed as an immediate one. @throws order-type-invalid */
export function checkNoTrigger(inputs: Inputs): void {
  const trigger = TRIGGERS.find((name) => (inputs[name] ?? '') !== '');
  if (trigger === undefined) return;
  throw new HtxFault('order-type-invalid', `Orders with \`${trigger}\` are not supported.`);
}

/** A margin order must not be paid with the member's own money. @throws order-source-invalid, validation-format-error */
export function checkNoLoan(inputs: Inputs): void {
  const source = textIn(inputs, 'source') ?? '';
  if (!source.includes('margin')) return;
  throw new HtxFault('order-source-invalid', `invalid order source \`${source}\``);
}
