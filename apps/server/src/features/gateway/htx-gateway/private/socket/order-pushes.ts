/** The pushes of an order event: creation, each trade, amendment, cancellation. Pure. */
import { type Amount, add, decimal, formatDecimal, subtract, ZERO } from '@tern/money';
import type {
  HtxClearingPush,
  HtxOrderPush,
  HtxOrderState,
  SpotFillRow,
  SpotOrderEvent,
} from '@tern/protocol';
import { orderState, sourceNames } from '../order-shape.ts';
import { timeInForceOf, typeOf } from '../order-types.ts';

export interface OrderPush {
  order: HtxOrderPush;
  /** Undefined for creations and amendments. */
  clearing: HtxClearingPush | undefined;
}

const MAKER = 1;

/** In chronological order. */
export function orderPushes(event: SpotOrderEvent, accountId: number): OrderPush[] {
  const { fills = [], isNew = false } = event;
  const pushes: OrderPush[] = [];
  if (isNew) pushes.push({ order: creation(event, accountId), clearing: undefined });
  let filled = subtract(amount(event.dealNum), sum(fills.map((fill) => fill.quantity)));
  let spent = subtract(amount(event.dealTotal), sum(fills.map((fill) => fill.total)));
  for (const fill of fills) {
    filled = add(filled, amount(fill.quantity));
    spent = add(spent, amount(fill.total));
    const isLast = event.status === 2 && fill === fills.at(-1);
    const orderStatus = isLast ? 'filled' : 'partial-filled';
    const left = isLast ? ZERO : remaining(event, filled, spent);
    pushes.push(trade(event, { accountId, fill, orderStatus, filled, left }));
  }
  if (event.status === 3) pushes.push(cancellation(event, accountId));
  // Only another price or quantity changes an open order without a trade; a trade shows them too.
  if (pushes.length === 0) pushes.push({ order: amendment(event, accountId), clearing: undefined });
  return pushes;
}

const amount = (text: string) => decimal<Amount>(text);
const sum = (texts: readonly string[]) => texts.map(amount).reduce<Amount>(add, ZERO);

/** The numbers of the API. */
const ALGO = 3;
const sides = { 1: 'buy', 2: 'sell' } as const;
const types = { 1: 'limit', 2: 'market' } as const;

const sideOf = (event: SpotOrderEvent) => sides[event.side as 1 | 2];
/** Once it is placed, a stop limit is a limit order here, as at HTX. */
const typeOfEvent = (event: SpotOrderEvent) =>
  typeOf({
    side: sideOf(event),
    type: types[event.type as 1 | 2],
    timeInForce: timeInForceOf(event.timeInForce),
  });
/** The order that a stop limit placed goes by that one's ids (ADR 75). */
const knownBy = (event: SpotOrderEvent): Pick<SpotOrderEvent, 'ID' | 'clientOrderId'> =>
  event.conditional !== undefined && event.mprice !== '0' && event.source !== ALGO
    ? event.conditional
    : event;
const isByValue = (event: SpotOrderEvent) => typeOfEvent(event) === 'buy-market';

function remaining(event: SpotOrderEvent, filled: Amount, spent: Amount): Amount {
  return isByValue(event)
    ? subtract(amount(event.musdt), spent)
    : subtract(amount(event.mnum), filled);
}

function shared(event: SpotOrderEvent, accountId: number) {
  const { ID: orderId, clientOrderId = '' } = knownBy(event);
  return {
    symbol: event.symbol,
    accountId,
    orderId,
    clientOrderId,
    orderPrice: event.mprice,
    ...(isByValue(event) ? { orderValue: event.musdt } : { orderSize: event.mnum }),
    orderCreateTime: Date.parse(event.CreatedAt),
  };
}

const APP = 1;
const sourceOf = ({ source }: SpotOrderEvent) => sourceNames[source === APP ? 'app' : 'api'];

function creation(event: SpotOrderEvent, accountId: number): HtxOrderPush {
  return {
    eventType: 'creation',
    orderStatus: 'submitted',
    ...shared(event, accountId),
    type: typeOfEvent(event),
    orderSource: sourceOf(event),
    // HTX omits both, but without them clients do not know the filled amount, not even zero.
    execAmt: '0',
    remainAmt: formatDecimal(remaining(event, ZERO, ZERO)),
  };
}

/** HTX has none: without it, a client would not know the new size. */
function amendment(event: SpotOrderEvent, accountId: number): HtxOrderPush {
  const filled = amount(event.dealNum);
  return {
    eventType: 'amendment',
    orderStatus: orderState('open', filled > ZERO),
    ...shared(event, accountId),
    type: typeOfEvent(event),
    orderSource: sourceOf(event),
    execAmt: formatDecimal(filled),
    remainAmt: formatDecimal(remaining(event, filled, ZERO)),
    lastActTime: Date.parse(event.UpdatedAt),
  };
}

interface TradeFacts {
  accountId: number;
  fill: SpotFillRow;
  orderStatus: HtxOrderState;
  filled: Amount;
  left: Amount;
}

function trade(event: SpotOrderEvent, facts: TradeFacts): OrderPush {
  const { accountId, fill, orderStatus, filled, left } = facts;
  const same = {
    eventType: 'trade' as const,
    orderStatus,
    ...shared(event, accountId),
    tradePrice: fill.price,
    tradeVolume: fill.quantity,
    tradeId: fill.ID,
    tradeTime: Date.parse(fill.CreatedAt),
    aggressor: fill.role !== MAKER,
  };
  const remainAmt = formatDecimal(left);
  return {
    order: {
      ...same,
      type: typeOfEvent(event),
      orderSource: sourceOf(event),
      execAmt: formatDecimal(filled),
      remainAmt,
    },
    clearing: {
      ...same,
      source: sourceOf(event),
      orderSide: sideOf(event),
      orderType: typeOfEvent(event),
      transactFee: fill.fee,
      feeCurrency: fill.feeCoin.toLowerCase(),
      feeDeduct: '0',
      feeDeductType: '',
    },
  };
}

function cancellation(event: SpotOrderEvent, accountId: number): OrderPush {
  const filled = amount(event.dealNum);
  const same = {
    eventType: 'cancellation' as const,
    orderStatus: orderState('cancelled', filled > ZERO),
    ...shared(event, accountId),
    remainAmt: formatDecimal(remaining(event, filled, amount(event.dealTotal))),
  };
  return {
    order: {
      ...same,
      type: typeOfEvent(event),
      orderSource: sourceOf(event),
      execAmt: event.dealNum,
      lastActTime: Date.parse(event.UpdatedAt),
    },
    clearing: {
      ...same,
      source: sourceOf(event),
      orderSide: sideOf(event),
      orderType: typeOfEvent(event),
    },
  };
}
