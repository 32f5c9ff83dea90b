/** Wire of operators' accounts: one approver proposes a change, another agrees in the queue (ADR 24). */
import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { Fields, Id, IdIn, NoData, NoFields, Time } from '../fields.ts';
import { Role } from './session.ts';

const Half = () =>
  Type.String({
    minLength: 1,
    maxLength: 40,
    description: 'of the start code; case does not count',
  });

export const OperatorAccount = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  login: Type.String(),
  roles: Type.Array(Role),
  isActive: Type.Boolean({ description: 'false: has no roles and cannot sign in' }),
  hasPassword: Type.Boolean({ description: 'false: waits for its owner to start' }),
  hasCodes: Type.Boolean({ description: 'one-time codes are set up' }),
  lastUsedAt: Type.Union([Time('of the open session'), Type.Null()]),
  isHolder: Type.Boolean({ description: 'the caller holds half of its start code' }),
});
export type OperatorAccount = Static<typeof OperatorAccount>;

export const operatorAccountCalls = {
  accounts: defineCall({
    method: 'GET',
    path: '/operator/account/list',
    summary: 'Every account of an operator, by name.',
    auth: 'operator',
    roles: ['reviewer', 'approver', 'auditor'],
    movesMoney: false,
    rate: 'read',
    input: NoFields(),
    output: Type.Object({ list: Type.Array(OperatorAccount) }),
    codes: [],
  }),
  proposeAccount: defineCall({
    method: 'POST',
    path: '/operator/account/propose',
    summary:
      'Proposes a new account, other roles (none closes the account), or one-time codes set up anew. Nobody does so for themselves.',
    auth: 'operator',
    roles: ['approver'],
    movesMoney: false,
    rate: 'money',
    input: Fields({
      change: Type.Union([Type.Literal('add'), Type.Literal('roles'), Type.Literal('resetCodes')]),
      login: Type.String({ minLength: 1, maxLength: 64 }),
      roles: Type.Array(Role, { maxItems: 5, description: 'as they shall be; empty for a reset' }),
      reason: Type.String({ minLength: 1, maxLength: 500 }),
      requestId: Type.Optional(
        Type.String({
          pattern: '^[\\w.:-]{1,64}$',
          description: 'the same again answers the first proposal',
        }),
      ),
    }),
    output: Type.Object({ reviewId: Id() }),
    codes: [5002, 5007, 5016, 5032, 5034],
  }),
  takeStartHalf: defineCall({
    method: 'POST',
    path: '/operator/account/startHalf',
    summary:
      "The caller's half of a new account's start code, for its owner alone. Asked again, it is another.",
    auth: 'operator',
    roles: ['reviewer', 'approver'],
    movesMoney: false,
    rate: 'secret',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ half: Type.String(), expiresAt: Time() }),
    codes: [5007],
  }),
  startAccount: defineCall({
    method: 'POST',
    path: '/operator/start',
    summary: 'Chooses the password of a new account, with both halves of its start code.',
    auth: 'public',
    movesMoney: false,
    rate: 'secret',
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
