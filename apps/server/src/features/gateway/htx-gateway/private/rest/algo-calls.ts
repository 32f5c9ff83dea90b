/** HTX's conditional orders: `/v2/algo-orders`, which watch the last trade. A rejected one says why; nothing is reserved before the trigger. */
import { formatDecimal, type Rate } from '@tern/money';
import type { HtxAlgoCancel, HtxAlgoOrder } from '@tern/protocol';
import { requestHash } from '../../../../../kernel/requests/idempotency.ts';
import { Refusal } from '../../../../../kernel/requests/refusal.ts';
import { turnsOfRows } from '../../../../../platform/turns.ts';
import type {
  ConditionalOrder,
  ConditionalRange,
  ConditionalStatus,
  TimeInForce,
} from '../../../../trading/spot/index.ts';
import { HtxFault } from '../../../keys/index.ts';
import { rejectionOf, sourceNames } from '../order-shape.ts';
import { checkAccount } from './account-calls.ts';
import {
  choiceIn,
  clientOrderIdIn,
  decimalIn,
  formatError,
  type Inputs,
  listIn,
  missing,
  textIn,
  wholeIn,
} from './request-fields.ts';
import {
  Page,
  type SignedCall,
  type SignedCallDeps,
  type SignedRequestContext,
} from './signed-call.ts';

const CANCELS_MAX = 50;
const SIZE = 100;
const SIZE_MAX = 500;
/** Orders that cost as much as a light call. */
const ORDERS_OF_TURN = 2;

const sizeOf = (inputs: Inputs): number => {
  const size = wholeIn(inputs, 'limit') ?? SIZE;
  if (size < 1) throw formatError('limit');
  return Math.min(size, SIZE_MAX);
};

const read = (path: string, answer: SignedCall['answer'], isList = false): SignedCall => ({
  method: 'GET',
  path: `/v2/algo-orders/${path}`,
  scope: 'read',
  answer,
  ...(isList && { turns: (inputs: Inputs) => turnsOfRows(sizeOf(inputs)) }),
});

export const algoCalls: readonly SignedCall[] = [
  { method: 'POST', path: '/v2/algo-orders', scope: 'trade', answer: place },
  {
    method: 'POST',
    path: '/v2/algo-orders/cancellation',
    scope: 'trade',
    turns: ({ clientOrderIds: ids }) =>
      Array.isArray(ids)
        ? Math.max(1, Math.ceil(Math.min(ids.length, CANCELS_MAX) / ORDERS_OF_TURN))
        : 1,
    answer: cancelMany,
  },
  read('opening', (deps, context) => list(deps, context, ['waiting']), true),
  read('history', history, true),
  read('specific', async (deps, { access, inputs }) => {
    const name = nameIn(inputs);
    const order = await deps.orders.conditional.findByClientOrderId(access.memberId, name);
    if (order === undefined) throw notFound(name);
    return rowOf(deps, order);
  }),
];

const notFound = (name: string) =>
  new HtxFault('algo-order-not-found', `No conditional order has the clientOrderId ${name}.`);

function nameIn(inputs: Inputs): string {
  const name = clientOrderIdIn(inputs, 'clientOrderId');
  if (name === undefined) throw missing('clientOrderId');
  return name;
}

/** The same order with the same `clientOrderId` is placed once. */
async function place({ orders }: SignedCallDeps, { access, inputs }: SignedRequestContext) {
  const { memberId } = access;
  checkAccount(access, requiredIn(inputs, 'accountId'));
  const clientOrderId = nameIn(inputs);
  const side = choiceIn(inputs, 'orderSide', ['buy', 'sell']);
  const type = choiceIn(inputs, 'orderType', ['limit', 'market']);
  if (side === undefined) throw missing('orderSide');
  if (type === undefined) throw missing('orderType');
  const [size, value] = [decimalIn(inputs, 'orderSize'), decimalIn(inputs, 'orderValue')];
  const isByValue = side === 'buy' && type === 'market';
  // The other one must not be passed over.
  if (isByValue ? size !== undefined : value !== undefined) {
    throw formatError(isByValue ? 'orderSize' : 'orderValue');
  }
  const order = {
    symbol: requiredIn(inputs, 'symbol'),
    side,
    ...triggerIn(inputs, type),
    price: type === 'limit' ? decimalIn(inputs, 'orderPrice') : undefined,
    quantity: size,
    total: value,
    timeInForce: timeInForceIn(inputs, type),
  };
  const hash = requestHash('POST /v2/algo-orders', order);
  const key = { memberId, key: `algo/${clientOrderId}`, requestHash: hash };
  const by = { memberId, source: 'algo', clientOrderId, key } as const;
  await orders.conditional.place({ ...order, ...by, watches: 'last' });
  return { clientOrderId };
}

/** With a rate it follows the price once that has passed `stopPrice`; without, it is met there, from whichever side. */
function triggerIn(inputs: Inputs, type: 'limit' | 'market') {
  const [stop, rate] = [decimalIn(inputs, 'stopPrice'), decimalIn(inputs, 'trailingRate')];
  if (stop === undefined) throw missing('stopPrice');
  if (rate === undefined) {
    return { kind: type, triggerPrice: stop, rate: undefined, startPrice: undefined } as const;
  }
  if (type !== 'market' || !/^0\.0([0-4]\d?|50?)$/.test(rate) || Number(rate) === 0) {
    throw formatError('trailingRate');
  }
  return { kind: 'trailingStop', triggerPrice: undefined, rate, startPrice: stop } as const;
}

const timesInForce: Readonly<Record<string, TimeInForce | undefined>> = {
  gtc: undefined,
  boc: 'post-only',
  ioc: 'immediate-or-cancel',
  fok: 'fill-or-kill',
};

/** A market order is always immediate or cancel. */
function timeInForceIn(inputs: Inputs, type: 'limit' | 'market'): TimeInForce | undefined {
  const given = choiceIn(inputs, 'timeInForce', ['gtc', 'boc', 'ioc', 'fok']);
  if (type === 'limit') return given === undefined ? undefined : timesInForce[given];
  if (given !== undefined && given !== 'ioc') throw formatError('timeInForce');
  return undefined;
}

/** Each by itself: one that does not wait any more is among the rejected. */
async function cancelMany(
  { orders }: SignedCallDeps,
  { access: { memberId }, inputs }: SignedRequestContext,
): Promise<HtxAlgoCancel> {
  const names = listIn(inputs, 'clientOrderIds', CANCELS_MAX);
  if (names === undefined || names.length === 0) throw missing('clientOrderIds');
  const done: HtxAlgoCancel = { accepted: [], rejected: [] };
  const one = async (name: string) => {
    try {
      const order = await orders.conditional.findByClientOrderId(memberId, name);
      if (order === undefined) throw new Refusal('not-found');
      await orders.conditional.cancel(memberId, order.id);
      done.accepted.push(name);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      done.rejected.push(name);
    }
  };
  await Promise.all([...new Set(names)].map(one));
  return done;
}

const statusesByName: Readonly<Record<string, ConditionalStatus>> = {
  canceled: 'cancelled',
  rejected: 'rejected',
  triggered: 'triggered',
};

function history(deps: SignedCallDeps, context: SignedRequestContext): Promise<Page> {
  const { inputs } = context;
  requiredIn(inputs, 'symbol');
  const name = choiceIn(inputs, 'orderStatus', ['canceled', 'rejected', 'triggered']);
  if (name === undefined) throw missing('orderStatus');
  return list(deps, context, [statusesByName[name]!]);
}

/** One more row than asked for names the next page. */
async function list(
  deps: SignedCallDeps,
  { access, inputs }: SignedRequestContext,
  statuses: ConditionalRange['statuses'],
): Promise<Page> {
  checkAccount(access, textIn(inputs, 'accountId'));
  const size = sizeOf(inputs);
  const type = choiceIn(inputs, 'orderType', ['limit', 'market']);
  const found = await deps.orders.conditional.list({
    memberId: access.memberId,
    statuses,
    symbol: textIn(inputs, 'symbol'),
    side: choiceIn(inputs, 'orderSide', ['buy', 'sell']),
    isLimit: type === undefined ? undefined : type === 'limit',
    since: wholeIn(inputs, 'startTime'),
    until: wholeIn(inputs, 'endTime'),
    from: wholeIn(inputs, 'fromId'),
    isOldestFirst: choiceIn(inputs, 'sort', ['asc', 'desc']) === 'asc',
    limit: size + 1,
  });
  const next = found[size];
  const rows = found.slice(0, size).map((order) => rowOf(deps, order));
  return new Page(rows, next === undefined ? {} : { nextId: next.id });
}

const stateNames: Readonly<Record<ConditionalStatus, HtxAlgoOrder['orderStatus']>> = {
  waiting: 'created',
  triggered: 'triggered',
  cancelled: 'canceled',
  rejected: 'rejected',
};
const timeNames = {
  'post-only': 'boc',
  'immediate-or-cancel': 'ioc',
  'fill-or-kill': 'fok',
} as const satisfies Record<TimeInForce, string>;

function rowOf({ instruments }: SignedCallDeps, order: ConditionalOrder): HtxAlgoOrder {
  const { symbol, base, quote } = instruments.findById(order.instrumentId)!;
  const { limitPrice, quantity, budget, timeInForce, met, orderId, rejection } = order;
  const isLimit = limitPrice !== undefined;
  const coin = order.side === 'buy' ? quote : base;
  return {
    orderOrigTime: order.createdAt,
    lastActTime: order.updatedAt,
    symbol,
    source: sourceNames[order.source],
    accountId: order.memberId,
    clientOrderId: order.clientOrderId ?? '',
    orderSide: order.side,
    orderType: isLimit ? 'limit' : 'market',
    ...(isLimit ? { orderPrice: formatDecimal(limitPrice) } : {}),
    ...(quantity === undefined ? {} : { orderSize: formatDecimal(quantity) }),
    ...(budget === undefined ? {} : { orderValue: formatDecimal(budget) }),
    timeInForce: isLimit ? (timeInForce ? timeNames[timeInForce] : 'gtc') : 'ioc',
    stopPrice: formatDecimal(order.triggerPrice ?? order.startPrice ?? 0n),
    ...(order.rate === undefined ? {} : { trailingRate: formatDecimal(order.rate as Rate) }),
    orderStatus: stateNames[order.status],
    ...(met === undefined ? {} : { orderCreateTime: met.at }),
    ...(orderId === undefined ? {} : { orderId: String(orderId) }),
    ...(rejection === undefined
      ? {}
      : rejectionOf({
          code: rejection.code,
          coin,
          needed: formatDecimal(rejection.needed),
          available: formatDecimal(rejection.available),
        })),
  };
}

function requiredIn(inputs: Inputs, name: string): string {
  const text = textIn(inputs, name);
  if (text === undefined) throw missing(name);
  return text;
}
