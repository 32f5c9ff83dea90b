/** API of stuck transfers: withdrawals without an answer from their rail, and unmatched deposits (ADR 31). */
import { type Static, Type } from 'typebox';
import { defineCall } from '../../call.ts';
import { AmountOut, Fields, Id, IdIn, ListOf, NoFields, pageFields, Time } from '../../fields.ts';
import { FundedAccount } from './exchange-accounts.ts';
import { InnerReason, Message } from '../two-texts.ts';
import { operatorAct, operatorRead } from '../../presets.ts';

const OrNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);
const Txid = (description: string) => Type.String({ maxLength: 128, description });
export const HaltedWithdrawal = Type.Object({
  ID: Id(),
  recordNo: Type.String({ description: 'W-20418' }),
  memberId: Id(),
  coinname: Type.String(),
  czline: Type.String({ description: 'network' }),
  address: Type.String(),
  num: AmountOut('including the fee'),
  silentSince: Time(),
  silence: Type.String({ description: 'why there is no answer, in English' }),
  decidableFrom: Time('before this time we wait for the rail'),
  signed: Type.String({ description: 'the signed transaction; empty: none was signed' }),
  reviewId: OrNull(Id('review of the proposed manual resolution')),
});
export type HaltedWithdrawal = Static<typeof HaltedWithdrawal>;

export const UnmatchedTransfer = Type.Object({
  reference: Type.String({ description: 'network, transaction and index in it' }),
  coinname: Type.String(),
  czline: Type.String({ description: 'network' }),
  address: Type.String(),
  num: AmountOut(),
  txid: Type.String(),
  fault: Type.String({
    description: 'unknown-address, unknown-asset, not-above-fee, closed-account',
  }),
  seenAt: Time(),
  state: Type.Union([
    Type.Literal('open'),
    Type.Literal('proposed'),
    Type.Literal('credited'),
    Type.Literal('dismissed'),
    Type.Literal('house'),
  ]),
  reviewId: OrNull(Id('review of the proposal')),
  depositNo: OrNull(Type.String({ description: 'D-20418: the deposit it was credited as' })),
});
export type UnmatchedTransfer = Static<typeof UnmatchedTransfer>;

export const UnmatchedCandidate = Type.Object({
  memberId: Id(),
  email: Type.String({ description: 'masked' }),
  signs: Type.Object(
    {
      address: Type.Boolean({ description: "the address is the member's on another network" }),
      amount: Type.Boolean({ description: 'the member announced exactly this amount' }),
      coin: Type.Boolean({ description: 'the member announced this coin on this network' }),
      time: Type.Boolean({ description: 'the member announced it within a day of the transfer' }),
    },
    { description: 'matching facts; hints, not proof' },
  ),
  addressOn: OrNull(
    Type.String({ description: "the network on which the address is the member's" }),
  ),
  request: OrNull(
    Type.Object(
      {
        recordNo: Type.String({ description: 'D-20418' }),
        CreatedAt: Time(),
        coinname: Type.String(),
        czline: Type.String(),
        num: AmountOut(),
      },
      { description: "the member's best matching open request" },
    ),
  ),
  earlier: Type.Integer({
    description: "number of the member's completed deposits of this coin, network and amount",
  }),
});
export type UnmatchedCandidate = Static<typeof UnmatchedCandidate>;

const TreasuryPlace = Type.Object({
  czline: Type.String({ description: 'network' }),
  coins: Type.Array(Type.String(), { description: 'what can be sent over it' }),
  address: OrNull(Type.String({ description: 'null: the network is not read yet' })),
  confirmations: Type.Integer({ description: 'blocks until a transfer is seen' }),
  height: OrNull(Type.Integer({ description: 'newest block that was read; null: none yet' })),
  readAt: Time('when that was'),
  blocked: OrNull(Type.String({ description: 'why nothing is signed now, in English' })),
});
export type TreasuryPlace = Static<typeof TreasuryPlace>;

const ExchangePosition = Type.Object({
  coinname: Type.String(),
  held: AmountOut('received and not paid out, on networks and at banks'),
  owed: AmountOut('what members own together'),
  lent: AmountOut('what borrowers owe'),
  float: AmountOut('held less owed: what the exchange can pay from'),
  level: Type.Union([Type.Literal('enough'), Type.Literal('low'), Type.Literal('short')], {
    description: 'low: the float is below a twentieth of what is owed; short: below zero',
  }),
});
export type ExchangePositionOut = Static<typeof ExchangePosition>;

const Fault = () =>
  Type.Union([
    Type.Literal('unknown-address'),
    Type.Literal('unknown-asset'),
    Type.Literal('not-above-fee'),
    Type.Literal('closed-account'),
  ]);

export const operatorChainCalls = {
  halted: defineCall({
    ...operatorRead('transfers.read'),
    path: '/operator/chain/halted',
    summary: 'Lists withdrawals without an answer from their rail, longest first.',
    input: Fields({
      ...pageFields,
      search: Type.Optional(
        Type.String({ maxLength: 40, description: 'record number or member ID' }),
      ),
    }),
    output: ListOf(HaltedWithdrawal),
    codes: [],
  }),
  proposeResolution: defineCall({
    ...operatorAct('transfers.handle'),
    path: '/operator/chain/proposeVerdict',
    summary:
      'Proposes a manual resolution: the withdrawal was never sent, or by which transaction it was sent. The proposal is the first approval.',
    input: Fields({
      ID: IdIn(),
      verdict: Type.Union([Type.Literal('unsent'), Type.Literal('sent')]),
      txid: Type.Optional(
        Txid(
          'sent: the transaction that paid it; unsent: the one that replaced the signed transaction',
        ),
      ),
      message: Message(),
      reason: InnerReason(),
    }),
    output: Type.Object({ reviewId: Id() }),
    codes: [5007, 5016, 5034],
  }),
  unmatched: defineCall({
    ...operatorRead('transfers.read'),
    path: '/operator/chain/strays',
    summary: 'Lists unmatched deposits, newest first.',
    input: Fields({
      ...pageFields,
      state: Type.Optional(
        Type.Union([Type.Literal('open'), Type.Literal('settled')], { description: 'absent: all' }),
      ),
      fault: Type.Optional(Fault()),
      search: Type.Optional(
        Type.String({ maxLength: 128, description: 'part of a reference, address or transaction' }),
      ),
    }),
    output: ListOf(UnmatchedTransfer),
    codes: [],
  }),
  unmatchedCandidates: defineCall({
    ...operatorRead('transfers.read'),
    path: '/operator/chain/candidates',
    summary:
      'Lists up to five members whose open requests, addresses or earlier deposits match an unmatched deposit, best match first. Access is logged; nothing is assigned.',
    input: Fields({ reference: Type.String({ minLength: 1, maxLength: 200 }) }),
    output: Type.Object({ list: Type.Array(UnmatchedCandidate) }),
    codes: [5007],
  }),
  treasuryAddress: defineCall({
    ...operatorRead('transfers.read'),
    path: '/operator/chain/houseAddress',
    summary:
      'Returns the address where the operator sends money for the treasury over a network. What arrives is an unmatched deposit.',
    input: Fields({
      coinname: Type.String({ minLength: 1, maxLength: 20 }),
      czline: Type.String({ minLength: 1, maxLength: 20, description: 'network' }),
    }),
    output: Type.Object({ address: Type.String() }),
    codes: [5011],
  }),
  treasuryMoney: defineCall({
    ...operatorRead('transfers.read'),
    path: '/operator/chain/house',
    summary:
      'Returns the treasury address on each network, how far the network is read, and what is held of each asset beside what members own.',
    input: NoFields(),
    output: Type.Object({
      networks: Type.Array(TreasuryPlace),
      position: Type.Array(ExchangePosition),
    }),
    codes: [],
  }),
  proposeUnmatched: defineCall({
    ...operatorAct('transfers.handle'),
    path: '/operator/chain/proposeStray',
    summary:
      'Proposes to credit an unmatched deposit to a member or to an exchange account, or to set it aside. The proposal is the first approval.',
    input: Fields({
      reference: Type.String({ minLength: 1, maxLength: 200 }),
      proposal: Type.Union([
        Type.Literal('credit'),
        Type.Literal('house'),
        Type.Literal('dismiss'),
      ]),
      memberId: Type.Optional(IdIn()),
      account: Type.Optional(FundedAccount()),
      message: Message(),
      reason: InnerReason(),
    }),
    output: Type.Object({ reviewId: Id() }),
    codes: [4019, 5007, 5013, 5024, 5034],
  }),
};
