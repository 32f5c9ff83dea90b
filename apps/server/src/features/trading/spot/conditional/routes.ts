/** Conditional orders in the API: calls to use cases and back; no decision, no SQL. */
import { conditionalOrderCalls } from '@tern/protocol';
import { requestKeyOf } from '../../../../kernel/requests/answer-once.ts';
import type { Database } from '../../../../platform/database/database.ts';
import { type Route, route } from '../../../../platform/http/route.ts';
import type { Engines } from '../engines.ts';
import { nameOf, sideCodes, typeCodes } from '../order.ts';
import { amendConditional } from './amend-conditional.ts';
import { kindCodes, watchCodes } from './conditional-order.ts';
import { describeReceipt, type ReceiptDeps } from './describe-receipt.ts';
import { describeConditional, listAttached, listConditionals } from './list-conditionals.ts';
import {
  cancelConditional,
  type ConditionalsKnown,
  placeAttached,
  placeConditional,
  placeOco,
} from './place-conditional.ts';

export interface ConditionalDeps extends ReceiptDeps {
  readonly database: Database;
  readonly engines: Engines;
  readonly known: ConditionalsKnown;
  readonly pairsKnown: ConditionalsKnown;
  readonly changesKnown: ConditionalsKnown;
}

export function conditionalRoutes(deps: ConditionalDeps): Route[] {
  const { lists, instruments } = deps;
  const { placeConditional: place, placeOco: oco, placeAttached: attach } = conditionalOrderCalls;
  return [
    route(
      place,
      (context) => {
        const { symbol, side, kind, watches, ...amounts } = context.input;
        return placeConditional(deps, {
          memberId: context.caller.memberId,
          symbol,
          side: nameOf(sideCodes, Number(side)),
          kind: nameOf(kindCodes, Number(kind)),
          watches: nameOf(watchCodes, Number(watches)),
          triggerPrice: amounts.triggerPrice,
          rate: amounts.rate,
          startPrice: amounts.startPrice,
          price: amounts.mprice,
          quantity: amounts.mnum,
          total: amounts.musdt,
          key: requestKeyOf(place, context),
        });
      },
      { fields: { price: 'mprice', quantity: 'mnum', total: 'musdt' } },
    ),
    route(
      oco,
      (context) => {
        const { symbol, side, watches, triggerPrice, mprice, mnum, stopLimitPrice } = context.input;
        return placeOco(deps, {
          memberId: context.caller.memberId,
          symbol,
          side: nameOf(sideCodes, Number(side)),
          watches: nameOf(watchCodes, Number(watches)),
          triggerPrice,
          price: mprice,
          quantity: mnum,
          stopLimitPrice,
          key: requestKeyOf(oco, context),
        });
      },
      { fields: { price: 'mprice', quantity: 'mnum' } },
    ),
    route(
      attach,
      (context) => {
        const { symbol, side, type, watches, mprice, mnum, musdt, takeProfit, stopLoss } =
          context.input;
        return placeAttached(deps, {
          memberId: context.caller.memberId,
          symbol,
          side: nameOf(sideCodes, Number(side)),
          type: nameOf(typeCodes, Number(type)),
          watches: nameOf(watchCodes, Number(watches)),
          price: mprice,
          quantity: mnum,
          total: musdt,
          takeProfit,
          stopLoss,
          key: requestKeyOf(attach, context),
        });
      },
      { fields: { price: 'mprice', quantity: 'mnum', total: 'musdt' } },
    ),
    ...waitingRoutes(deps),
    route(conditionalOrderCalls.conditionalList, ({ caller, input }) =>
      listConditionals(lists, instruments, { memberId: caller.memberId, input }),
    ),
    route(conditionalOrderCalls.findConditional, ({ caller, input }) =>
      describeConditional(lists, instruments, {
        memberId: caller.memberId,
        id: Number(input.ID),
      }),
    ),
    route(conditionalOrderCalls.attachedOrders, ({ caller, input }) =>
      listAttached(lists, instruments, {
        memberId: caller.memberId,
        orderId: Number(input.ID),
      }),
    ),
    route(conditionalOrderCalls.triggerReceipt, ({ caller, input }) =>
      describeReceipt(deps, { memberId: caller.memberId, id: Number(input.ID) }),
    ),
  ];
}

/** Of what waits: changed or cancelled. */
function waitingRoutes(deps: ConditionalDeps): Route[] {
  const { database, engines } = deps;
  const { amendConditional: amend, cancelConditional: cancel } = conditionalOrderCalls;
  return [
    route(
      amend,
      (context) => {
        const { id, triggerPrice, rate, startPrice, mprice, mnum, musdt } = context.input;
        return amendConditional(deps, {
          memberId: context.caller.memberId,
          conditionalId: Number(id),
          triggerPrice,
          rate,
          startPrice,
          price: mprice,
          quantity: mnum,
          total: musdt,
          key: requestKeyOf(amend, context),
        });
      },
      { fields: { price: 'mprice', quantity: 'mnum', total: 'musdt' } },
    ),
    route(cancel, (context) =>
      cancelConditional(database, engines, {
        memberId: context.caller.memberId,
        conditionalId: Number(context.input.id),
        key: requestKeyOf(cancel, context),
      }),
    ),
  ];
}
