/** Signed calls that find and list orders and trades. */
import { formatDecimal } from '@tern/money';
import type { HtxMatch } from '@tern/protocol';
import { turnsOfRows } from '../../../../../platform/turns.ts';
import { Refusal } from '../../../../../kernel/requests/refusal.ts';
import type { ApiOrder, Fill } from '../../../../trading/spot/index.ts';
import { htxOpenOrder, htxOrder, sourceNames } from '../order-shape.ts';
import { typeOf } from '../order-types.ts';
import { checkAccount } from './account-calls.ts';
import {
  clientOrderIdIn,
  directionIn,
  idIn,
  type Inputs,
  kindsIn,
  missing,
  OPEN_STATES,
  sizeIn,
  spanIn,
  statesIn,
  textIn,
  wholeIn,
} from './request-fields.ts';
import type { SignedCall, SignedCallDeps } from './signed-call.ts';

const SIZE = 100;
const OPEN_SIZE_MAX = 500;
const LIST_SIZE_MAX = 500;
const HISTORY_SIZE_MAX = 1_000;
const MATCHES_SIZE_MAX = 500;

const get = (
  path: string,
  answer: SignedCall['answer'],
  turns?: SignedCall['turns'],
): SignedCall => {
  return {
    method: 'GET',
    path: `/v1/order/${path}`,
    scope: 'read',
    answer,
    ...(turns && { turns }),
  };
};

const upTo = (max: number) => (inputs: Inputs) => turnsOfRows(sizeIn(inputs, SIZE, max));

const fillPageIn = (inputs: Inputs) => ({
  symbol: textIn(inputs, 'symbol'),
  kinds: kindsIn(inputs),
  from: wholeIn(inputs, 'from'),
  direction: directionIn(inputs),
});

function orderPageIn(inputs: Inputs) {
  const { symbol, ...page } = fillPageIn(inputs);
  return { ...page, symbols: symbol === undefined ? undefined : [symbol] };
}

export const listCalls: readonly SignedCall[] = [
  get(
    'openOrders',
    async (deps, { access, inputs }) => {
      checkAccount(access, textIn(inputs, 'account-id'));
      const orders = await deps.orders.list({
        memberId: access.memberId,
        ...orderPageIn(inputs),
        states: OPEN_STATES,
        limit: sizeIn(inputs, SIZE, OPEN_SIZE_MAX),
      });
      return orders.map((order) => htxOpenOrder(order, instrumentOf(deps, order)));
    },
    upTo(OPEN_SIZE_MAX),
  ),
  get(
    'orders',
    async (deps, { access, inputs }) => {
      const page = orderPageIn(inputs);
      if (page.symbols === undefined) throw missing('symbol');
      const limit = sizeIn(inputs, SIZE, LIST_SIZE_MAX);
      const states = statesIn(inputs);
      const query = { memberId: access.memberId, states, limit };
      return rows(deps, await deps.orders.list({ ...query, ...page, ...spanIn(inputs) }));
    },
    upTo(LIST_SIZE_MAX),
  ),
  get(
    'history',
    async (deps, { access, inputs }) => {
      const query = { memberId: access.memberId, limit: sizeIn(inputs, SIZE, HISTORY_SIZE_MAX) };
      const page = orderPageIn(inputs);
      return rows(deps, await deps.orders.list({ ...query, ...page, ...spanIn(inputs) }));
    },
    upTo(HISTORY_SIZE_MAX),
  ),
  get(
    'matchresults',
    async (deps, { access, inputs }) => {
      const query = { memberId: access.memberId, limit: sizeIn(inputs, SIZE, MATCHES_SIZE_MAX) };
      const fills = await deps.orders.listFills({
        ...query,
        ...fillPageIn(inputs),
        ...spanIn(inputs),
      });
      return fills.map((fill) => match(fill, deps));
    },
    upTo(MATCHES_SIZE_MAX),
  ),
  get('orders/getClientOrder', async (deps, { access, inputs }) => {
    const name = clientOrderIdIn(inputs, 'clientOrderId');
    if (name === undefined) throw missing('clientOrderId');
    const order = await deps.orders.findByClientOrderId(access.memberId, name);
    return rows(deps, [found(order)])[0];
  }),
  get('orders/:id', async (deps, { access, params }) => {
    const order = await deps.orders.find(access.memberId, idIn(params['id'] ?? ''));
    return rows(deps, [found(order)])[0];
  }),
  get('orders/:id/matchresults', async (deps, { access, params }) => {
    const order = await deps.orders.find(access.memberId, idIn(params['id'] ?? ''));
    const fills = await deps.orders.fillsOf(found(order));
    return fills.map((fill) => match(fill, deps));
  }),
];

function found(order: ApiOrder | undefined): ApiOrder {
  if (order === undefined) throw new Refusal('not-found');
  return order;
}

const instrumentOf = ({ instruments }: SignedCallDeps, of: { instrumentId: number }) =>
  instruments.findById(of.instrumentId)!;

const rows = (deps: SignedCallDeps, orders: readonly ApiOrder[]) =>
  orders.map((order) => htxOrder(order, instrumentOf(deps, order)));

function match(fill: Fill, deps: SignedCallDeps): HtxMatch {
  const { symbol, base, quote } = instrumentOf(deps, fill);
  const feeAsset = fill.side === 'buy' ? base : quote;
  return {
    id: fill.id,
    'match-id': fill.id,
    'trade-id': fill.id,
    'order-id': fill.orderId,
    symbol,
    type: typeOf(fill),
    source: sourceNames[fill.source],
    price: formatDecimal(fill.price),
    'filled-amount': formatDecimal(fill.quantity),
    'filled-fees': formatDecimal(fill.fee),
    'fee-currency': feeAsset.toLowerCase(),
    'filled-points': '0.0',
    'fee-deduct-currency': '',
    'fee-deduct-state': 'done',
    role: fill.isMaker ? 'maker' : 'taker',
    'created-at': fill.createdAt,
    'updated-at': fill.createdAt,
  };
}
