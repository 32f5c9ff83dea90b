/** Spot in the API: calls to use cases and back; no decision, no SQL. */
import type { Price } from '@tern/money';
import { spotCalls, spotOrderType } from '@tern/protocol';
import { requestKeyOf } from '../../../kernel/requests/answer-once.ts';
import type { InstrumentRegistry } from '../../../kernel/catalog/instruments.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';
import type { Log } from '../../../platform/log.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { amendOrder, cancelOrder, cancelOrders } from './cancel-order.ts';
import type { Engines } from './engines.ts';
import { describeOrderReceipt } from './record/describe-receipt.ts';
import { describeOrder, listOrders } from './list-orders.ts';
import { placeOrder, readAmount } from './place-order.ts';

/** `type` and `buytype`: 1 limit, 2 market. */
const typeOf = (code: number | string) =>
  Number(code) === spotOrderType.limit ? 'limit' : 'market';

/** It replays some thousands of numbers: 40 ms. */
const RECEIPT_TURNS = 20;

export function spotRoutes(deps: {
  database: Database;
  lists: Reader;
  instruments: InstrumentRegistry;
  engines: Engines;
  clock: Clock;
  log: Log;
}): Route[] {
  const { database, lists, instruments, engines } = deps;
  return [
    route(
      spotCalls.upbbbuy,
      (context) => {
        const { symbol, mprice, mnum, musdt, buytype } = context.input;
        const amounts = { price: mprice, quantity: mnum, total: musdt };
        const { memberId } = context.caller;
        const key = requestKeyOf(spotCalls.upbbbuy, context);
        return placeOrder(engines, {
          memberId,
          symbol,
          side: 'buy',
          type: typeOf(buytype),
          ...amounts,
          key,
        });
      },
      { fields: { price: 'mprice', quantity: 'mnum', total: 'musdt' } },
    ),
    route(
      spotCalls.upbbsell,
      (context) => {
        const { symbol, mprice, mnum, type } = context.input;
        const amounts = { price: mprice, quantity: mnum, total: undefined };
        const { memberId } = context.caller;
        const key = requestKeyOf(spotCalls.upbbsell, context);
        return placeOrder(engines, {
          memberId,
          symbol,
          side: 'sell',
          type: typeOf(type),
          ...amounts,
          key,
        });
      },
      { fields: { price: 'mprice', quantity: 'mnum' } },
    ),
    route(spotCalls.clearorder, (context) => {
      const orderId = Number(context.input.id);
      const { memberId } = context.caller;
      return cancelOrder(database, engines, {
        memberId,
        orderId,
        key: requestKeyOf(spotCalls.clearorder, context),
      });
    }),
    route(
      spotCalls.amendorder,
      (context) => {
        const { id, mprice, mnum } = context.input;
        return amendOrder(database, engines, {
          memberId: context.caller.memberId,
          orderId: Number(id),
          limitPrice: readAmount<Price>(mprice, 'price'),
          quantity: readAmount(mnum, 'quantity'),
          key: requestKeyOf(spotCalls.amendorder, context),
        });
      },
      { fields: { price: 'mprice', quantity: 'mnum' } },
    ),
    route(
      spotCalls.clearorders,
      ({ caller, input }) =>
        cancelOrders(database, engines, {
          memberId: caller.memberId,
          orderIds: input.ids.map(Number),
        }),
      // As many as the calls that it replaces.
      { turns: ({ ids }) => ids.length },
    ),
    route(spotCalls.myBborderList, ({ caller, input }) =>
      listOrders(lists, instruments, { memberId: caller.memberId, input }),
    ),
    route(spotCalls.findBborder, ({ caller, input }) =>
      describeOrder(lists, instruments, {
        memberId: caller.memberId,
        orderId: Number(input.ID),
      }),
    ),
    route(
      spotCalls.orderReceipt,
      ({ caller, input }) =>
        describeOrderReceipt(deps, { memberId: caller.memberId, id: Number(input.ID) }),
      { turns: () => RECEIPT_TURNS },
    ),
  ];
}
