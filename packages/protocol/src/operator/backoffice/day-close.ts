/** API of the day close: the trial balance of each UTC day, as it was stored when the day was closed. */
import { type Static, Type } from 'typebox';
import { defineCall } from '../../call.ts';
import { AmountOut, Fields, Time } from '../../fields.ts';
import { operatorRead } from '../../presets.ts';
import { SigningState, SignOff } from './day-sign-off.ts';

/** A real day of the calendar. */
const DayIn = () =>
  Type.String({ format: 'date', maxLength: 10, description: 'a UTC day: 2026-11-21' });
const Day = () => Type.String({ description: 'a UTC day: 2026-11-21' });
const Account = () =>
  Type.String({
    description: 'members.available and so on: all members together; fees and so on; network.TRC20',
  });

const state = {
  day: Day(),
  closedAt: Time(),
  throughPosting: Type.Integer({
    minimum: 0,
    description: 'postings above it count on later days',
  }),
  isTiedOut: Type.Boolean(),
  differences: Type.Integer({ minimum: 0 }),
  unstated: Type.Integer({
    minimum: 0,
    description: 'accounts for which a chain or bank has no statement of this day',
  }),
  hasLate: Type.Boolean({
    description: 'postings were dated on earlier days, which were closed before they were written',
  }),
};

const TrialLine = Type.Object({
  account: Account(),
  opening: AmountOut('what the day before closed with'),
  debits: AmountOut(),
  credits: AmountOut(),
  closing: AmountOut('opening less debits, with credits'),
  late: AmountOut('credits less debits of postings that are dated on earlier, closed days'),
});
const DayDifference = Type.Object({
  account: Type.Union([Account(), Type.Null()], { description: 'null: the coin' }),
  reason: Type.Union([Type.Literal('sides'), Type.Literal('balances')], {
    description: 'sides: debits and credits differ; balances: an account had other balances',
  }),
  expected: AmountOut('credits; or what the account closed with'),
  found: AmountOut('debits; or what its balances were'),
  difference: AmountOut('found less expected'),
});
const DayStatement = Type.Object({
  account: Account(),
  source: Type.Union([Type.Literal('chain'), Type.Literal('paper'), Type.Literal('bank')], {
    description:
      'chain: all wallets at the last block; paper: the records of transfers in paper mode',
  }),
  ledger: AmountOut('what the ledger says is held there'),
  stated: Type.Union([AmountOut(), Type.Null()], {
    description: 'what the source says; null: no statement for this day',
  }),
  arrived: AmountOut('came in by then, not in the ledger by then, or the other way round'),
  paid: AmountOut('went out by then, likewise'),
  fees: AmountOut('network fees that were not booked by then'),
  reference: Type.String({ description: 'height and hash of the block; numbers of statements' }),
  difference: Type.Union([AmountOut(), Type.Null()], {
    description: 'stated, less the ledger, less what arrived, with what was paid',
  }),
});
const KindSum = () =>
  Type.Object({ kind: Type.Integer({ description: 'the record type' }), amount: AmountOut() });

const ClosedCoin = Type.Object({
  coinname: Type.String(),
  lines: Type.Array(TrialLine, { description: 'of members first' }),
  differences: Type.Array(DayDifference),
  statements: Type.Array(DayStatement),
  owedOpening: AmountOut('what members owned together, loans not subtracted'),
  cameIn: AmountOut(),
  wentOut: AmountOut('with its sign'),
  otherwise: AmountOut('what trades, products, fees and loans changed'),
  owedClosing: AmountOut(),
  members: Type.Array(KindSum(), { description: 'what changed it, by kind' }),
  income: Type.Array(KindSum(), { description: 'what the accounts of income received, by kind' }),
  earned: AmountOut('all of it; what was taken out is not subtracted'),
});
export type ClosedCoin = Static<typeof ClosedCoin>;

export const operatorDayCloseCalls = {
  dayCloses: defineCall({
    ...operatorRead('books.read'),
    path: '/operator/dayClose/list',
    summary: 'Lists closed days, newest first, 31 at a time.',
    input: Fields({ before: Type.Optional(DayIn()) }),
    output: Type.Object({
      list: Type.Array(
        Type.Object({
          ...state,
          signing: SigningState(),
          signers: Type.Array(Type.String(), { description: 'logins, the first signer first' }),
          carried: Type.Integer({ minimum: 0, description: 'open remainders of this day' }),
        }),
      ),
      hasMore: Type.Boolean(),
    }),
    codes: [],
  }),
  dayClose: defineCall({
    ...operatorRead('books.read'),
    path: '/operator/dayClose/show',
    summary:
      'Shows a closed day: the trial balance of each coin, its differences, and what members and the exchange gained by kind.',
    input: Fields({ day: DayIn() }),
    output: Type.Object({ ...state, coins: Type.Array(ClosedCoin), signOff: SignOff }),
    codes: [5007],
  }),
  dayCloseFile: defineCall({
    ...operatorRead('books.read'),
    path: '/operator/dayClose/file',
    summary: 'Exports the trial balance of a closed day as CSV. Exports are logged.',
    input: Fields({ day: DayIn() }),
    output: Type.Object({ csv: Type.String() }),
    codes: [5007],
  }),
};
