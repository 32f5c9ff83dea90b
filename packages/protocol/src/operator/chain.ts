/** Wire of money on chains that came to a halt: withdrawals whose rail is silent, and transfers that belong to nobody (ADR 31). */
import { type Static, Type } from 'typebox';
import { defineCall, type OperatorRole } from '../call.ts';
import { AmountOut, Fields, Id, IdIn, ListOf, pageFields, Time } from '../fields.ts';

const readers: readonly OperatorRole[] = ['reviewer', 'approver', 'auditor'];
const read = { auth: 'operator', movesMoney: false, rate: 'read', roles: readers } as const;
const propose = {
  auth: 'operator',
  movesMoney: false,
  rate: 'money',
  roles: ['reviewer', 'approver'],
} as const;
const OrNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);
const Txid = (description: string) => Type.String({ maxLength: 128, description });
const Reason = () =>
  Type.String({ minLength: 1, maxLength: 500, description: 'the member reads it' });

export const HaltedWithdrawal = Type.Object({
  ID: Id(),
  recordNo: Type.String({ description: 'W-20418' }),
  memberId: Id(),
  coinname: Type.String(),
  czline: Type.String({ description: 'network' }),
  address: Type.String(),
  num: AmountOut('with the fee'),
  silentSince: Time(),
  silence: Type.String({ description: 'what stands in the way, in English' }),
  decidableFrom: Time('before, the rail is waited for'),
  signed: Type.String({ description: 'the transaction that may carry it; empty: none was signed' }),
  reviewId: OrNull(Id('of the verdict that waits for a second person')),
});
export type HaltedWithdrawal = Static<typeof HaltedWithdrawal>;

export const UnmatchedTransfer = Type.Object({
  reference: Type.String({ description: 'network, transaction and place in it' }),
  coinname: Type.String(),
  czline: Type.String({ description: 'network' }),
  address: Type.String(),
  num: AmountOut(),
  txid: Type.String(),
  fault: Type.String({ description: 'unknown-address, unknown-asset, not-above-fee' }),
  seenAt: Time(),
  state: Type.Union([
    Type.Literal('open'),
    Type.Literal('proposed'),
    Type.Literal('credited'),
    Type.Literal('dismissed'),
  ]),
  reviewId: OrNull(Id('of what was proposed for it')),
  depositNo: OrNull(Type.String({ description: 'D-20418: what it was credited as' })),
});
export type UnmatchedTransfer = Static<typeof UnmatchedTransfer>;

export const StrayCandidate = Type.Object({
  memberId: Id(),
  email: Type.String({ description: 'masked' }),
  signs: Type.Object(
    {
      address: Type.Boolean({ description: 'the address is theirs, on another network' }),
      amount: Type.Boolean({ description: 'they announced exactly this amount' }),
      coin: Type.Boolean({ description: 'they announced this coin on this network' }),
      time: Type.Boolean({ description: 'they announced it within a day of the arrival' }),
    },
    { description: 'what fits; reasons, not proof' },
  ),
  addressOn: OrNull(Type.String({ description: 'the network on which the address is theirs' })),
  request: OrNull(
    Type.Object(
      {
        recordNo: Type.String({ description: 'D-20418' }),
        CreatedAt: Time(),
        coinname: Type.String(),
        czline: Type.String(),
        num: AmountOut(),
      },
      { description: 'their open request that fits best' },
    ),
  ),
  earlier: Type.Integer({
    description: 'their completed deposits of this coin, network and amount',
  }),
});
export type StrayCandidate = Static<typeof StrayCandidate>;

const Fault = () =>
  Type.Union([
    Type.Literal('unknown-address'),
    Type.Literal('unknown-asset'),
    Type.Literal('not-above-fee'),
  ]);

export const operatorChainCalls = {
  halted: defineCall({
    ...read,
    method: 'GET',
    path: '/operator/chain/halted',
    summary: 'Withdrawals whose rail has nothing to tell, the longest silence first.',
    input: Fields({
      ...pageFields,
      search: Type.Optional(
        Type.String({ maxLength: 40, description: 'number of a record or member' }),
      ),
    }),
    output: ListOf(HaltedWithdrawal),
    codes: [],
  }),
  proposeResolution: defineCall({
    ...propose,
    method: 'POST',
    path: '/operator/chain/proposeVerdict',
    summary:
      'Says that a halted withdrawal never left, or by which transaction it did; the proposal is the first approval.',
    input: Fields({
      ID: IdIn(),
      verdict: Type.Union([Type.Literal('unsent'), Type.Literal('sent')]),
      txid: Type.Optional(
        Txid('sent: what paid it; unsent: what took the place of what was signed'),
      ),
      reason: Reason(),
    }),
    output: Type.Object({ reviewId: Id() }),
    codes: [5007, 5016, 5034],
  }),
  strays: defineCall({
    ...read,
    method: 'GET',
    path: '/operator/chain/strays',
    summary: 'Transfers that could be credited to nobody, the newest first.',
    input: Fields({
      ...pageFields,
      state: Type.Optional(
        Type.Union([Type.Literal('open'), Type.Literal('settled')], { description: 'absent: all' }),
      ),
      fault: Type.Optional(Fault()),
      search: Type.Optional(
        Type.String({ maxLength: 128, description: 'of reference, address or transaction' }),
      ),
    }),
    output: ListOf(UnmatchedTransfer),
    codes: [],
  }),
  strayCandidates: defineCall({
    ...read,
    method: 'GET',
    path: '/operator/chain/candidates',
    summary:
      'Members whose open requests, addresses or earlier deposits fit such a transfer, the best first, at most five. Looking is logged; nothing is assigned.',
    input: Fields({ reference: Type.String({ minLength: 1, maxLength: 200 }) }),
    output: Type.Object({ list: Type.Array(StrayCandidate) }),
    codes: [5007],
  }),
  proposeUnmatched: defineCall({
    ...propose,
    method: 'POST',
    path: '/operator/chain/proposeStray',
    summary:
      'Proposes to credit such a transfer to a member, or to set it aside as no deposit; the proposal is the first approval.',
    input: Fields({
      reference: Type.String({ minLength: 1, maxLength: 200 }),
      proposal: Type.Union([Type.Literal('credit'), Type.Literal('dismiss')]),
      memberId: Type.Optional(IdIn()),
      reason: Reason(),
    }),
    output: Type.Object({ reviewId: Id() }),
    codes: [4019, 5007, 5013, 5034],
  }),
};
