/** API of assets: balances by coin, profit and loss, the records of a coin. */
import { Type } from 'typebox';
import { defineCall } from '../call.ts';
import { NetworkRow } from './coins.ts';
import { AmountOut, Fields, Id, ListOf, NoFields, pageFields, Time } from '../fields.ts';
import { memberRead } from '../presets.ts';

export const CoinRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  UpdatedAt: Time(),
  coinname: Type.String({ description: 'USDT' }),
  name: Type.String({ description: 'Tether' }),
  logo: Type.String(),
  kind: Type.String({ description: 'crypto, fiat, metal' }),
  places: Type.Integer({ description: "the asset's scale" }),
  available: AmountOut(),
  frozen: AmountOut('held and locked: everything that cannot be spent now'),
  total: AmountOut('available and frozen, less what is owed'),
  parts: Type.Object(
    {
      held: AmountOut('in open orders, withdrawals and payouts'),
      locked: AmountOut('frozen until its release: new coins, output of machines'),
      staked: AmountOut('in staking, and in shares of machines that are incomplete'),
      financed: AmountOut('in fixed terms'),
      owed: AmountOut('of loans'),
    },
    { description: 'the first four are `frozen`' },
  ),
  usdt: AmountOut('value in USDT at reference prices, truncated; 0 if unknown'),
  uses: Type.Array(Type.String(), {
    description:
      'products that may use it: swap, contracts, recurring, earn, staking, loan, offering',
  }),
  priced: Type.Boolean({ description: 'false if there is no reference price in USDT' }),
  atCost: Type.Boolean({
    description: '`usdt` is what was paid for a new coin, which has no market yet',
  }),
  networks: Type.Optional(
    Type.Array(NetworkRow, { description: 'open networks; only for cate 2 and 3' }),
  ),
});

export const RecordRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  UpdatedAt: Time(),
  coinname: Type.String(),
  type: Type.Integer({ description: 'record type' }),
  amount: AmountOut(
    'signed; of an entry that leaves the total unchanged (types 2, 16, 18 …) the change of the available balance',
  ),
  balance: AmountOut('what is available of the coin after this entry'),
  reserved: AmountOut('what is held, locked or invested of the coin after this entry'),
  state: Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal(3)], {
    description:
      '1 final; 2 a withdrawal or payout whose amount is reserved until it is paid or returned; 3 it was returned. A withdrawal is one record of type 2, also when it is paid',
  }),
  reference: Type.String({ description: 'cause, for example order:12' }),
  note: Type.String(),
});

export type WorthPeriod = 'week' | 'month' | 'quarter' | 'year' | 'all';

export const assetsCalls = {
  mycoin: defineCall({
    ...memberRead,
    path: '/user/mycoin',
    summary: "Lists the member's coins: cate 1 all, 2 open for deposits, 3 open for withdrawals.",
    input: Fields({
      cate: Type.Optional(
        Type.Union([Type.Integer({ minimum: 1, maximum: 3 }), Type.String({ pattern: '^[1-3]$' })]),
      ),
    }),
    output: Type.Object({ list: Type.Array(CoinRow) }),
    codes: [],
  }),
  ploss: defineCall({
    ...memberRead,
    path: '/user/ploss',
    summary:
      'Returns the value of all assets in USDT, and profit or loss today (UTC) and in total.',
    input: NoFields(),
    output: Type.Object({
      total: AmountOut('value in USDT'),
      today: AmountOut('signed; current value − value at 00:00 UTC − deposits since'),
      todayRatio: Type.String({
        description: "percent truncated to 2 decimals, '---' if unknown",
      }),
      all: AmountOut('signed; current value − put in + taken out'),
      putIn: AmountOut(
        'all that came from outside, each at its value at the time: deposits, bank transfers, paper money',
      ),
      takenOut: AmountOut(
        'all that went outside, each at its value at the time and without its fee: withdrawals, payouts',
      ),
    }),
    codes: [],
  }),
  worthDays: defineCall({
    ...memberRead,
    path: '/user/worthDays',
    summary: 'Returns the value of all assets in USDT at each midnight (UTC) of a period.',
    input: Fields({
      period: Type.Union(
        [
          Type.Literal('week'),
          Type.Literal('month'),
          Type.Literal('quarter'),
          Type.Literal('year'),
          Type.Literal('all'),
        ],
        { description: 'up to today' },
      ),
    }),
    output: Type.Object({
      state: Type.Union([Type.Literal('ready'), Type.Literal('computing')], {
        description:
          '`computing`: the days of the member are not computed yet, and the list is empty',
      }),
      isYounger: Type.Boolean({
        description: 'the first deposit was within the period, on the first day of the list',
      }),
      list: Type.Array(
        Type.Object({
          day: Type.String({ description: '2026-11-29; the figures are those of 00:00 UTC' }),
          worth: Type.Union([AmountOut('in USDT'), Type.Null()], {
            description: 'null: a price was missing at that moment',
          }),
          putIn: AmountOut('all up to then'),
          takenOut: AmountOut('all up to then'),
        }),
        { description: 'each day of the period, oldest first' },
      ),
    }),
    codes: [],
  }),
  records: defineCall({
    ...memberRead,
    path: '/user_money_log/getUser_money_logList',
    summary: 'Lists financial records, newest first, optionally of one coin or type.',
    input: Fields({
      ...pageFields,
      coinname: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9]{0,12}$' })),
      type: Type.Optional(
        Type.Union([
          Type.Integer({ minimum: 0, maximum: 99 }),
          Type.String({ pattern: '^\\d{0,2}$' }),
        ]),
      ),
    }),
    output: ListOf(RecordRow),
    codes: [4019],
  }),
};
