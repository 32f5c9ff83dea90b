/** The fee of a fill: an order's fees round as one amount, not fill by fill (ADR 79). Pure. */
import {
  type Amount,
  add,
  divideInteger,
  ONE,
  portion,
  quantize,
  type Rate,
  smaller,
  subtract,
} from '@tern/money';

/** An order's part in a fill. Amounts are of the asset that it receives: base for a buy, quote for a sell. */
export interface FilledPart {
  isTaker: boolean;
  received: Amount;
  /** By the fills before. */
  receivedBefore: Amount;
  /** Of the asset received. */
  scale: number;
}

interface ChargedOrder {
  makerFee: Rate;
  takerFee: Rate;
  /** Charged so far. */
  fee: Amount;
  receivedAsTaker: Amount | undefined;
}

/** What the order has to pay for all that it received: rounded up once, and never more than it received. */
function feeOfOrder(
  { makerFee, takerFee }: Pick<ChargedOrder, 'makerFee' | 'takerFee'>,
  received: { all: Amount; asTaker: Amount },
  scale: number,
): Amount {
  const asMaker = subtract(received.all, received.asTaker);
  const exact = received.asTaker * takerFee + asMaker * makerFee;
  return quantize(divideInteger(exact, ONE, 'up') as Amount, scale, 'up');
}

/**
 * What a fill adds to the order's fee: what is due for all fills, less what was charged. It may be nothing, and is never
 * more than the fill brings.
 */
export function feeOfFill(
  order: ChargedOrder,
  { isTaker, received, receivedBefore, scale }: FilledPart,
): Pick<ChargedOrder, 'receivedAsTaker'> & { fee: Amount } {
  if (order.receivedAsTaker === undefined) {
    const ratio = isTaker ? order.takerFee : order.makerFee;
    const fee = smaller(quantize(portion(received, ratio, 'up'), scale, 'up'), received);
    return { fee, receivedAsTaker: undefined };
  }
  const asTaker = isTaker ? add(order.receivedAsTaker, received) : order.receivedAsTaker;
  const due = feeOfOrder(order, { all: add(receivedBefore, received), asTaker }, scale);
  return { fee: subtract(due, order.fee), receivedAsTaker: asTaker };
}
