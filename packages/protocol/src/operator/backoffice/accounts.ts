/** API of operator accounts: one approver proposes a change, another approves it in the queue (ADR 24). */
import { type Static, Type } from 'typebox';
import { defineCall } from '../../call.ts';
import { Fields, Id, IdIn, NoData, NoFields, RequestId, Time } from '../../fields.ts';
import { InnerReason } from '../two-texts.ts';
import { RoleKey } from './session.ts';
import { operatorAct, operatorRead, publicSecret } from '../../presets.ts';

const Half = () =>
  Type.String({
    minLength: 1,
    maxLength: 40,
    description: 'half of the start code, case-insensitive',
  });

export const OperatorAccount = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  login: Type.String(),
  roles: Type.Array(RoleKey()),
  isActive: Type.Boolean({ description: 'false: no roles, cannot sign in' }),
  hasPassword: Type.Boolean({ description: 'false: not started by its owner yet' }),
  hasCodes: Type.Boolean({ description: 'one-time codes are set up' }),
  hasLink: Type.Boolean({
    description: 'it is linked to an identity at a provider, working or not',
  }),
  lastUsedAt: Type.Union([Time('last use of the open session'), Type.Null()]),
  isHolder: Type.Boolean({ description: 'the caller has half of its start code' }),
  lock: Type.Union([
    Type.Object({
      reason: Type.String({ description: 'for operators' }),
      by: Type.String(),
      beganAt: Time(),
      until: Type.Union([Time(), Type.Null()], { description: 'null: until two unlock it' }),
      confirmedBy: Type.Union([Type.String(), Type.Null()]),
      askedBy: Type.Union([Type.String(), Type.Null()], {
        description: 'the first of the two who unlock it',
      }),
    }),
    Type.Null(),
  ]),
});
export type OperatorAccount = Static<typeof OperatorAccount>;

export const operatorAccountCalls = {
  accounts: defineCall({
    ...operatorRead('operators.read', 'audit.read'),
    path: '/operator/account/list',
    summary: 'Lists all operator accounts by name.',
    input: NoFields(),
    output: Type.Object({ list: Type.Array(OperatorAccount) }),
    codes: [],
  }),
  proposeAccount: defineCall({
    ...operatorAct('operators.propose'),
    path: '/operator/account/propose',
    summary:
      'Proposes a new account, new roles (none closes the account), a reset of one-time codes, or the removal of the link to a provider. Not possible for the own account.',
    input: Fields({
      change: Type.Union([
        Type.Literal('add'),
        Type.Literal('roles'),
        Type.Literal('resetCodes'),
        Type.Literal('unlink'),
      ]),
      login: Type.String({ minLength: 1, maxLength: 64 }),
      roles: Type.Array(RoleKey(), {
        maxItems: 20,
        description: 'the new roles; empty for a reset and for a link',
      }),
      reason: Type.String({ minLength: 1, maxLength: 500 }),
      requestId: RequestId(),
    }),
    output: Type.Object({ reviewId: Id() }),
    codes: [5002, 5007, 5016, 5032, 5034],
  }),
  takeStartHalf: defineCall({
    method: 'POST',
    path: '/operator/account/startHalf',
    summary:
      "Returns the caller's half of a new account's start code, for its owner only. Each call creates a new half.",
    auth: 'operator',
    needs: ['reviews.first', 'reviews.second'],
    movesMoney: false,
    rate: 'secret',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ half: Type.String(), expiresAt: Time() }),
    codes: [5007],
  }),
  lockAccount: defineCall({
    ...operatorAct('role'),
    path: '/operator/account/lock',
    summary:
      "Locks a colleague's account, or the own one, for a day: its session ends and no other opens. One person can.",
    input: Fields({ ID: IdIn(), reason: InnerReason() }),
    output: Type.Object({ until: Time() }),
    codes: [5007, 5032, 5034],
  }),
  confirmLock: defineCall({
    ...operatorAct('reviews.first', 'reviews.second'),
    path: '/operator/account/confirmLock',
    summary: 'Confirms the lock of another operator: it lasts until two unlock the account.',
    input: Fields({ ID: IdIn(), reason: InnerReason() }),
    output: NoData(),
    codes: [5032, 5034, 5036],
  }),
  unlockAccount: defineCall({
    ...operatorAct('reviews.first', 'reviews.second'),
    path: '/operator/account/unlock',
    summary:
      'Unlocks an account. Of a confirmed lock the first call asks, and a second person unlocks within a day.',
    input: Fields({ ID: IdIn(), reason: InnerReason() }),
    output: Type.Object({ isUnlocked: Type.Boolean() }),
    codes: [5032, 5034],
  }),
  startAccount: defineCall({
    ...publicSecret,
    path: '/operator/start',
    summary: 'Sets the password of a new account with both halves of its start code.',
    input: Fields({
      login: Type.String({ minLength: 1, maxLength: 64 }),
      firstHalf: Half(),
      secondHalf: Half(),
      password: Type.String({ maxLength: 200 }),
    }),
    output: NoData(),
    codes: [4002, 5015],
  }),
};
