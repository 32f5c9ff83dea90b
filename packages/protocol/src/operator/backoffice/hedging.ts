/** API of hedging: what the exchange owns beyond its targets, its orders at another exchange, and the switch (ADR 110). */
import { type Static, Type } from 'typebox';
import { defineCall } from '../../call.ts';
import { AmountIn, AmountOut, Fields, Id, NoFields, Time } from '../../fields.ts';
import { operatorAct, operatorRead } from '../../presets.ts';
import { InnerReason } from '../two-texts.ts';

const OrNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);

const HedgedAsset = Type.Object({
  coinname: Type.String(),
  owned: AmountOut('by the accounts that trade, and at the venue'),
  target: AmountOut(),
  exposure: AmountOut('owned less the target; below 0: what the exchange lacks'),
  worth: OrNull(AmountOut('of the exposure, in USDT; null without a price')),
  exposureMax: OrNull(AmountOut('null: it has no limits, so it is not hedged')),
  orderMax: OrNull(AmountOut()),
  dayMax: OrNull(AmountOut('of 24 hours')),
  dayUsed: AmountOut('bought and sold within 24 hours'),
});
export type HedgedAsset = Static<typeof HedgedAsset>;

const VenuePosition = Type.Object({
  coinname: Type.String(),
  booked: AmountOut('there, by our books'),
  reported: OrNull(AmountOut('by the venue; null before the first report')),
  difference: AmountOut('reported less booked'),
  isLarge: Type.Boolean({ description: 'larger than what is tolerated' }),
});
export type VenuePosition = Static<typeof VenuePosition>;

const HedgeOrder = Type.Object({
  ID: Id(),
  coinname: Type.String(),
  side: Type.Union([Type.Literal('buy'), Type.Literal('sell')]),
  num: AmountOut('ordered'),
  price: AmountOut('the worst that it allows, in USDT'),
  filled: AmountOut(),
  cash: AmountOut('what USDT changed by, fees included'),
  exposure: AmountOut('when it was ordered'),
  state: Type.Union(
    [
      Type.Literal('sent'),
      Type.Literal('done'),
      Type.Literal('refused'),
      Type.Literal('absent'),
      Type.Literal('disputed'),
    ],
    {
      description:
        'sent: its end is not known yet; done: what did not fill was cancelled; refused: by the venue; absent: it never arrived; disputed: the venue reports fills that it does not allow, which are not in our books',
    },
  ),
  reason: Type.String({ description: 'of a refusal, or of a dispute' }),
  CreatedAt: Time(),
});
export type HedgeOrder = Static<typeof HedgeOrder>;

const HedgingStop = Type.Object({
  cause: Type.Union(
    [
      Type.Literal('first'),
      Type.Literal('person'),
      Type.Literal('limit'),
      Type.Literal('errors'),
      Type.Literal('difference'),
    ],
    {
      description:
        'first: nobody has begun; limit: of 24 hours; errors: of the venue, in a row; difference: of the position there',
    },
  ),
  detail: Type.String(),
  by: OrNull(Type.String({ description: 'login; null: the exchange itself' })),
  since: Time(),
  reviewId: OrNull(Id('of a proposed resumption')),
});
export type HedgingStop = Static<typeof HedgingStop>;

export const operatorHedgingCalls = {
  hedging: defineCall({
    ...operatorRead('books.read'),
    path: '/operator/hedging/show',
    summary:
      'Shows whether the exchange hedges and where, its exposure in each coin with its limits, what it has at the venue, and its last 50 orders there.',
    input: NoFields(),
    output: Type.Object({
      venue: OrNull(Type.String({ description: 'its host; null: none is set up' })),
      stop: OrNull(HedgingStop),
      reportedAt: OrNull(Time('when the venue last reported its balances')),
      errors: Type.Integer({ minimum: 0, description: 'rounds with an error in a row' }),
      fault: Type.String({ description: 'the last error; empty after an answer' }),
      coins: Type.Array(Type.String(), { description: 'that can be moved to the venue' }),
      exposures: Type.Array(HedgedAsset, { description: 'those with limits first' }),
      positions: Type.Array(VenuePosition),
      orders: Type.Array(HedgeOrder, { description: 'newest first' }),
    }),
    codes: [],
  }),
  stopHedging: defineCall({
    ...operatorAct('treasury.propose'),
    path: '/operator/hedging/stop',
    summary: 'Stops hedging immediately: no order is sent from then on. Two people resume it.',
    input: Fields({ reason: InnerReason() }),
    output: Type.Object({}),
    codes: [5034],
  }),
  proposeResume: defineCall({
    ...operatorAct('treasury.propose'),
    path: '/operator/hedging/proposeResume',
    summary:
      'Proposes that hedging begins or goes on. The proposal is the first approval; another operator agrees.',
    input: Fields({ reason: InnerReason() }),
    output: Type.Object({ reviewId: Id() }),
    codes: [5034],
  }),
  proposeVenueMove: defineCall({
    ...operatorAct('treasury.propose'),
    path: '/operator/hedging/proposeMove',
    summary:
      'Proposes to record what was moved to the venue or back: our books have it there once another operator agrees. It moves nothing itself.',
    input: Fields({
      move: Type.Union([Type.Literal('in'), Type.Literal('out')], {
        description: 'in: to the venue; out: back from it',
      }),
      coinname: Type.String({ minLength: 1, maxLength: 20 }),
      amount: AmountIn(),
      reference: Type.String({
        minLength: 1,
        maxLength: 140,
        description: 'of the transfer, at the venue or on the chain',
      }),
      reason: InnerReason(),
    }),
    output: Type.Object({ reviewId: Id() }),
    codes: [4019, 5034],
  }),
};
