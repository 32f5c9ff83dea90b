/** API of new coins: offerings and subscriptions. */
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
  Time,
  Version,
  VersionIn,
} from '../fields.ts';
import { memberMoney, memberRead } from '../presets.ts';

/** Whether subscriptions are accepted inside the window. */
export const offeringState = { open: 1, prohibited: 2 } as const;
/** Our choice: where the window is at `now`. */
export const offeringPhase = { coming: 1, open: 2, ended: 3 } as const;
export const subscriptionStatus = { frozen: 1, thawed: 2 } as const;

export const OfferingRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  UpdatedAt: Time(),
  version: Version(),
  coinname: Type.String({ description: 'the new coin' }),
  name: Type.String(),
  logo: Type.String(),
  content: Type.String({ description: 'plain text about the coin, never HTML' }),
  payCoin: Type.String({ description: 'the coin that pays: USDT' }),
  places: Type.Integer({ description: 'decimal places of a quantity' }),
  price: AmountOut('unit price in payCoin'),
  supply: AmountOut('total supply of the coin'),
  cap: AmountOut('subscription cap: no more is sold in this offering'),
  sold: AmountOut('sold so far'),
  min: AmountOut('smallest quantity per subscription'),
  max: AmountOut('largest quantity per subscription'),
  userMax: AmountOut('limit per member'),
  bought: AmountOut('subscribed by this member so far'),
  minNow: AmountOut('smallest quantity this member may subscribe for now; 0 when nothing is left'),
  maxNow: AmountOut('largest quantity this member may subscribe for now; 0 when nothing is left'),
  lockDays: Type.Integer({ description: 'days until bought coins unfreeze' }),
  startAt: Time('the window opens'),
  endAt: Time('the window closes'),
  now: Time("the server's time, for the countdown"),
  phase: Type.Integer({ description: '1 coming, 2 open, 3 ended, at `now`' }),
  state: Type.Integer({ description: '1 open, 2 prohibited' }),
  current: Type.String({ description: 'current unit price; empty without a market' }),
});
export type OfferingRow = Static<typeof OfferingRow>;

export const SubscriptionRow = Type.Object({
  ID: Id(),
  CreatedAt: Time('purchase time'),
  UpdatedAt: Time(),
  recordNo: Type.String({ description: 'N-20418' }),
  pid: Id('ID of the offering'),
  coinname: Type.String(),
  name: Type.String(),
  logo: Type.String(),
  payCoin: Type.String(),
  num: AmountOut('quantity of the new coin'),
  price: AmountOut('unit price paid'),
  paid: AmountOut('in payCoin'),
  status: Type.Integer({ description: '1 frozen, 2 thawed' }),
  unfreezeAt: Time('the coins unfreeze: 00:00 UTC of that date'),
  current: Type.String({ description: 'current unit price; empty without a market' }),
  worth: Type.String({ description: 'at the current price; empty without a market' }),
  profit: Type.String({ description: 'worth − paid; empty without a market' }),
  ratio: Type.String({
    description: 'return ratio: (current − price) ÷ price; empty without a market, shown as ---',
  }),
});
export type SubscriptionRow = Static<typeof SubscriptionRow>;

/** `data` of the live event `offering.subscription`: the current subscription, when it is bought and when it thaws. */
export type SubscriptionEvent = SubscriptionRow;

/** `data` of the broadcast `offering.sold`: only rises, so that the larger of two figures is the later one. */
export type OfferingSold = { ID: number; sold: string }[];

export const offeringCalls = {
  offerings: defineCall({
    ...memberRead,
    path: '/issue/list',
    summary: 'Lists the offerings: open ones, coming ones, ended ones, each newest first.',
    input: Fields({ ...pageFields }),
    output: ListOf(OfferingRow),
    codes: [],
  }),
  findOffering: defineCall({
    ...memberRead,
    path: '/issue/detail',
    summary: 'Returns one offering.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ reissue: OfferingRow }),
    codes: [5007],
  }),
  subscriptionQuote: defineCall({
    ...memberRead,
    path: '/issue/quote',
    summary:
      'Returns what a quantity costs now, when it unfreezes, and the most a balance affords.',
    input: Fields({ pid: IdIn(), num: AmountIn() }),
    output: Type.Object({
      paid: AmountOut('cost in payCoin, rounded up'),
      unfreezeAt: Time('if it is bought now'),
      available: AmountOut("the member's available balance in payCoin"),
      affordable: AmountOut('largest quantity that this balance pays for'),
    }),
    codes: [5007],
  }),
  subscriptions: defineCall({
    ...memberRead,
    path: '/issue/issueRecordList',
    summary: "Lists the member's subscriptions, newest first, optionally of one status.",
    input: Fields({
      ...pageFields,
      status: Type.Optional(
        Type.Union(
          [Type.Integer({ minimum: 0, maximum: 2 }), Type.String({ pattern: '^[0-2]?$' })],
          { description: '0 or absent all, 1 frozen, 2 thawed' },
        ),
      ),
    }),
    output: ListOf(SubscriptionRow),
    codes: [],
  }),
  subscribe: defineCall({
    ...memberMoney,
    path: '/issue/buySubmit',
    summary:
      'Subscribes for a quantity. 4006 names the least in USDT, 4018 the most that is left (`data.max`), 5009 the start of the window; 5004: other terms than `version`.',
    input: Fields({ pid: IdIn(), num: AmountIn(), version: VersionIn() }),
    output: Type.Object({ issueRecord: SubscriptionRow }),
    codes: [4006, 4008, 4013, 4018, 4020, 4025, 5002, 5003, 5004, 5007, 5009, 5011, 5027],
  }),
};
