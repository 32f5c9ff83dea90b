/** The check of a receipt that only this device can make: against the order on screen; pure. */
import { formatDecimal, parseDecimal, ZERO } from '@tern/money';
import type { TriggerReceipt } from '@tern/proofs';
import type { Conditional } from './conditional-orders.ts';

export interface OwnCheck {
  readonly name: 'record';
  readonly pass: boolean;
  readonly why: string;
  readonly number?: number;
}

const same = (value: string) => formatDecimal(parseDecimal(value) ?? ZERO);
const given = (value: string | null) => value ?? '0';

/** The same facts twice: from the record, and from the receipt. */
function factsOf(shown: Conditional, { order, former, trigger }: TriggerReceipt) {
  const { met, rejection } = shown;
  const [accepted = order] = former ?? [];
  return {
    number: [String(shown.ID), order.id],
    market: [shown.symbol, order.symbol],
    side: [shown.side, order.side],
    'watched price': [shown.watches, order.watches],
    direction: [shown.isAbove ? 'gte' : 'lte', order.operator],
    // A trailing stop shows what meets it now.
    'trigger price': [
      order.rate === null ? same(shown.triggerPrice) : '0',
      given(order.triggerPrice),
    ],
    distance: [same(shown.rate), given(order.rate)],
    'limit price': [same(shown.limitPrice), given(order.limitPrice)],
    quantity: [same(shown.quantity), given(order.quantity)],
    total: [same(shown.sum), given(order.budget)],
    'time of acceptance': [Date.parse(shown.createdAt), accepted.acceptedAt],
    'number of the price': [met?.number, trigger.number],
    'price that met it': [met && same(met.price), trigger.price],
    'order placed': [shown.orderId === undefined ? null : String(shown.orderId), trigger.orderId],
    'reason why none was placed': [rejection?.code, trigger.rejection?.code],
  } as const;
}

/** Fails a record that differs from its receipt, even if the receipt itself is valid. */
export function checkOwnRecord(shown: Conditional, receipt: TriggerReceipt): OwnCheck {
  const wrong = Object.entries(factsOf(shown, receipt)).find(([, [here, there]]) => here !== there);
  if (wrong === undefined) {
    return { name: 'record', pass: true, why: 'the record says what the receipt says' };
  }
  const [what, [here, there]] = wrong;
  return { name: 'record', pass: false, why: `${what} is ${there} in the receipt, not ${here}` };
}
