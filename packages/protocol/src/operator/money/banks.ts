/** API of bank statements: files of the bank are imported, and each entry finds its record (ADR 99). */
import { type Static, Type } from 'typebox';
import { defineCall } from '../../call.ts';
import {
  AmountOut,
  Fields,
  Id,
  IdIn,
  ListOf,
  NoData,
  NoFields,
  pageFields,
  Time,
} from '../../fields.ts';
import { operatorAct, operatorRead } from '../../presets.ts';

/** Of the file, 4 MiB; in base64 a third more. */
const FILE_LETTERS_MAX = 5_600_000;
const Day = (description: string) => Type.String({ description: `${description}: 2026-11-21` });

export const BankStatementRow = Type.Object({
  ID: Id(),
  coinname: Type.String({ description: 'the currency' }),
  account: Type.String(),
  number: Type.String({ description: "the bank's own" }),
  format: Type.Union([Type.Literal('camt.053'), Type.Literal('MT940')]),
  begins: AmountOut('with this balance'),
  ends: AmountOut('with this balance'),
  from: Day('of the first balance'),
  until: Day('of the last balance'),
  entries: Type.Integer({ minimum: 0 }),
  unmatched: Type.Integer({ minimum: 0, description: 'entries that belong to no record yet' }),
  by: Type.Union([Type.String(), Type.Null()], {
    description: 'the operator; null: the watched folder',
  }),
  CreatedAt: Time('of the import'),
});
export type BankStatementRow = Static<typeof BankStatementRow>;

/** An account of the exchange at a bank. */
export const BankAccount = Type.Object({
  coinname: Type.String({ description: 'the currency' }),
  account: Type.String(),
  statement: Type.Union(
    [
      Type.Object({
        number: Type.String(),
        until: Day('of its last balance'),
        ends: AmountOut('with this balance'),
        difference: AmountOut('less what the journal has'),
      }),
      Type.Null(),
    ],
    { description: 'the newest; null: none was imported' },
  ),
  journal: AmountOut('what is held at the bank now, by the journal'),
  unmatchedIn: AmountOut('sum of credits that belong to no record yet'),
  unmatchedOut: AmountOut('sum of debits that belong to no record yet'),
});
export type BankAccount = Static<typeof BankAccount>;

/** Of a statement, and not matched yet. */
export const BankEntry = Type.Object({
  ID: Id(),
  coinname: Type.String({ description: 'the currency' }),
  isCredit: Type.Boolean({ description: 'money came in' }),
  num: AmountOut(),
  bookedOn: Day('day of booking'),
  valueDate: Day('value date'),
  bankReference: Type.String({ description: 'empty where the bank gives none' }),
  endToEndId: Type.String(),
  party: Type.String({ description: 'who paid, or was paid' }),
  text: Type.String({ description: 'what the payer wrote' }),
  returnCode: Type.String({ description: 'AC04: why a payment came back; empty for others' }),
  statement: Type.String({ description: 'its number' }),
  CreatedAt: Time('of the import'),
});
export type BankEntry = Static<typeof BankEntry>;

export const BankCandidate = Type.Object({
  kind: Type.Union([Type.Literal('wire'), Type.Literal('payout'), Type.Literal('payback')], {
    description: 'payback: money of this payout came back',
  }),
  recordId: Id(),
  recordNo: Type.String({ description: 'F-30018' }),
  memberId: Id(),
  name: Type.String({ description: 'verified, or of the account that was paid' }),
  num: AmountOut('announced, or sent'),
  CreatedAt: Time(),
  signs: Type.Object({
    reference: Type.Boolean({ description: 'the entry has the reference of the record' }),
    amount: Type.Boolean(),
    likeness: Type.Integer({ minimum: 0, maximum: 100, description: 'of the names' }),
  }),
});
export type BankCandidate = Static<typeof BankCandidate>;

/** Approved payouts for a bank. */
export const PaymentFileRow = Type.Object({
  ID: Id(),
  recordNo: Type.String({ description: 'PF-201' }),
  coinname: Type.String({ description: 'the currency' }),
  account: Type.String({ description: 'from which the bank pays' }),
  payments: Type.Integer({ minimum: 1 }),
  total: AmountOut(),
  booked: Type.Integer({ minimum: 0, description: 'payments that a statement showed' }),
  state: Type.Union([Type.Literal('made'), Type.Literal('sent'), Type.Literal('withdrawn')]),
  by: Type.String(),
  endedBy: Type.Union([Type.String(), Type.Null()], {
    description: 'who said that it was sent or withdrawn; null also: a statement showed it',
  }),
  CreatedAt: Time(),
});
export type PaymentFileRow = Static<typeof PaymentFileRow>;

export const operatorBankCalls = {
  paymentFiles: defineCall({
    ...operatorRead('transfers.read'),
    path: '/operator/paymentFile/list',
    summary: 'Lists the last 50 payment files, newest first, and what waits for one.',
    input: NoFields(),
    output: Type.Object({
      ready: Type.Array(
        Type.Object({
          coinname: Type.String({ description: 'the currency' }),
          payments: Type.Integer({ minimum: 1 }),
          total: AmountOut(),
          account: Type.Union([Type.String(), Type.Null()], {
            description: 'null: no account of the currency is known',
          }),
        }),
      ),
      list: Type.Array(PaymentFileRow),
    }),
    codes: [],
  }),
  makePaymentFile: defineCall({
    ...operatorAct('payments.send'),
    path: '/operator/paymentFile/make',
    summary:
      'Puts the approved payouts of a currency into a payment file, at most 500; a payout is in one file.',
    input: Fields({ coinname: Type.String({ minLength: 1, maxLength: 20 }) }),
    output: Type.Object({ ID: Id() }),
    codes: [5007, 5011, 5034],
  }),
  downloadPaymentFile: defineCall({
    ...operatorAct('payments.send'),
    path: '/operator/paymentFile/download',
    summary:
      'Writes a payment file as pain.001.001.09, with full account numbers. Each download is logged.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ name: Type.String({ description: 'PF-201.xml' }), text: Type.String() }),
    codes: [5007, 5011, 5034],
  }),
  decidePaymentFile: defineCall({
    ...operatorAct('payments.send'),
    path: '/operator/paymentFile/decide',
    summary:
      'Says that the bank has a payment file, or withdraws one that the bank will not get: its payouts may go into another one.',
    input: Fields({
      ID: IdIn(),
      state: Type.Union([Type.Literal('sent'), Type.Literal('withdrawn')]),
    }),
    output: NoData(),
    codes: [5007, 5034],
  }),
  bankAccounts: defineCall({
    ...operatorRead('transfers.read'),
    path: '/operator/bank/accounts',
    summary:
      'Lists the bank accounts of the exchange: the balance of the newest statement beside that of the journal.',
    input: NoFields(),
    output: Type.Object({
      isPaper: Type.Boolean({ description: 'sample statements can be made' }),
      list: Type.Array(BankAccount),
    }),
    codes: [],
  }),
  bankStatements: defineCall({
    ...operatorRead('transfers.read'),
    path: '/operator/bank/statements',
    summary: 'Lists imported bank statements, newest first.',
    input: Fields(pageFields),
    output: ListOf(BankStatementRow),
    codes: [],
  }),
  importStatements: defineCall({
    ...operatorAct('transfers.handle'),
    path: '/operator/bank/import',
    summary:
      'Imports a file of bank statements, camt.053 or MT940. A file with a fault is refused whole; one that was imported before changes nothing. Entries that agree with a wire or payout in reference, amount and name are matched.',
    bodyBytesMax: FILE_LETTERS_MAX + 1_000,
    input: Fields({
      base64Str: Type.String({
        minLength: 1,
        maxLength: FILE_LETTERS_MAX,
        pattern: '^[A-Za-z0-9+/]+={0,2}$',
        description: 'the file',
      }),
    }),
    output: Type.Object({
      fault: Type.Union([Type.String(), Type.Null()], {
        description: 'why nothing was imported, with the line of the file',
      }),
      list: Type.Array(
        Type.Object({
          number: Type.String(),
          account: Type.String(),
          coinname: Type.String(),
          isRepeat: Type.Boolean({ description: 'it was imported before' }),
          entries: Type.Integer({ minimum: 0 }),
        }),
      ),
      matched: Type.Integer({ minimum: 0, description: 'entries that found their record' }),
    }),
    codes: [],
  }),
  bankEntries: defineCall({
    ...operatorRead('transfers.read'),
    path: '/operator/bank/entries',
    summary: 'Lists entries of bank statements that belong to no record yet, oldest first.',
    input: Fields({
      ...pageFields,
      search: Type.Optional(
        Type.String({ maxLength: 100, description: 'part of a name, text, reference or amount' }),
      ),
    }),
    output: ListOf(BankEntry),
    codes: [],
  }),
  bankCandidates: defineCall({
    ...operatorRead('transfers.handle'),
    path: '/operator/bank/candidates',
    summary:
      'Lists records that an entry may belong to, best first, at most five. The access is logged.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({
      list: Type.Array(BankCandidate),
      isRecorded: Type.Boolean({
        description: 'the reference of the bank is that of a recorded receipt',
      }),
    }),
    codes: [5007],
  }),
  matchEntry: defineCall({
    ...operatorAct('transfers.handle'),
    path: '/operator/bank/match',
    summary:
      'Says what an entry is. wire: its receipt, which two people then approve. payout: the bank sent it. payback: proposes its return, which a second person approves. other: no record.',
    input: Fields({
      ID: IdIn(),
      kind: Type.Union([
        Type.Literal('wire'),
        Type.Literal('payout'),
        Type.Literal('payback'),
        Type.Literal('other'),
      ]),
      recordId: Type.Optional(IdIn()),
      reason: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 500,
          description: 'for operators; of a return, and of what is no record',
        }),
      ),
    }),
    output: Type.Object({
      reviewId: Type.Union([Id('review of the proposed return'), Type.Null()]),
    }),
    codes: [5007, 5013, 5016, 5034],
  }),
  sampleStatement: defineCall({
    ...operatorRead('transfers.handle'),
    path: '/operator/bank/sample',
    summary:
      'In paper mode: writes a statement in which the waiting wires of a currency arrived and its approved payouts were sent, to try the import.',
    input: Fields({ coinname: Type.String({ minLength: 1, maxLength: 20 }) }),
    output: Type.Object({ text: Type.String({ description: 'camt.053' }) }),
    codes: [4019, 5011],
  }),
};
