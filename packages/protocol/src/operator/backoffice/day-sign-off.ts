/** API of the sign-off of closed days: what explains a difference, what is carried, and who signed. */
import { type Static, Type } from 'typebox';
import { defineCall } from '../../call.ts';
import { AmountOut, Fields, IdIn, NoData, Time } from '../../fields.ts';
import { operatorAct } from '../../presets.ts';
import { InnerReason } from '../two-texts.ts';

const Day = () => Type.String({ description: 'a UTC day: 2026-11-21' });
const DayIn = () =>
  Type.String({ format: 'date', maxLength: 10, description: 'a UTC day: 2026-11-21' });
const Login = () => Type.String({ description: 'of an operator' });
const Hash = () =>
  Type.String({
    pattern: '^[0-9a-f]{64}$',
    maxLength: 64,
    description: 'SHA-256 of what is signed',
  });
const RecordIn = () =>
  Type.String({
    minLength: 1,
    maxLength: 40,
    description: 'a journal entry by its number, or by its record: W-20418; a remainder: DR-14',
  });

export const SigningState = () =>
  Type.Union(
    [Type.Literal('none'), Type.Literal('open'), Type.Literal('first'), Type.Literal('signed')],
    {
      description:
        'none: closed afterwards from a history, nobody signs it; first: one of two signed',
    },
  );

const Against = () =>
  Type.Union([Type.Literal('books'), Type.Literal('statement')], {
    description: 'a difference within the books, or with the statement of a chain, rail or bank',
  });

const Obstacle = Type.Union([
  Type.Literal('dayBefore'),
  Type.Literal('left'),
  Type.Literal('overdue'),
  Type.Literal('own'),
  Type.Literal('byHand'),
]);

const DayItem = Type.Object({
  ID: Type.Integer(),
  recordNo: Type.String({ description: 'DR-14' }),
  day: Day(),
  coinname: Type.String(),
  account: Type.Union([Type.String(), Type.Null()], { description: 'null: the coin' }),
  against: Against(),
  amount: AmountOut('found less expected, or a part of it; 0: a statement is missing'),
  owner: Login(),
  reason: Type.String(),
  entry: Type.Union([Type.Integer(), Type.Null()], {
    description: 'the journal entry that explains it',
  }),
  reference: Type.Union([Type.String(), Type.Null()], { description: 'of that entry: W-20418' }),
  carriedFrom: Type.Union([Type.String(), Type.Null()], {
    description: 'the remainder of an earlier day that explains it: DR-14',
  }),
  dueOn: Type.Union([Day(), Type.Null()], { description: 'of a remainder: not explained yet' }),
  isOverdue: Type.Boolean({ description: 'a remainder whose due date has passed' }),
  isSettled: Type.Boolean({ description: 'a remainder that was explained later' }),
});
export type DayItem = Static<typeof DayItem>;

const Signature = Type.Object({
  place: Type.Integer({ minimum: 1, maximum: 2 }),
  by: Login(),
  note: Type.String(),
  at: Time(),
  removedAt: Type.Union([Time(), Type.Null()]),
  removedBy: Type.Union([Login(), Type.Null()], { description: 'null: what was signed changed' }),
  removedReason: Type.String(),
});

export const SignOff = Type.Object({
  state: SigningState(),
  hash: Hash(),
  signatures: Type.Array(Signature, { description: 'removed ones too, oldest first' }),
  items: Type.Array(DayItem, { description: 'of the differences of this day' }),
  carried: Type.Array(DayItem, { description: 'open remainders of earlier days' }),
  obstacles: Type.Array(Obstacle, {
    description:
      'why the caller cannot sign now; dayBefore: an earlier day waits; left: something is neither explained nor carried; overdue: a remainder; own: the caller signed first; byHand: the caller booked on that day, so may only sign first',
  }),
});
export type SignOff = Static<typeof SignOff>;

export const operatorDaySignOffCalls = {
  explainDifference: defineCall({
    ...operatorAct('books.sign'),
    path: '/operator/dayClose/explain',
    summary:
      'Explains a part of a difference by a record, or opens a remainder with an owner and a due date. Removes a first signature.',
    input: Fields({
      day: DayIn(),
      coinname: Type.String({ minLength: 1, maxLength: 20 }),
      account: Type.Optional(Type.String({ maxLength: 60, description: 'absent: the coin' })),
      against: Type.Optional(Against()),
      amount: Type.String({
        pattern: '^-?\\d{1,20}(\\.\\d{1,18})?$',
        maxLength: 40,
        description:
          'exact decimal with its sign, of found less expected; 0 for a missing statement',
      }),
      record: Type.Optional(RecordIn()),
      dueOn: Type.Optional(DayIn()),
      login: Type.Optional(
        Type.String({ maxLength: 64, description: 'the owner; absent: the caller' }),
      ),
      reason: InnerReason(),
    }),
    output: Type.Object({ recordNo: Type.String() }),
    codes: [5007, 5033, 5034],
  }),
  removeDayItem: defineCall({
    ...operatorAct('books.sign'),
    path: '/operator/dayClose/removeItem',
    summary: 'Withdraws an explanation or a remainder of a day that is not signed.',
    input: Fields({ ID: IdIn() }),
    output: NoData(),
    codes: [5007, 5034],
  }),
  settleRemainder: defineCall({
    ...operatorAct('books.sign'),
    path: '/operator/dayClose/settle',
    summary: 'Explains a remainder of a signed day by the journal entry that put it right.',
    input: Fields({ ID: IdIn(), record: RecordIn(), reason: InnerReason() }),
    output: NoData(),
    codes: [5007, 5033, 5034],
  }),
  handOverRemainder: defineCall({
    ...operatorAct('books.sign'),
    path: '/operator/dayClose/handOver',
    summary: 'Gives a remainder another owner or due date.',
    input: Fields({
      ID: IdIn(),
      login: Type.String({ minLength: 1, maxLength: 64 }),
      dueOn: DayIn(),
    }),
    output: NoData(),
    codes: [5007, 5034],
  }),
  signDay: defineCall({
    ...operatorAct('books.sign'),
    path: '/operator/dayClose/sign',
    summary:
      'Signs a closed day, as the first or the second of two operators. The second signature is stated in the public log.',
    input: Fields({
      day: DayIn(),
      hash: Hash(),
      note: Type.Optional(Type.String({ maxLength: 500 })),
    }),
    output: Type.Object({ state: SigningState() }),
    codes: [5007, 5032, 5033, 5034, 5036],
  }),
  refuseDay: defineCall({
    ...operatorAct('books.sign'),
    path: '/operator/dayClose/refuse',
    summary: 'Removes the first signature of a day, with a reason.',
    input: Fields({ day: DayIn(), reason: InnerReason() }),
    output: NoData(),
    codes: [5007, 5034],
  }),
};
