/** API of spot trading: orders and their lists. */
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
import { memberOrder, memberRead } from '../presets.ts';

export const spotStatus = { open: 1, filled: 2, cancelled: 3 } as const;
export const spotSide = { buy: 1, sell: 2 } as const;
export const spotOrderType = { limit: 1, market: 2 } as const;

const TypeIn = () =>
  Type.Union([Type.Integer({ minimum: 1, maximum: 2 }), Type.String({ pattern: '^[12]$' })], {
    description: '1 limit, 2 market',
  });

export const SpotOrderRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  UpdatedAt: Time(),
  orderNo: Type.String(),
  symbol: Type.String(),
  base: Type.String(),
  quote: Type.String(),
  side: Type.Integer({ description: '1 buy, 2 sell' }),
  type: Type.Integer({ description: '1 limit, 2 market' }),
  mprice: AmountOut('limit price; 0 for a market order'),
  mnum: AmountOut('quantity in base; 0 for a market buy by value'),
  musdt: AmountOut('trade value: price × quantity, or the budget of a market buy'),
  dealNum: AmountOut('volume: filled quantity'),
  dealTotal: AmountOut('total deal price: quote amount paid or received'),
  averagePrice: AmountOut('exact value of the fills / volume; 0 while nothing is filled'),
  fee: AmountOut(),
  feeCoin: Type.String(),
  feeRatio: AmountOut('taker fee ratio when the order was placed'),
  status: Type.Integer({ description: '1 open, 2 filled, 3 cancelled' }),
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
});

export const PlacedOrder = Type.Object({
  order: SpotOrderRow,
  confirmation: Type.Optional(
    Type.String({
      description:
        'the number of the order in the record of its market, signed: input of `readSignedOrder` in the proofs package; absent in the answer to a request that is repeated late',
    }),
  ),
});

/** One order's view of a trade. */
export const SpotFillRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  price: AmountOut(),
  quantity: AmountOut(),
  total: AmountOut('exact: price × quantity'),
  fee: AmountOut(),
  feeCoin: Type.String(),
  role: Type.Integer({ description: '1 maker, 2 taker' }),
});
export type SpotFillRow = Static<typeof SpotFillRow>;

/** `data` of the live event `spot.order`: the current order. */
export type SpotOrderEvent = Static<typeof SpotOrderRow> & {
  /** It has just been placed. */
  isNew?: boolean;
  /** The conditional order that placed it. */
  conditional?: { ID: number; clientOrderId?: string };
  /** Fills since the previous event, oldest first. */
  fills?: SpotFillRow[];
};

/** Orders that one call may cancel. */
export const CANCELLED_AT_ONCE = 100;

const MomentIn = (description: string) =>
  Type.Optional(
    Type.Union(
      [
        Type.Integer({ minimum: 0, maximum: 253_402_300_799_999 }),
        Type.String({ pattern: '^(\\d{1,14})?$' }),
      ],
      { description },
    ),
  );

const placed = {
  codes: [4006, 4008, 4013, 4014, 4018, 4019, 4020, 4026, 5002, 5003, 5004, 5005, 5011, 5013, 5027],
} as const;

export const spotCalls = {
  upbbbuy: defineCall({
    ...memberOrder,
    path: '/bborder/upbbbuy',
    summary: 'Places a buy order. A limit order holds mprice × mnum, a market order spends musdt.',
    input: Fields({
      symbol: SymbolIn(),
      mprice: Type.Optional(AmountIn()),
      mnum: Type.Optional(AmountIn()),
      musdt: Type.Optional(AmountIn()),
      buytype: TypeIn(),
    }),
    output: PlacedOrder,
    codes: placed.codes,
  }),
  upbbsell: defineCall({
    ...memberOrder,
    path: '/bborder/upbbsell',
    summary: 'Places a sell order. It holds mnum; a market order sells within the protection band.',
    input: Fields({
      symbol: SymbolIn(),
      mprice: Type.Optional(AmountIn()),
      mnum: Type.Optional(AmountIn()),
      type: TypeIn(),
    }),
    output: PlacedOrder,
    codes: placed.codes,
  }),
  amendorder: defineCall({
    ...memberOrder,
    path: '/bborder/amendorder',
    summary:
      'Changes the price or quantity of an open limit order; what is absent stays. A smaller quantity keeps its place in the queue, any other change takes a new one and may trade at that moment. The quantity counts what is filled.',
    input: Fields({
      id: IdIn(),
      mprice: Type.Optional(AmountIn()),
      mnum: Type.Optional(AmountIn()),
    }),
    output: Type.Object({ order: SpotOrderRow }),
    codes: [
      4006, 4008, 4013, 4014, 4018, 4020, 4026, 5002, 5003, 5004, 5005, 5007, 5011, 5013, 5014,
      5027,
    ],
  }),
  clearorder: defineCall({
    ...memberOrder,
    path: '/bborder/clearorder',
    summary: 'Cancels an open order and releases its remaining hold.',
    input: Fields({ id: IdIn() }),
    output: Type.Object({ order: SpotOrderRow }),
    codes: [4008, 5002, 5003, 5007, 5014],
  }),
  clearorders: defineCall({
    ...memberOrder,
    path: '/bborder/clearorders',
    summary:
      'Cancels several open orders, each alone. Those that have closed meanwhile stay as they are; those that failed can be sent again. If none could be cancelled, the refusal of the first one is the answer.',
    input: Fields({
      ids: Type.Array(IdIn(), { minItems: 1, maxItems: CANCELLED_AT_ONCE }),
    }),
    output: Type.Object({
      orders: Type.Array(SpotOrderRow, { description: 'the cancelled ones' }),
      closed: Type.Integer({ description: 'how many had been filled or cancelled before' }),
      failed: Type.Integer({ description: 'how many are still open' }),
    }),
    codes: [4008, 5002, 5003, 5007, 5014],
  }),
  myBborderList: defineCall({
    ...memberRead,
    path: '/bborder/myBborderList',
    summary:
      "Lists the member's orders, newest first, optionally of one status, symbol, side, type or time.",
    input: Fields({
      ...pageFields,
      status: Type.Optional(
        Type.Union(
          [Type.Integer({ minimum: 0, maximum: 4 }), Type.String({ pattern: '^[0-4]?$' })],
          {
            description:
              '0 or absent all, 1 open, 2 filled, 3 cancelled, 4 done (filled or cancelled)',
          },
        ),
      ),
      symbol: Type.Optional(Type.String({ pattern: '^([a-z0-9]{2,20})?$' })),
      side: Type.Optional(
        Type.Union([
          Type.Integer({ minimum: 0, maximum: 2 }),
          Type.String({ pattern: '^[012]?$' }),
        ]),
      ),
      type: Type.Optional(
        Type.Union([
          Type.Integer({ minimum: 0, maximum: 2 }),
          Type.String({ pattern: '^[012]?$' }),
        ]),
      ),
      since: MomentIn('placed at this time or later; epoch ms'),
      until: MomentIn('placed before this time; epoch ms'),
    }),
    output: ListOf(SpotOrderRow),
    codes: [],
  }),
  findBborder: defineCall({
    ...memberRead,
    path: '/bborder/findBborder',
    summary: 'Returns one order with its fills.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({
      rebborder: SpotOrderRow,
      fills: Type.Array(SpotFillRow),
    }),
    codes: [5007],
  }),
  orderReceipt: defineCall({
    ...memberRead,
    path: '/bborder/orderReceipt',
    summary:
      'Returns the receipt of one order: its number in the record of its market and the proof that the public log has it; nothing for one from before the record, 5009 until the number is sealed.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({
      receipt: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), {
          description: 'input of `verifyOrderReceipt` in the proofs package',
        }),
      ),
    }),
    codes: [5007, 5009],
  }),
};
