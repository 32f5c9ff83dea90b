/** API of conditional orders: orders that wait for a price, and are placed by the first price that meets it. */
import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import {
  AmountIn,
  AmountOut,
  Fields,
  Id,
  IdIn,
  ListOf,
  pageFields,
  SymbolIn,
  Time,
} from '../fields.ts';
import { PlacedOrder, SpotOrderRow } from './spot.ts';

/** A stop of a sell waits for a lower price and a take profit for a higher one; of a buy it is the other way round. */
export const conditionalKind = {
  stopLimit: 1,
  stopMarket: 2,
  takeProfitLimit: 3,
  takeProfitMarket: 4,
  trailingStop: 5,
} as const;
export const conditionalStatus = { waiting: 1, triggered: 2, cancelled: 3, rejected: 4 } as const;
/** What is compared with the trigger: each trade of this market, or each reference price. */
export const watchedPrice = { last: 1, reference: 2 } as const;
export const triggerOperator = { gte: 1, lte: 2 } as const;
/** Why prices triggered nothing for a while; the first one afterwards counts. */
export const triggerPause = {
  restart: 1,
  readOnly: 2,
  closed: 3,
  halted: 4,
  latePrices: 5,
} as const;

/** What ended the stop of an OCO: its limit order was filled, or one of the two was cancelled. */
export const ocoEnd = { filled: 1, cancelled: 2 } as const;

/** What ended an attached order, unless the member cancelled it: the other one of the two was met, or its order ended without a fill. */
export const attachedEnd = { otherMet: 1, unfilled: 2 } as const;

/** Most conditional orders of a member that may wait in one market. */
export const CONDITIONAL_ORDERS_MAX = 50;

const kinds =
  '1 stop limit, 2 stop market, 3 take profit limit, 4 take profit market, 5 trailing stop';
const watched = '1 the last trade of this market, 2 the reference price';
const PauseOut = () =>
  Type.Integer({
    description: '1 restart, 2 read-only mode, 3 closed session, 4 halted market, 5 late prices',
  });
const numberOf = 'of the tick in its chain, or of the trade';

/** A price with its number. */
const NumberedPrice = () =>
  Type.Object({
    number: Type.Integer({ minimum: 1, description: numberOf }),
    price: AmountOut(),
  });

export const ConditionalOrderRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  UpdatedAt: Time(),
  symbol: Type.String(),
  base: Type.String(),
  quote: Type.String(),
  side: Type.Integer({ description: '1 buy, 2 sell' }),
  kind: Type.Integer({ description: kinds }),
  watches: Type.Integer({ description: watched }),
  operator: Type.Integer({ description: '1 at or above, 2 at or below the trigger' }),
  triggerPrice: AmountOut(
    'of a trailing stop the price that meets it now; 0 while it has not begun to follow',
  ),
  rate: AmountOut('distance of a trailing stop, 0.01 is 1 %; else 0'),
  startPrice: AmountOut('where a trailing stop begins to follow; 0: it began immediately'),
  bestPrice: AmountOut('the best price that a trailing stop has followed to; 0 before the first'),
  mprice: AmountOut('limit price of the order to place; 0 for a market order'),
  mnum: AmountOut('its quantity in base; 0 for a market buy by value'),
  musdt: AmountOut('what a market buy may spend; else 0'),
  status: Type.Integer({ description: '1 waiting, 2 triggered, 3 cancelled, 4 rejected' }),
  source: Type.Integer({
    description: '1 the app, 2 an API key, 3 an API key by way of /v2/algo-orders',
  }),
  timeInForce: Type.Optional(
    Type.Integer({
      description:
        '1 post only, 2 immediate or cancel, 3 fill or kill; absent: good till cancelled, or a market order',
    }),
  ),
  clientOrderId: Type.Optional(Type.String({ description: 'given by the API client' })),
  met: Type.Optional(
    Type.Object(
      {
        ...NumberedPrice().properties,
        at: Time(),
        before: Type.Optional(NumberedPrice()),
        afterPause: Type.Optional(PauseOut()),
      },
      {
        description:
          'the first price that met the trigger, and the one before it; `afterPause`: it was the first one after a pause',
      },
    ),
  ),
  orderId: Type.Optional(Id('the order that was placed')),
  pair: Type.Optional(
    Type.Object(
      {
        orderId: Id(),
        mprice: AmountOut('its limit price'),
        dealNum: AmountOut('what it has filled; the stop has the rest of `mnum`'),
        ended: Type.Optional(
          Type.Integer({
            description:
              'of a cancelled stop: 1 the limit order was filled, 2 one of the two was cancelled',
          }),
        ),
      },
      { description: 'of the stop of an OCO: the limit order that is its other end' },
    ),
  ),
  attached: Type.Optional(
    Type.Object(
      {
        orderId: Id(),
        ended: Type.Optional(
          Type.Integer({
            description:
              'of a cancelled one: 1 the other of the two was met, 2 the order ended without a fill; absent: cancelled by the member',
          }),
        ),
      },
      {
        description:
          'of a take profit or stop loss of an order: that order, whose fills give `mnum` or `musdt`; both are 0 until the first one, and nothing triggers before it',
      },
    ),
  ),
  rejection: Type.Optional(
    Type.Object(
      {
        code: Type.Integer({ description: 'why nothing was placed: a code of this API' }),
        coin: Type.String(),
        needed: AmountOut('0 unless funds were missing'),
        available: AmountOut('0 unless funds were missing'),
      },
      { description: 'a rejected order placed nothing and reserved nothing' },
    ),
  ),
});
export type ConditionalOrderRow = Static<typeof ConditionalOrderRow>;

/** `data` of the live event `spot.conditional`: the current conditional order. */
export type ConditionalOrderEvent = ConditionalOrderRow & {
  /** It has just been placed. */
  isNew?: boolean;
};

const codeIn = (most: number, description: string) =>
  Type.Union(
    [
      Type.Integer({ minimum: 1, maximum: most }),
      Type.String({ pattern: `^[1-${String(most)}]$` }),
    ],
    { description },
  );

export const conditionalOrderCalls = {
  placeConditional: defineCall({
    method: 'POST',
    path: '/bborder/placeConditional',
    summary:
      'Places an order that waits for a price. Nothing is reserved until then. A trigger that is already met is refused with the current price.',
    auth: 'member',
    movesMoney: true,
    rate: 'order',
    input: Fields({
      symbol: SymbolIn(),
      side: codeIn(2, '1 buy, 2 sell'),
      kind: codeIn(5, kinds),
      watches: codeIn(2, watched),
      triggerPrice: Type.Optional(AmountIn()),
      rate: Type.Optional(AmountIn()),
      startPrice: Type.Optional(AmountIn()),
      mprice: Type.Optional(AmountIn()),
      mnum: Type.Optional(AmountIn()),
      musdt: Type.Optional(AmountIn()),
    }),
    output: Type.Object({ conditional: ConditionalOrderRow }),
    codes: [
      4006, 4008, 4013, 4014, 4018, 4019, 4026, 5002, 5003, 5005, 5011, 5012, 5013, 5025, 5027,
    ],
  }),
  placeOco: defineCall({
    method: 'POST',
    path: '/bborder/placeOco',
    summary:
      'Places a limit order that rests in the book, and a stop of the same quantity. The limit order reserves the amount. If the price of the stop comes first, the limit order is cancelled and the order of the stop placed with what is left; if the limit order is filled or cancelled, the stop ends. A limit order that would trade immediately, and a stop that is already met, are refused with the current price.',
    auth: 'member',
    movesMoney: true,
    rate: 'order',
    input: Fields({
      symbol: SymbolIn(),
      side: codeIn(2, '1 buy, 2 sell'),
      watches: codeIn(2, watched),
      mprice: Type.Optional(AmountIn()),
      triggerPrice: Type.Optional(AmountIn()),
      stopLimitPrice: Type.Optional(AmountIn()),
      mnum: Type.Optional(AmountIn()),
    }),
    output: Type.Object({ conditional: ConditionalOrderRow }),
    codes: [
      4006, 4008, 4013, 4014, 4018, 4019, 4020, 4026, 5002, 5003, 5005, 5011, 5012, 5013, 5025,
      5027,
    ],
  }),
  placeAttached: defineCall({
    method: 'POST',
    path: '/bborder/placeAttached',
    summary:
      'Places an order with a take profit, a stop loss or both, which wait for what its fills bring, less fees, and reserve nothing: after a buy they sell at market what was bought, after a sell they spend what was received. They begin with the first fill and grow with each. The first that is met ends the other, and the rest of the order.',
    auth: 'member',
    movesMoney: true,
    rate: 'order',
    input: Fields({
      symbol: SymbolIn(),
      side: codeIn(2, '1 buy, 2 sell'),
      type: codeIn(2, '1 limit, 2 market'),
      watches: codeIn(2, watched),
      mprice: Type.Optional(AmountIn()),
      mnum: Type.Optional(AmountIn()),
      musdt: Type.Optional(AmountIn()),
      takeProfit: Type.Optional(AmountIn()),
      stopLoss: Type.Optional(AmountIn()),
    }),
    output: PlacedOrder,
    codes: [
      4006, 4008, 4013, 4014, 4018, 4019, 4020, 4026, 5002, 5003, 5004, 5005, 5011, 5012, 5013,
      5025, 5027,
    ],
  }),
  amendConditional: defineCall({
    method: 'POST',
    path: '/bborder/amendConditional',
    summary:
      'Changes a conditional order that waits, under the same id; what is absent stays. A smaller quantity or sum keeps its place among the orders that one price meets, any other change takes a new one. New terms that are met already are refused with the current price. A trailing stop keeps its best price. The amount of an OCO and of an attached order is not changed.',
    auth: 'member',
    movesMoney: true,
    rate: 'order',
    input: Fields({
      id: IdIn(),
      triggerPrice: Type.Optional(AmountIn()),
      rate: Type.Optional(AmountIn()),
      startPrice: Type.Optional(AmountIn()),
      mprice: Type.Optional(AmountIn()),
      mnum: Type.Optional(AmountIn()),
      musdt: Type.Optional(AmountIn()),
    }),
    output: Type.Object({ conditional: ConditionalOrderRow }),
    codes: [
      4006, 4008, 4013, 4014, 4018, 4026, 5002, 5003, 5005, 5007, 5011, 5013, 5014, 5025, 5027,
    ],
  }),
  cancelConditional: defineCall({
    method: 'POST',
    path: '/bborder/cancelConditional',
    summary: 'Cancels a conditional order that waits; of an OCO also its limit order.',
    auth: 'member',
    movesMoney: true,
    rate: 'order',
    input: Fields({ id: IdIn() }),
    output: Type.Object({ conditional: ConditionalOrderRow }),
    codes: [4008, 5002, 5003, 5007, 5014],
  }),
  conditionalList: defineCall({
    method: 'GET',
    path: '/bborder/conditionalList',
    summary: "Lists the member's conditional orders, newest first, of one status or symbol or all.",
    auth: 'member',
    movesMoney: false,
    rate: 'read',
    input: Fields({
      ...pageFields,
      status: Type.Optional(
        Type.Union(
          [Type.Integer({ minimum: 0, maximum: 5 }), Type.String({ pattern: '^[0-5]?$' })],
          {
            description:
              '0 or absent all, 1 waiting, 2 triggered, 3 cancelled, 4 rejected, 5 done (2 to 4)',
          },
        ),
      ),
      symbol: Type.Optional(Type.String({ pattern: '^([a-z0-9]{2,20})?$' })),
    }),
    output: ListOf(ConditionalOrderRow),
    codes: [],
  }),
  findConditional: defineCall({
    method: 'GET',
    path: '/bborder/findConditional',
    summary:
      'Returns one conditional order with the order that it placed, and the pauses since then in which no price could meet it.',
    auth: 'member',
    movesMoney: false,
    rate: 'read',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({
      reconditional: ConditionalOrderRow,
      order: Type.Optional(SpotOrderRow),
      pauses: Type.Array(
        Type.Object({
          reason: PauseOut(),
          afterNumber: Type.Integer({ minimum: 0, description: 'the last price before it' }),
          untilNumber: Type.Integer({ minimum: 1, description: 'the first price after it' }),
          beganAt: Time(),
          endedAt: Time(),
        }),
        { description: 'of reference prices, oldest first, the newest hundred' },
      ),
    }),
    codes: [5007],
  }),
  attachedOrders: defineCall({
    method: 'GET',
    path: '/bborder/attachedOrders',
    summary: 'Returns the take profit and the stop loss that are attached to an order, if any.',
    auth: 'member',
    movesMoney: false,
    rate: 'read',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ attached: Type.Array(ConditionalOrderRow, { maxItems: 2 }) }),
    codes: [5007],
  }),
  triggerReceipt: defineCall({
    method: 'GET',
    path: '/bborder/triggerReceipt',
    summary:
      'Returns the receipt of one conditional order that was met: the price that met it and those before it, verifiable without us; nothing for one that no price met, 5009 until its price is stored.',
    auth: 'member',
    movesMoney: false,
    rate: 'read',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({
      receipt: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), {
          description: 'input of `verifyTrigger` in the proofs package',
        }),
      ),
    }),
    codes: [5007, 5009],
  }),
};
