/** Conditional orders in API format, and their live events. */
import { trailingPrice } from '@tern/matching';
import { formatDecimal } from '@tern/money';
import { type ConditionalOrderEvent, type ConditionalOrderRow, ocoEnd } from '@tern/protocol';
import type { Instrument } from '../../../../kernel/catalog/instruments.ts';
import type { MemberEvent } from '../../../../kernel/events/member-events.ts';
import { isoTime } from '../../../../platform/clock.ts';
import { sideCodes, sourceCodes, timeInForceCodes } from '../order.ts';
import {
  type Attached,
  attachedEndCodes,
  conditionalStatusCodes,
  conditionOf,
  type ConditionalAmendment,
  type ConditionalOrder,
  kindCodes,
  operatorCodes,
  type Pair,
  pauseCodes,
  watchCodes,
} from './conditional-order.ts';

const text = (value: bigint | undefined) => formatDecimal(value ?? 0n);

export function conditionalRow(
  order: ConditionalOrder,
  instrument: Instrument,
): ConditionalOrderRow {
  const { met, rejection } = order;
  return {
    ID: order.id,
    CreatedAt: isoTime(order.createdAt),
    UpdatedAt: isoTime(order.updatedAt),
    symbol: instrument.symbol,
    base: instrument.base,
    quote: instrument.quote,
    side: sideCodes[order.side],
    kind: kindCodes[order.kind],
    watches: watchCodes[order.watches],
    operator: operatorCodes[order.operator],
    triggerPrice: text(triggerOf(order, instrument)),
    rate: text(order.rate),
    startPrice: text(order.startPrice),
    bestPrice: text(order.bestPrice),
    mprice: text(order.limitPrice),
    mnum: text(order.quantity),
    musdt: text(order.budget),
    status: conditionalStatusCodes[order.status],
    source: sourceCodes[order.source],
    ...(order.timeInForce === undefined
      ? {}
      : { timeInForce: timeInForceCodes[order.timeInForce] }),
    ...(order.clientOrderId === undefined ? {} : { clientOrderId: order.clientOrderId }),
    ...(met === undefined
      ? {}
      : {
          met: {
            number: met.number,
            price: formatDecimal(met.price),
            at: isoTime(met.at),
            ...(met.before === undefined
              ? {}
              : {
                  before: { number: met.before.number, price: formatDecimal(met.before.price) },
                }),
            ...(met.afterPause === undefined ? {} : { afterPause: pauseCodes[met.afterPause] }),
          },
        }),
    ...(order.orderId === undefined ? {} : { orderId: order.orderId }),
    ...(order.pair === undefined ? {} : { pair: pairRow(order, order.pair) }),
    ...(order.attached === undefined ? {} : { attached: attachedRow(order.attached) }),
    ...(rejection === undefined
      ? {}
      : {
          rejection: {
            code: rejection.code,
            coin: order.side === 'buy' ? instrument.quote : instrument.base,
            needed: formatDecimal(rejection.needed),
            available: formatDecimal(rejection.available),
          },
        }),
  };
}

/** `ended` of a stop that its limit order has ended. */
function pairRow({ status, quantity }: ConditionalOrder, { orderId, price, filled }: Pair) {
  const row = { orderId, mprice: formatDecimal(price), dealNum: formatDecimal(filled) };
  if (status !== 'cancelled') return row;
  return { ...row, ended: filled === quantity ? ocoEnd.filled : ocoEnd.cancelled };
}

const attachedRow = ({ orderId, ended }: Attached) => ({
  orderId,
  ...(ended === undefined ? {} : { ended: attachedEndCodes[ended] }),
});

/** The price that meets it. */
function triggerOf(order: ConditionalOrder, { tickSize }: Instrument): bigint | undefined {
  const condition = conditionOf(order, tickSize);
  if (condition.kind === 'fixed') return condition.price;
  return condition.best === undefined ? undefined : trailingPrice(condition, condition.best);
}

/** One event for each that is new, was changed by its member or no longer waits, or whose order or other end was filled in part; a best price that moved is none. */
export function conditionalEvents(
  { inserted, changed, amendments }: ConditionalChanges,
  instrument: Instrument,
): MemberEvent[] {
  const isNew = new Set(inserted.map(({ id }) => id));
  const isAmended = new Set(amendments.map(({ conditionalId }) => conditionalId));
  const current = new Map(
    [
      ...inserted,
      ...changed.filter(
        ({ id, status, pair, attached }) =>
          status !== 'waiting' || pair || attached || isAmended.has(id),
      ),
    ].map((order) => [order.id, order]),
  );
  return [...current.values()].map((order) => {
    const data: ConditionalOrderEvent = {
      ...conditionalRow(order, instrument),
      ...(isNew.has(order.id) ? { isNew: true } : {}),
    };
    return { memberId: order.memberId, topic: 'spot.conditional', data };
  });
}

/** What a batch did: an order that it places and changes is in both, as it was accepted and as it is now. */
export interface ConditionalChanges {
  readonly inserted: readonly ConditionalOrder[];
  readonly changed: readonly ConditionalOrder[];
  readonly amendments: readonly ConditionalAmendment[];
}
