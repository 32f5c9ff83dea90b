/** API of markets for operators: what trades and what does not; halts (ADR 82). */
import { type Static, Type } from 'typebox';
import { defineCall } from '../../call.ts';
import { AmountIn, AmountOut, Fields, Id, NoData, NoFields, SymbolIn, Time } from '../../fields.ts';
import { operatorAct, operatorRead } from '../../presets.ts';
import { InnerReason, Message } from '../two-texts.ts';

const OrNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);
const HaltMode = () =>
  Type.Union([Type.Literal('halted'), Type.Literal('cancelOnly')], {
    description: 'both refuse new orders, contracts and swaps; orders can be cancelled in both',
  });

export const MarketHalt = Type.Object({
  mode: HaltMode(),
  message: Type.String({ description: 'what members read, in English' }),
  reason: Type.String({ description: 'for operators' }),
  by: OrNull(Type.String({ description: 'null: the price jumped' })),
  jump: OrNull(
    Type.Object(
      { from: AmountOut(), to: AmountOut(), bound: AmountOut('ratio') },
      { description: 'reference prices within ten seconds, further apart than the bound' },
    ),
  ),
  beganAt: Time(),
  until: OrNull(Time('null: until it is reopened')),
  confirmedBy: OrNull(Type.String()),
  confirmedAt: OrNull(Time()),
  endedBy: OrNull(Type.String({ description: 'null beside an end: it ended automatically' })),
  endedAt: OrNull(Time()),
});
export type MarketHalt = Static<typeof MarketHalt>;

const termsFields = {
  makerFee: AmountOut('ratio'),
  takerFee: AmountOut('ratio'),
  jumpBound: AmountOut(
    'ratio; a price that moves further within ten seconds halts the market for ten minutes',
  ),
};

export const MarketVersion = Type.Object({
  ID: OrNull(Id('null: the terms of the listing')),
  ...termsFields,
  effectiveAt: Time(),
  state: Type.Union([
    Type.Literal('proposed'),
    Type.Literal('announced'),
    Type.Literal('inForce'),
    Type.Literal('replaced'),
  ]),
  proposedBy: OrNull(Type.String()),
  agreedBy: OrNull(Type.String({ description: 'null while it is proposed' })),
  reviewId: OrNull(Id()),
});
export type MarketVersion = Static<typeof MarketVersion>;

const RatioIn = () => Type.Optional(AmountIn());

export const MarketDelisting = Type.Object({
  state: Type.Union([Type.Literal('proposed'), Type.Literal('agreed'), Type.Literal('closed')]),
  ordersUntil: Time('no orders are placed from then on'),
  endsAt: Time('open orders are cancelled'),
  withdrawalsUntil: OrNull(Time('of its coin; null: the coin stays')),
  reason: Type.String({ description: 'for operators' }),
  proposedBy: Type.String(),
  proposedAt: Time(),
  agreedAt: OrNull(Time()),
  reviewId: OrNull(Id('while it awaits a second person')),
});
export type MarketDelisting = Static<typeof MarketDelisting>;

export const MarketRow = Type.Object({
  symbol: Type.String(),
  base: Type.String(),
  quote: Type.String(),
  state: Type.Union(
    [
      Type.Literal('open'),
      Type.Literal('halted'),
      Type.Literal('cancelOnly'),
      Type.Literal('closed'),
      Type.Literal('delisted'),
    ],
    { description: 'closed: outside its trading hours' },
  ),
  opensAt: OrNull(Time('of a closed market')),
  halt: OrNull(MarketHalt),
  delisting: OrNull(MarketDelisting),
  price: OrNull(AmountOut()),
  volume: AmountOut('of 24 hours, in quote'),
  spread: OrNull(Type.String({ description: 'percent of the middle; null without both sides' })),
  pricedBy: Type.Union([Type.Literal('sources'), Type.Literal('members')], {
    description: 'members: by its own trades',
  }),
  tickSize: AmountOut(),
  lotSize: AmountOut(),
  minNotional: AmountOut(),
  maxNotional: AmountOut(),
  priceBand: AmountOut('ratio'),
  ...termsFields,
  changesAt: Type.Array(Time('of agreed changes of the terms that are ahead')),
  openOrders: Type.Integer({ minimum: 0, description: "members'" }),
  sources: Type.Array(
    Type.Object({
      name: Type.String(),
      isLive: Type.Boolean(),
      quotedAt: OrNull(Time('of its last accepted quote')),
    }),
  ),
  tickAt: OrNull(Time('of the last reference price')),
});
export type MarketRow = Static<typeof MarketRow>;

export const operatorMarketCalls = {
  markets: defineCall({
    ...operatorRead('offer.read'),
    path: '/operator/market/list',
    summary: 'Lists every market with its state, halt, volume, fees, open orders and sources.',
    input: NoFields(),
    output: Type.Object({ list: Type.Array(MarketRow) }),
    codes: [],
  }),
  marketHalts: defineCall({
    ...operatorRead('offer.read'),
    path: '/operator/market/halts',
    summary: 'Lists the last 50 halts of a market, newest first.',
    input: Fields({ symbol: SymbolIn() }),
    output: Type.Object({ list: Type.Array(MarketHalt) }),
    codes: [4019],
  }),
  marketVersions: defineCall({
    ...operatorRead('offer.read'),
    path: '/operator/market/versions',
    summary:
      "Lists the versions of a market's terms, newest first: proposed, ahead, in force and replaced.",
    input: Fields({ symbol: SymbolIn() }),
    output: Type.Object({ list: Type.Array(MarketVersion) }),
    codes: [4019],
  }),
  proposeMarketTerms: defineCall({
    ...operatorAct('markets.propose'),
    path: '/operator/market/proposeTerms',
    summary:
      "Proposes a market's fees and the jump that halts it, as ratios, and their start time. They are announced once a second person approves; an order keeps the fees of its acceptance.",
    input: Fields({
      symbol: SymbolIn(),
      makerFee: RatioIn(),
      takerFee: RatioIn(),
      jumpBound: RatioIn(),
      effectiveAt: Time(),
      message: Message(),
      reason: InnerReason(),
    }),
    output: Type.Object({ reviewId: Id() }),
    codes: [4019],
  }),
  haltMarket: defineCall({
    ...operatorAct('markets.halt'),
    path: '/operator/market/halt',
    summary:
      'Halts a market immediately, for one hour. Another operator may confirm it for longer; the same one cannot halt this market again within 24 hours.',
    input: Fields({
      symbol: SymbolIn(),
      mode: HaltMode(),
      message: Message(),
      reason: InnerReason(),
    }),
    output: Type.Object({ until: Time() }),
    codes: [4019, 5032, 5034],
  }),
  confirmMarketHalt: defineCall({
    ...operatorAct('markets.halt'),
    path: '/operator/market/confirmHalt',
    summary: 'Confirms the halt of another operator, for 4 or 24 hours or until it is reopened.',
    input: Fields({
      symbol: SymbolIn(),
      hours: Type.Optional(
        Type.Union([Type.Literal(4), Type.Literal(24)], {
          description: 'from now; absent: until it is reopened',
        }),
      ),
      reason: InnerReason(),
    }),
    output: Type.Object({ until: OrNull(Time()) }),
    codes: [4019, 5032, 5034],
  }),
  delistingImpact: defineCall({
    ...operatorRead('offer.read'),
    path: '/operator/market/delistingImpact',
    summary: 'Returns whom and what the delisting of a market would concern.',
    input: Fields({ symbol: SymbolIn() }),
    output: Type.Object({
      holders: Type.Integer({ minimum: 0, description: 'members who hold the base' }),
      held: AmountOut('by them'),
      openOrders: Type.Integer({ minimum: 0 }),
      otherUses: Type.Array(Type.String(), {
        description:
          'other markets and products with the base; none: the coin goes with the market',
      }),
      inProducts: Type.Integer({ minimum: 0, description: 'members with the base in a product' }),
    }),
    codes: [4019],
  }),
  proposeDelisting: defineCall({
    ...operatorAct('markets.propose'),
    path: '/operator/market/proposeDelisting',
    summary:
      'Proposes three dates: no new orders, closed, last withdrawal of the coin. The first is at least 21 days after a second person approves; members who hold the coin or have open orders are then notified.',
    input: Fields({
      symbol: SymbolIn(),
      ordersUntil: Time(),
      endsAt: Time('an hour later at least'),
      withdrawalsUntil: Type.Optional(
        Time('30 days later at least; only for a coin without another use, which then needs it'),
      ),
      reason: InnerReason(),
    }),
    output: Type.Object({ reviewId: Id() }),
    codes: [4019, 5034],
  }),
  withdrawDelisting: defineCall({
    ...operatorAct('markets.propose'),
    path: '/operator/market/withdrawDelisting',
    summary:
      'Withdraws an agreed delisting before its first date. The market stays, and members who were notified are notified of that.',
    input: Fields({ symbol: SymbolIn(), reason: InnerReason() }),
    output: NoData(),
    codes: [4019, 5034],
  }),
  reopenMarket: defineCall({
    ...operatorAct('markets.halt'),
    path: '/operator/market/reopen',
    summary: 'Ends a halt. The market opens immediately, if it is within its trading hours.',
    input: Fields({ symbol: SymbolIn(), reason: InnerReason() }),
    output: NoData(),
    codes: [4019, 5034],
  }),
};
