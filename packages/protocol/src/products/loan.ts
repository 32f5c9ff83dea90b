/** API of loans: products, applications, repayments. */
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

export const loanStatus = {
  underReview: 0,
  active: 1,
  rejected: 2,
  repaid: 3,
  overdue: 4,
} as const;

const termFields = {
  name: Type.String(),
  coinname: Type.String({ description: 'the coin that is lent' }),
  freeDays: Type.Integer({ description: 'interest-free days from the credit on' }),
  termDays: Type.Integer({ description: 'days until the loan is due' }),
  dailyRate: AmountOut('simple interest a day per unit of the principal'),
  yearlyRate: AmountOut('dailyRate × 365'),
};

export const LoanRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  UpdatedAt: Time(),
  version: Version(),
  ...termFields,
  min: AmountOut('smallest amount'),
  max: AmountOut('largest amount'),
  places: Type.Integer({ description: 'decimal places of an amount' }),
  exampleAmount: AmountOut('for the example: 1,000, or the nearest bound'),
  exampleCost: AmountOut('interest of that amount until the due date'),
});
export type LoanRow = Static<typeof LoanRow>;

/** Amounts of what is owed are 0 until the loan is credited. */
export const LoanOrderRow = Type.Object({
  ID: Id(),
  CreatedAt: Time('application time'),
  UpdatedAt: Time(),
  orderNo: Type.String({ description: 'L-20418' }),
  loan_id: Id('ID of the product'),
  ...termFields,
  amount: AmountOut('requested'),
  approved: Type.String({ description: 'approved amount, at most `amount`; empty until approved' }),
  status: Type.Integer({
    description: '0 under review, 1 active, 2 rejected, 3 repaid, 4 overdue',
  }),
  reason: Type.String({ description: 'why it was rejected or approved for less; may be empty' }),
  decidedAt: Type.Union([Time(), Type.Null()]),
  creditedAt: Type.Union([Time(), Type.Null()]),
  dueAt: Type.Union([Time('repayment time: then what is available is taken'), Type.Null()]),
  repaidAt: Type.Union([Time(), Type.Null()]),
  day: Type.Integer({ description: 'days since the credit, a started day whole' }),
  principal: AmountOut('still owed'),
  interest: AmountOut('owed today'),
  total: AmountOut('to repay today'),
  perDay: AmountOut('interest that a further day adds, outside the interest-free days'),
  dueInterest: AmountOut('interest owed on the due date if nothing is repaid before'),
  dueTotal: AmountOut('to repay on the due date if nothing is repaid before'),
  interestPaid: AmountOut('so far'),
  principalPaid: AmountOut('so far'),
  overdueDays: Type.Integer({ description: 'days after the due date; 0 before' }),
  overdueInterest: AmountOut('interest of those days, paid or not'),
});
export type LoanOrderRow = Static<typeof LoanOrderRow>;

/** `data` of the live event `loan.changed`: the current loan. */
export type LoanEvent = LoanOrderRow;

const LoanRepaymentRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  amount: AmountOut(),
  interest: AmountOut('the part that paid interest; it is paid first'),
  principal: AmountOut('the part that paid principal'),
  isCollected: Type.Boolean({ description: 'taken automatically on the due date' }),
});

export const loanCalls = {
  loans: defineCall({
    ...memberRead,
    path: '/loan/getLoanList',
    summary: 'Lists loan products.',
    input: Fields({ ...pageFields }),
    output: ListOf(LoanRow),
    codes: [],
  }),
  loanQuote: defineCall({
    ...memberRead,
    path: '/loan/quote',
    summary: 'Returns what an amount costs if it is credited now: by day, in all, and at worst.',
    input: Fields({ loan_id: IdIn(), amount: AmountIn() }),
    output: Type.Object({
      dueAt: Time('if it is credited now'),
      interest: AmountOut('until the due date'),
      total: AmountOut('to repay on the due date'),
      perDay: AmountOut('what each day after the due date adds until all is repaid; no limit'),
      days: Type.Array(
        Type.Object({ day: Type.Integer(), at: Time(), interest: AmountOut(), total: AmountOut() }),
        { description: 'the cost of repaying after 7, 14 and 30 days, within the term' },
      ),
    }),
    codes: [5007],
  }),
  loanOrders: defineCall({
    ...memberRead,
    path: '/loan_order/getLoan_orderList',
    summary: "Lists the member's loans, newest first, optionally of one status.",
    input: Fields({
      ...pageFields,
      status: Type.Optional(
        Type.Union(
          [Type.Integer({ minimum: 0, maximum: 4 }), Type.String({ pattern: '^[0-4]?$' })],
          {
            description: 'absent or empty: all; 0 under review to 4 overdue',
          },
        ),
      ),
    }),
    output: ListOf(LoanOrderRow),
    codes: [],
  }),
  findLoanOrder: defineCall({
    ...memberRead,
    path: '/loan_order/findLoan_order',
    summary: 'Returns one loan with its repayments, newest first.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({
      reloan_order: LoanOrderRow,
      repayments: Type.Array(LoanRepaymentRow),
    }),
    codes: [5007],
  }),
  applyForLoan: defineCall({
    ...memberMoney,
    path: '/loan_order/createLoan_order',
    summary:
      "Applies for a loan. The terms are the product's: `version`, `min` and `max`, if sent, must equal its own (5004).",
    input: Fields({
      loan_id: IdIn(),
      amount: Type.Optional(AmountIn()),
      consent: Type.Optional(
        Type.Boolean({ description: 'to collection on the due date; required' }),
      ),
      min: Type.Optional(AmountIn()),
      max: Type.Optional(AmountIn()),
      version: VersionIn(),
    }),
    output: Type.Object({ order: LoanOrderRow }),
    codes: [4006, 4008, 4013, 4018, 4025, 5002, 5003, 5004, 5007, 5011, 5012],
  }),
  repayLoan: defineCall({
    ...memberMoney,
    path: '/loan_order/repay',
    summary:
      'Repays a loan in part or whole, interest first. 4018 names what is owed (`data.max`); 5034 once it is repaid.',
    input: Fields({ ID: IdIn(), num: AmountIn() }),
    output: Type.Object({ order: LoanOrderRow, repayment: LoanRepaymentRow }),
    codes: [4008, 4013, 4018, 4020, 5002, 5003, 5007, 5034],
  }),
};
