/** API of mining machines and staking: products, orders, earnings. */
import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import {
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

export const machineType = { sole: 1, shared: 2, staking: 3 } as const;
export const machineIncome = { constantValue: 1, constantCoin: 2 } as const;
/** Whether output is frozen until the end of the cycle. */
export const machineFreeze = { no: 1, yes: 2 } as const;
/** Our choice: whether the product can be bought. */
export const machineState = { open: 1, soldOut: 2, closed: 3 } as const;
/** A share whose machine is not complete is in term; returned, it is redeemed. */
export const machineOrderStatus = { inTerm: 1, redeemed: 2, ended: 3 } as const;

const TypeIn = () =>
  Type.Union(
    [Type.Integer({ minimum: 1, maximum: 3 }), Type.String({ pattern: '^[1-3](,[1-3]){0,2}$' })],
    { description: '1 sole, 2 shared, 3 staking, or several: `1,2`; absent: all' },
  );
const OrderStatusIn = () =>
  Type.Union([Type.Integer({ minimum: 0, maximum: 3 }), Type.String({ pattern: '^[0-3]?$' })], {
    description: '0 or absent all, 1 in term, 2 redeemed, 3 ended',
  });
const CountIn = () =>
  Type.Union(
    [Type.Integer({ minimum: 0, maximum: 999_999 }), Type.String({ pattern: '^\\d{0,6}$' })],
    { description: 'number of units' },
  );
const PercentIn = () =>
  Type.Union([Type.Integer({ minimum: 1, maximum: 99 }), Type.String({ pattern: '^[1-9]\\d?$' })], {
    description: 'the share in percent',
  });

/** What product and order have in common. */
const incomeFields = {
  name: Type.String(),
  logo: Type.String(),
  type: Type.Integer({ description: '1 sole, 2 shared, 3 staking' }),
  coinname: Type.String({ description: 'the coin that is paid out' }),
  payCoin: Type.String({ description: 'the coin of price and principal' }),
  income: Type.Integer({ description: '1 constant value, 2 constant coin amount' }),
  dailyOutput: Type.String({ description: 'coins a day and unit; empty for constant value' }),
  dailyRate: Type.String({
    description: 'value a day per unit of payCoin; empty for a constant coin amount',
  }),
  freeze: Type.Integer({ description: '1 no, 2 yes: output is frozen until the end' }),
  cycle: Type.Integer({ description: 'days of the term' }),
  payoutTime: Type.String({ description: 'HH:MM, UTC' }),
  returnsPrincipal: Type.Boolean({ description: "false for machines: a machine's price is spent" }),
  penalty: AmountOut('of early redemption, as a ratio of the principal; 0 for machines'),
};

export const MachineRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  UpdatedAt: Time(),
  version: Version(),
  ...incomeFields,
  content: Type.String({ description: 'plain text about the product, never HTML' }),
  listedAt: Time('listing time'),
  price: AmountOut('unit price, for a shared machine of the whole machine'),
  max: Type.Integer({ description: 'most units per order; 1 for a shared machine' }),
  tokenCoin: Type.String({ description: 'platform token; empty if none is required' }),
  tokenMin: AmountOut('least balance of the platform token; 0 if none is required'),
  state: Type.Integer({ description: '1 open, 2 sold out, 3 closed' }),
  sharbltxt: Type.String({ description: 'the shares in percent: 40|60; empty unless shared' }),
  shares: Type.Array(
    Type.Object({
      gxfe: Type.Integer({ description: 'percent' }),
      price: AmountOut('price of this share'),
      heldAt: Type.Union([Time('when it was bought'), Type.Null()]),
    }),
    { description: 'in the order of sharbltxt; none unless shared' },
  ),
});
export type MachineRow = Static<typeof MachineRow>;

/** Amounts of output are in `coinname`, of a constant value that is not paid yet in `payCoin`. */
export const MachineOrderRow = Type.Object({
  ID: Id(),
  CreatedAt: Time('purchase time'),
  UpdatedAt: Time(),
  orderNo: Type.String({ description: 'M-20418' }),
  machineId: Id('ID of the product'),
  ...incomeFields,
  num: Type.Integer({ description: 'units' }),
  gxfe: Type.Integer({ description: 'share in percent; 100 unless shared' }),
  invested: AmountOut('in payCoin'),
  status: Type.Integer({ description: '1 in term, 2 redeemed, 3 ended' }),
  startAt: Type.Union([Time('the term starts'), Type.Null()], {
    description: 'null while the machine is not complete',
  }),
  expireAt: Type.Union([Time('the term ends'), Type.Null()]),
  nextPayoutAt: Type.Union([Time(), Type.Null()]),
  paidDays: Type.Integer({ description: 'days paid so far' }),
  paid: AmountOut('output so far, frozen output included, in coinname'),
  paidValue: AmountOut('its value at each payout, in payCoin'),
  frozen: AmountOut('the part of it that is still frozen, in coinname'),
  toCome: AmountOut('output until the end: coins, or a constant value'),
  expected: AmountOut('output of the whole term: coins, or a constant value'),
  canRefund: Type.Boolean({ description: 'a share of a machine that is not complete' }),
  canRedeem: Type.Boolean(),
  endedAt: Type.Union([Time('redeemed or ended'), Type.Null()]),
  penaltyPaid: AmountOut('in payCoin; 0 until redeemed'),
  returned: AmountOut('principal or price returned, in payCoin; 0 until then'),
});
export type MachineOrderRow = Static<typeof MachineOrderRow>;

/** `data` of the live event `staking.changed`: the orders that were bought, paid, redeemed or refunded, or that started. */
export interface StakingEvent {
  orders: number[];
}

/** The figures of an early redemption, for the prompt and for the answer. */
export const MachineRedemption = Type.Object({
  invested: AmountOut('principal, in payCoin'),
  penalty: AmountOut('in payCoin, rounded up'),
  returned: AmountOut('principal − penalty'),
  kept: AmountOut('output that stays, in coinname'),
  forfeited: AmountOut('frozen output that is lost, in coinname'),
  missed: AmountOut('output that staying would still bring: coins, or a constant value'),
  daysLeft: Type.Integer(),
});

const EarningRow = Type.Object({
  ID: Id(),
  CreatedAt: Time('when it was posted'),
  UpdatedAt: Time(),
  orderId: Id(),
  name: Type.String(),
  dueAt: Time('payout time; its UTC date is the day of the earning'),
  coinname: Type.String(),
  amount: AmountOut('in coinname'),
  price: Type.String({ description: 'reference price at dueAt, in payCoin; empty if none' }),
  payCoin: Type.String(),
  value: Type.String({ description: 'amount at that price, in payCoin; empty without a price' }),
  isFrozen: Type.Boolean({ description: 'until the end of the term' }),
});

const OrderFilter = { type: Type.Optional(TypeIn()), orderId: Type.Optional(IdIn()) };

export const stakingCalls = {
  machines: defineCall({
    ...memberRead,
    path: '/mining_machine/getMining_machineList',
    summary: 'Lists mining machines and staking products, optionally of some types.',
    input: Fields({ ...pageFields, type: Type.Optional(TypeIn()) }),
    output: ListOf(MachineRow),
    codes: [],
  }),
  findMachine: defineCall({
    ...memberRead,
    path: '/mining_machine/findMining_machine',
    summary: 'Returns one product.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ remining_machine: MachineRow }),
    codes: [5007],
  }),
  machineQuote: defineCall({
    ...memberRead,
    path: '/mining_machine/quote',
    summary: 'Returns every figure of a purchase before it is made, for `num` units or a share.',
    input: Fields({
      id: IdIn(),
      num: Type.Optional(CountIn()),
      gxfe: Type.Optional(PercentIn()),
    }),
    output: Type.Object({
      invested: AmountOut('in payCoin'),
      available: AmountOut("the member's available balance in payCoin"),
      perDay: AmountOut('output of the first day: coins, or a constant value'),
      expected: AmountOut('output of the whole term: coins, or a constant value'),
      startAt: Type.Union([Time(), Type.Null()], {
        description: 'null while another share of the machine is free',
      }),
      expireAt: Type.Union([Time(), Type.Null()]),
      penalty: AmountOut('of leaving early, in payCoin'),
      price: Type.String({ description: 'reference price of the coin; empty without one' }),
      result: Type.String({ description: 'output − price of the order at that price, or empty' }),
      resultAtHalf: Type.String({ description: 'the same if the coin loses half, or empty' }),
      coverDays: Type.Union([Type.Integer(), Type.Null()], {
        description: 'days until the output is worth the price of the order, at this price',
      }),
    }),
    codes: [4006, 4018, 5007],
  }),
  buyMachine: defineCall({
    ...memberMoney,
    path: '/mining_machine/buySingleMining_machine',
    summary:
      'Buys units of a sole machine or a staking product. 5004: other terms than `version`; 5011 with `data.needs` = `token`: too little of the platform token.',
    input: Fields({ id: IdIn(), num: CountIn(), version: VersionIn() }),
    output: Type.Object({ order: MachineOrderRow }),
    codes: [4006, 4008, 4013, 4018, 4020, 5002, 5003, 5004, 5005, 5007, 5011, 5027],
  }),
  buyShare: defineCall({
    ...memberMoney,
    path: '/mining_machine/buyShareMining_machine',
    summary:
      'Buys a share of a shared machine. 5004: its shares are others, or its terms than `version`; 4018: this share is no longer free.',
    input: Fields({
      id: IdIn(),
      sharbltxt: Type.String({ pattern: '^[1-9]\\d?(\\|[1-9]\\d?){1,9}$', description: '40|60' }),
      gxfe: PercentIn(),
      version: VersionIn(),
    }),
    output: Type.Object({ order: MachineOrderRow }),
    codes: [4008, 4018, 4020, 5002, 5003, 5004, 5005, 5007, 5011, 5027],
  }),
  machineOrders: defineCall({
    ...memberRead,
    path: '/mining_machine_order/getMyorderList',
    summary: "Lists the member's orders, newest first, optionally of some types and one status.",
    input: Fields({
      ...pageFields,
      type: Type.Optional(TypeIn()),
      status: Type.Optional(OrderStatusIn()),
    }),
    output: ListOf(MachineOrderRow),
    codes: [],
  }),
  findMachineOrder: defineCall({
    ...memberRead,
    path: '/mining_machine_order/findMyorder',
    summary: 'Returns one order.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ reorder: MachineOrderRow }),
    codes: [5007],
  }),
  machineRedemptionQuote: defineCall({
    ...memberRead,
    path: '/mining_machine_order/redemptionFind',
    summary:
      'Returns what redeeming a staking order now costs and returns; 5034 once it has ended.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ reredemption: MachineRedemption }),
    codes: [5007, 5011, 5034],
  }),
  redeemMachine: defineCall({
    ...memberMoney,
    path: '/mining_machine_order/redemption',
    summary: 'Redeems a staking order early, at the penalty of its terms; 5034 once it has ended.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ order: MachineOrderRow, redemption: MachineRedemption }),
    codes: [4008, 5002, 5003, 5007, 5011, 5034],
  }),
  refundShare: defineCall({
    ...memberMoney,
    path: '/mining_machine_order/refund',
    summary: 'Returns a share in full while its machine is not complete; 5034 afterwards.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ order: MachineOrderRow }),
    codes: [5002, 5003, 5007, 5034],
  }),
  earnings: defineCall({
    ...memberRead,
    path: '/mining_machine_order/earningsList',
    summary: "Lists the member's earnings, newest day first.",
    input: Fields({ ...pageFields, ...OrderFilter }),
    output: ListOf(EarningRow),
    codes: [],
  }),
  earningsCurve: defineCall({
    ...memberRead,
    path: '/mining_machine_order/earningsCurve',
    summary: 'Returns the earnings of each day, for the chart: 7 or 30 days, or all.',
    input: Fields({
      ...OrderFilter,
      days: Type.Optional(
        Type.Union(
          [Type.Integer({ minimum: 0, maximum: 366 }), Type.String({ pattern: '^\\d{0,3}$' })],
          {
            description: '0 or absent: all',
          },
        ),
      ),
    }),
    output: Type.Object({
      payCoin: Type.String({ description: 'the coin of all values: USDT' }),
      days: Type.Array(
        Type.Object({
          date: Type.String({ description: '2026-11-22, UTC' }),
          value: AmountOut('at the price of each payout'),
          isPaid: Type.Boolean({ description: 'false: due, not posted yet' }),
        }),
        { description: 'every day with a due payout, oldest first' },
      ),
      total: AmountOut(),
      average: AmountOut('per paid day, rounded down'),
      frozen: AmountOut('the part of the total that is frozen'),
    }),
    codes: [],
  }),
};
