/** API of payouts at the bank: an operator records that one was sent, two agree that one came back (ADR 29). */
import { type Static, Type } from 'typebox';
import { defineCall } from '../../call.ts';
import {
  AmountIn,
  AmountOut,
  Fields,
  Id,
  IdIn,
  ListOf,
  NoData,
  pageFields,
  Time,
} from '../../fields.ts';
import { operatorAct, operatorRead } from '../../presets.ts';

const BankReference = () =>
  Type.String({ minLength: 1, maxLength: 140, description: 'of the transfer at the bank' });

/** Approved, or sent and found by its number. */
export const BankPayout = Type.Object({
  ID: Id(),
  recordNo: Type.String({ description: 'B-40418' }),
  memberId: Id(),
  coinname: Type.String({ description: 'asset given' }),
  num: AmountOut('given, in coinname'),
  currency: Type.String(),
  received: AmountOut('what the bank pays, in currency'),
  bankname: Type.String(),
  accountname: Type.String(),
  bankcard: Type.String({ description: '**** 4821; in full by its review' }),
  ibna: Type.String({ description: 'DE89 **** 3000' }),
  decidedAt: Time('of the approval'),
  isSent: Type.Boolean(),
  bankReference: Type.String({ description: 'empty until it is sent' }),
  valueDate: Type.Union([Type.String({ description: '2026-11-21' }), Type.Null()]),
  paymentReviewId: Id('review of the payout, with its numbers'),
  reviewId: Type.Union([Id('review of the proposed return'), Type.Null()]),
  file: Type.Union(
    [
      Type.Object({
        recordNo: Type.String({ description: 'PF-201' }),
        isSent: Type.Boolean({ description: 'the bank has it' }),
      }),
      Type.Null(),
    ],
    { description: 'the payment file that it is in' },
  ),
});
export type BankPayout = Static<typeof BankPayout>;

export const operatorPayoutCalls = {
  bankPayouts: defineCall({
    ...operatorRead('transfers.read'),
    path: '/operator/payout/list',
    summary:
      'Lists approved payouts that no bank has sent yet, oldest first. With a search also those that were sent.',
    input: Fields({
      ...pageFields,
      search: Type.Optional(
        Type.String({ maxLength: 40, description: 'record number or member ID' }),
      ),
    }),
    output: ListOf(BankPayout),
    codes: [],
  }),
  recordSent: defineCall({
    ...operatorAct('payments.send'),
    path: '/operator/payout/recordSent',
    summary: 'Records that the bank sent an approved payout. It is then completed for its member.',
    input: Fields({
      ID: IdIn(),
      bankReference: BankReference(),
      valueDate: Type.String({
        pattern: '^20\\d\\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
        description: '2026-11-21: the day the bank debits it, at most a week from now',
      }),
    }),
    output: NoData(),
    codes: [5007, 5016, 5034],
  }),
  proposeReturn: defineCall({
    ...operatorAct('transfers.handle'),
    path: '/operator/payout/proposeReturn',
    summary:
      'Proposes to return a payout to its member: one the bank refused in full, one it sent with the amount that came back. The proposal is the first approval.',
    input: Fields({
      ID: IdIn(),
      num: Type.Optional(AmountIn()),
      bankReference: BankReference(),
      reason: Type.String({ minLength: 1, maxLength: 500, description: 'for operators' }),
    }),
    output: Type.Object({ reviewId: Id() }),
    codes: [5007, 5013, 5034],
  }),
};
