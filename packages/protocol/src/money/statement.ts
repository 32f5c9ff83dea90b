/** API of statements: what a month did to a member's account, and its files (ADR 54). */
import { Type } from 'typebox';
import { defineCall } from '../call.ts';
import { AmountOut, Fields, Time } from '../fields.ts';

/** How the cost of what was sold is found. */
export const costMethods = ['fifo', 'average'] as const;
export type CostMethod = (typeof costMethods)[number];

/** A month is UTC. */
const MonthIn = () =>
  Type.String({ pattern: '^20\\d\\d-(0[1-9]|1[0-2])$', description: '2026-10, UTC' });
const MethodIn = () =>
  Type.Optional(
    Type.Union([Type.Literal('fifo'), Type.Literal('average')], {
      description: 'how cost is found: first in, first out (the default), or the average',
    }),
  );

const MonthRow = Type.Object({
  month: Type.String({ description: '2026-10, UTC' }),
  records: Type.Integer({ minimum: 0, description: 'changes of what the member owns' }),
  worth: AmountOut('closing value in USDT'),
  realised: AmountOut('profit from sales in USDT'),
  fees: AmountOut('paid, in USDT; zero or below'),
  yield: AmountOut('in USDT'),
  isFinal: Type.Boolean({ description: 'false: the figures are to date' }),
  addsUp: Type.Boolean(),
});

const CoinProfit = Type.Object({
  coinname: Type.String(),
  sales: Type.Integer({ minimum: 1 }),
  sold: AmountOut('sold for, in USDT'),
  paid: AmountOut('paid for what was sold, in USDT'),
  profit: AmountOut(),
});

/** The rows between opening and closing value, besides profit and price change. */
export const statementFlows = [
  'putIn',
  'takenOut',
  'yield',
  'contracts',
  'fees',
  'penalties',
  'machines',
  'other',
] as const;
export type StatementFlow = (typeof statementFlows)[number];

const Flows = Type.Object(
  {
    putIn: AmountOut(),
    takenOut: AmountOut('zero or below; without the fees of withdrawals and payouts'),
    yield: AmountOut(),
    contracts: AmountOut('payouts less stakes'),
    fees: AmountOut('trading, swap, withdrawal, payout and redemption fees, and interest on loans'),
    penalties: AmountOut('of early redemptions'),
    machines: AmountOut('bought'),
    other: AmountOut('rests of trades below the smallest unit'),
  } satisfies Record<StatementFlow, unknown>,
  { description: 'in USDT; coins other than USDT at the close of the day' },
);

const member = { auth: 'member', movesMoney: false } as const;

export const statementCalls = {
  statements: defineCall({
    ...member,
    method: 'GET',
    path: '/user/statement/list',
    summary:
      'Lists the months of the account, newest first, with their closing value and what was realised.',
    rate: 'money',
    input: Fields({ method: MethodIn() }),
    output: Type.Object({ list: Type.Array(MonthRow) }),
    codes: [],
  }),
  statementMonth: defineCall({
    ...member,
    method: 'GET',
    path: '/user/statement/month',
    summary:
      'Returns a month: the sum from its opening to its closing value, and profit and cost by coin.',
    rate: 'money',
    input: Fields({ month: MonthIn(), method: MethodIn() }),
    output: Type.Object({
      ...MonthRow.properties,
      opening: AmountOut('value in USDT'),
      flows: Flows,
      priceChange: AmountOut('of what was held'),
      contracts: Type.Integer({ minimum: 0, description: 'placed' }),
      coins: Type.Array(CoinProfit),
      hasDayPrices: Type.Boolean({
        description: 'coins came or left without a price, and count at the close of their day',
      }),
      unpriced: Type.Array(Type.String(), {
        description: 'coins that had no price and count as 0',
      }),
      late: Type.Integer({
        minimum: 0,
        description: 'records of this month written after it was closed; they are in a later month',
      }),
      sealedAt: Type.Union([Time(), Type.Null()], {
        description: 'when its hash was written to the public log; null: not asked for yet',
      }),
    }),
    codes: [5007],
  }),
  coinCost: defineCall({
    ...member,
    method: 'GET',
    path: '/user/statement/cost',
    summary:
      'Returns how much of a coin the member has now, wherever it is, and what it was bought for: first in, first out, as in the statements. All zero for a coin that the member does not have, and for USDT.',
    rate: 'money',
    input: Fields({
      coin: Type.String({ pattern: '^[A-Za-z0-9]{2,12}$', description: 'BTC' }),
    }),
    output: Type.Object({
      quantity: AmountOut(),
      cost: AmountOut('in USDT'),
      averagePrice: AmountOut('of a unit, in USDT'),
    }),
    codes: [],
  }),
  statementFile: defineCall({
    ...member,
    method: 'POST',
    path: '/user/statement/file',
    summary:
      'Seals a past month in the public log, the first time, and returns the path of a file of it. Of a month that is not closed there is a CSV to date, without a seal; 5011 for its other files.',
    rate: 'money',
    input: Fields({
      month: MonthIn(),
      format: Type.Union([Type.Literal('pdf'), Type.Literal('csv'), Type.Literal('proof')], {
        description: '`csv` is what is sealed; `proof` its receipt (docs/public-log.md)',
      }),
    }),
    output: Type.Object({
      path: Type.String({ description: 'from the root of the site, for a few minutes' }),
      expiresAt: Time(),
    }),
    codes: [5007, 5011],
  }),
  taxFile: defineCall({
    ...member,
    method: 'POST',
    path: '/user/statement/taxFile',
    summary:
      'Returns the path of a CSV of a calendar year (UTC), up to now if it is not over; it is not sealed. 5007 for a year without the member, 5011 while figures are checked.',
    rate: 'money',
    input: Fields({
      year: Type.String({ pattern: '^20\\d\\d$', description: '2026' }),
      format: Type.Union([Type.Literal('koinly'), Type.Literal('lots')], {
        description:
          "`koinly`: movements in Koinly's universal template; `lots`: a row for each lot that was sold, first in, first out",
      }),
    }),
    output: Type.Object({
      path: Type.String({ description: 'from the root of the site, for a few minutes' }),
      expiresAt: Time(),
    }),
    codes: [5007, 5011],
  }),
};
