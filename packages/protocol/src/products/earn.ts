/** API of fixed terms: products, orders, totals, early redemption. */
import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import {
  AmountIn,
  AmountOut,
  Fields,
  Id,
  IdIn,
  ListOf,
  NoFields,
  pageFields,
  Time,
  Version,
  VersionIn,
} from '../fields.ts';
import { memberMoney, memberRead } from '../presets.ts';

/** Our choice: whether the product can be bought. */
export const fixedTermState = { open: 1, closed: 2 } as const;
/** As for staking. */
export const fixedTermStatus = { inTerm: 1, redeemed: 2, ended: 3 } as const;

const termFields = {
  name: Type.String(),
  coinname: Type.String({ description: 'the coin of principal and yield' }),
  cycle: Type.Integer({ description: 'days of the term' }),
  dailyRate: AmountOut('simple yield a day per unit of the principal'),
  payoutTime: Type.String({ description: 'HH:MM, UTC' }),
  penalty: AmountOut('of early redemption, as a ratio of the principal'),
  fee: AmountOut('of early redemption, as a ratio of the principal'),
};

export const FixedTermRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  UpdatedAt: Time(),
  version: Version(),
  ...termFields,
  logo: Type.String(),
  content: Type.String({ description: 'plain text about the product, never HTML' }),
  min: AmountOut('smallest amount'),
  max: AmountOut('largest amount'),
  places: Type.Integer({ description: 'decimal places of an amount' }),
  state: Type.Integer({ description: '1 open, 2 closed' }),
});
export type FixedTermRow = Static<typeof FixedTermRow>;

export const FixedTermOrderRow = Type.Object({
  ID: Id(),
  CreatedAt: Time('purchase time'),
  UpdatedAt: Time(),
  orderNo: Type.String({ description: 'E-20418' }),
  financing_id: Id('ID of the product'),
  ...termFields,
  money: AmountOut('principal'),
  status: Type.Integer({ description: '1 in term, 2 redeemed, 3 ended' }),
  startAt: Time('the term starts'),
  expireAt: Time('the term ends'),
  nextPayoutAt: Type.Union([Time(), Type.Null()]),
  paidDays: Type.Integer({ description: 'days paid so far' }),
  paid: AmountOut('yield so far'),
  toCome: AmountOut('yield until the end; 0 when it has ended'),
  expected: AmountOut('yield of the whole term'),
  endedAt: Type.Union([Time('redeemed or ended'), Type.Null()]),
  penaltyPaid: AmountOut('0 until redeemed'),
  feePaid: AmountOut('0 until redeemed'),
  returned: AmountOut('principal returned; 0 until then'),
});
export type FixedTermOrderRow = Static<typeof FixedTermOrderRow>;

const FixedTermPayoutRow = Type.Object({
  ID: Id('day of the term, from 1'),
  CreatedAt: Time('when it was posted'),
  UpdatedAt: Time(),
  dueAt: Time('payout time'),
  coinname: Type.String(),
  amount: AmountOut('yield of the day; 0 while it is less than a smallest unit'),
});

/** `data` of the live event `earn.changed`: the current order. */
export type FixedTermEvent = FixedTermOrderRow;

/** The figures of an early redemption, for the prompt and for the answer. */
export const FixedTermRedemption = Type.Object({
  money: AmountOut('principal'),
  penalty: AmountOut('rounded up'),
  fee: AmountOut('rounded up'),
  returned: AmountOut('principal − penalty − fee'),
  kept: AmountOut('yield already paid; it stays'),
  missed: AmountOut('yield that staying would still bring'),
  daysLeft: Type.Integer(),
});

const totals = {
  invested: AmountOut('in term now'),
  yesterday: AmountOut('yield of the UTC day before today'),
  total: AmountOut('yield in all'),
};

export const earnCalls = {
  fixedTerms: defineCall({
    ...memberRead,
    path: '/financing/getFinancingList',
    summary: 'Lists fixed-term products.',
    input: Fields({ ...pageFields }),
    output: ListOf(FixedTermRow),
    codes: [],
  }),
  findFixedTerm: defineCall({
    ...memberRead,
    path: '/financing/findFinancing',
    summary: 'Returns one product.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ refinancing: FixedTermRow }),
    codes: [5007],
  }),
  fixedTermQuote: defineCall({
    ...memberRead,
    path: '/financing/quote',
    summary: 'Returns every figure of a purchase before it is made.',
    input: Fields({ financing_id: IdIn(), money: AmountIn() }),
    output: Type.Object({
      available: AmountOut("the member's available balance"),
      perDay: AmountOut('yield of the first day'),
      expected: AmountOut('yield of the whole term'),
      startAt: Time(),
      expireAt: Time(),
      penalty: AmountOut('of leaving early'),
      fee: AmountOut('of leaving early'),
    }),
    codes: [5007],
  }),
  fixedTermOrders: defineCall({
    ...memberRead,
    path: '/financing_order/getFinancing_orderList',
    summary: "Lists the member's orders, newest first, optionally of one status.",
    input: Fields({
      ...pageFields,
      status: Type.Optional(
        Type.Union(
          [Type.Integer({ minimum: 0, maximum: 3 }), Type.String({ pattern: '^[0-3]?$' })],
          { description: '0 or absent all, 1 in term, 2 redeemed, 3 ended' },
        ),
      ),
    }),
    output: ListOf(FixedTermOrderRow),
    codes: [],
  }),
  findFixedTermOrder: defineCall({
    ...memberRead,
    path: '/financing_order/findFinancing_order',
    summary: 'Returns one order.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ refinancing_order: FixedTermOrderRow }),
    codes: [5007],
  }),
  fixedTermPayouts: defineCall({
    ...memberRead,
    path: '/financing_order/payoutList',
    summary: 'Lists the payouts of one order, newest day first.',
    input: Fields({ ...pageFields, ID: IdIn() }),
    output: ListOf(FixedTermPayoutRow),
    codes: [5007],
  }),
  fixedTermTotals: defineCall({
    ...memberRead,
    path: '/financing_order/sum',
    summary: "Returns the member's totals: in USDT at current prices, and for each coin.",
    input: NoFields(),
    output: Type.Object({
      coinname: Type.String({ description: 'USDT' }),
      ...totals,
      list: Type.Array(Type.Object({ coinname: Type.String(), ...totals })),
    }),
    codes: [],
  }),
  buyFixedTerm: defineCall({
    ...memberMoney,
    path: '/financing_order/createFinancing_order',
    summary:
      'Buys a fixed term. 4006 names the minimum in USDT, 4018 the maximum (`data.max`); 5004: other terms than `version`; 5011: not sold.',
    input: Fields({ financing_id: IdIn(), money: AmountIn(), version: VersionIn() }),
    output: Type.Object({ order: FixedTermOrderRow }),
    codes: [4006, 4008, 4013, 4018, 4020, 5002, 5003, 5004, 5007, 5011, 5027],
  }),
  fixedTermRedemptionQuote: defineCall({
    ...memberRead,
    path: '/financing_order/redemptionFind',
    summary: 'Returns what redeeming an order now costs and returns; 5034 once it has ended.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ reredemption: FixedTermRedemption }),
    codes: [5007, 5034],
  }),
  redeemFixedTerm: defineCall({
    ...memberMoney,
    path: '/financing_order/redemption',
    summary: 'Redeems an order early, at the penalty and fee of its terms; 5034 once it has ended.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ order: FixedTermOrderRow, redemption: FixedTermRedemption }),
    codes: [4008, 5002, 5003, 5007, 5034],
  }),
};
