/** API of files of closed days: what accountants and auditors take along. They are made in the background, signed, and kept for a week. */
import { type Static, Type } from 'typebox';
import { defineCall } from '../../call.ts';
import { Fields, Id, IdIn, NoFields, Time } from '../../fields.ts';
import { operatorAct, operatorRead } from '../../presets.ts';

const DayFileKind = () =>
  Type.Union(
    [
      Type.Literal('ledger'),
      Type.Literal('beancount'),
      Type.Literal('trialBalance'),
      Type.Literal('dailyBalances'),
      Type.Literal('fees'),
      Type.Literal('customerBalances'),
      Type.Literal('orders'),
      Type.Literal('trades'),
      Type.Literal('deposits'),
      Type.Literal('wires'),
      Type.Literal('withdrawals'),
      Type.Literal('payouts'),
      Type.Literal('contracts'),
    ],
    {
      description:
        'ledger, customerBalances and those of records name members by their number, and are for approvers and auditors',
    },
  );
export type DayFileKind = Static<ReturnType<typeof DayFileKind>>;

const DayIn = () =>
  Type.String({ format: 'date', maxLength: 10, description: 'a closed UTC day: 2026-11-21' });
const Day = () => Type.String({ description: 'a UTC day: 2026-11-21' });
const asked = {
  kind: DayFileKind(),
  from: DayIn(),
  until: DayIn(),
  coinname: Type.Optional(Type.String({ minLength: 1, maxLength: 20, description: 'absent: all' })),
  hasNames: Type.Optional(
    Type.Boolean({ description: 'with the verified names of members; approvers and auditors' }),
  ),
};

const DayFile = Type.Object({
  ID: Id(),
  kind: DayFileKind(),
  from: Day(),
  until: Day(),
  coinname: Type.Union([Type.String(), Type.Null()]),
  hasNames: Type.Boolean(),
  by: Type.String({ description: 'login' }),
  askedAt: Time(),
  state: Type.Union(
    [
      Type.Literal('waiting'),
      Type.Literal('making'),
      Type.Literal('ready'),
      Type.Literal('removed'),
    ],
    { description: 'removed: a week after it was made; the same days give the same file again' },
  ),
  percent: Type.Integer({ minimum: 0, maximum: 100 }),
  rows: Type.Integer({ minimum: 0 }),
  bytes: Type.Integer({ minimum: 0 }),
  sha256: Type.Union([Type.String(), Type.Null()]),
  signed: Type.Union([Type.String(), Type.Null()], { description: 'the text that was signed' }),
  signature: Type.Union([Type.String(), Type.Null()], { description: 'Ed25519, hexadecimal' }),
  keyId: Type.Union([Type.Integer(), Type.Null()], { description: 'the evidence key' }),
  madeAt: Type.Union([Time(), Type.Null()]),
});
export type DayFile = Static<typeof DayFile>;

export const operatorDayFileCalls = {
  dayFiles: defineCall({
    ...operatorRead('books.read'),
    path: '/operator/dayFile/list',
    summary: 'Lists the last 50 files of closed days, newest first, with who asked for each.',
    input: NoFields(),
    output: Type.Object({ list: Type.Array(DayFile) }),
    codes: [],
  }),
  previewDayFile: defineCall({
    ...operatorRead('books.read'),
    // A search of the journal, and POST so that the choice is no part of an address.
    method: 'POST',
    path: '/operator/dayFile/preview',
    summary: 'Shows the first lines of a file before it is made. The look is logged.',
    input: Fields(asked),
    output: Type.Object({
      columns: Type.Array(Type.String()),
      rows: Type.Array(Type.Array(Type.String()), { description: 'at most 5; none: empty' }),
    }),
    codes: [5007],
  }),
  makeDayFile: defineCall({
    ...operatorAct('books.read'),
    path: '/operator/dayFile/make',
    summary: 'Asks for a file of closed days, which is made in the background. It is logged.',
    input: Fields(asked),
    output: Type.Object({ ID: Id() }),
    codes: [5007, 5012],
  }),
  linkDayFile: defineCall({
    ...operatorAct('books.read'),
    path: '/operator/dayFile/link',
    summary: 'Gives the address from which a file is downloaded. It is logged.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ path: Type.String(), expiresAt: Time() }),
    codes: [5007],
  }),
};
