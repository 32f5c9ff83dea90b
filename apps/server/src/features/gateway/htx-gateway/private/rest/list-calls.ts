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
import { Page, type SignedCall, type SignedCallDeps } from './signed-call.ts';

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

/** A client that goes on from a time, not from a row, needs pages that end with a whole millisecond. */
function fillPageIn(inputs: Inputs) {
  const from = wholeIn(inputs, 'from');
  const filter = { symbol: textIn(inputs, 'symbol'), kinds: kindsIn(inputs) };
  return { ...filter, from, isWhole: from === undefined, direction: directionIn(inputs) };
}

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
        isWhole: false,
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
      const size = sizeIn(inputs, SIZE, HISTORY_SIZE_MAX);
      const page = { ...orderPageIn(inputs), ...spanIn(inputs), isWhole: true };
      const query = { memberId: access.memberId, limit: size + 1 };
      const { orders, next } = pageByTime(await deps.orders.list({ ...query, ...page }), {
        size,
        direction: page.direction,
      });
      return new Page(rows(deps, orders), next === undefined ? {} : { 'next-time': next });
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

/**
 * The orders of the page's milliseconds, of `found` with one more than its size. `next` is where the next page ends (`next`) or begins
 * (`prev`), undefined when this one has room for all; after a page of one millisecond it may be empty. Units: epoch milliseconds.
 */
function pageByTime(
  found: readonly ApiOrder[],
  { size, direction }: { size: number; direction: 'next' | 'prev' },
) {
  const isBack = direction === 'prev';
  const last = (isBack ? found.at(-size) : found[size - 1])?.createdAt;
  if (found.length <= size || last === undefined) return { orders: found, next: undefined };
  const orders = found.filter(({ createdAt }) => (isBack ? createdAt <= last : createdAt >= last));
  return { orders, next: last + (isBack ? 1 : -1) };
}

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
