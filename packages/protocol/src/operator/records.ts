/** Wire of what operators look back at: the audit log and the messages that left. */
import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { AmountOut, Fields, Id, IdIn, ListOf, NoFields, pageFields, Time } from '../fields.ts';

const AuditRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  login: Type.String({ description: 'empty: the program, by a rule of its own' }),
  action: Type.String(),
  subject: Type.String(),
  subjectName: Type.String({ description: 'of an operator: the login; else empty' }),
  record: Type.Union(
    [
      Type.Object({
        reviewId: Id(),
        kind: Type.String({ description: 'deposit, withdrawal, manual …' }),
        recordNo: Type.String({ description: 'D-20418' }),
        coinname: Type.Union([Type.String(), Type.Null()]),
        amount: Type.Union([AmountOut(), Type.Null()]),
        approvals: Type.Integer({ description: 'how many different people must agree: 1 or 2' }),
      }),
      Type.Null(),
    ],
    { description: 'the record under review, where the entry is about one' },
  ),
  memberId: Type.Union([Id(), Type.Null()]),
  reason: Type.String(),
  detail: Type.String({ description: 'JSON: the facts of this action, values before included' }),
  address: Type.String(),
  isShown: Type.Boolean({ description: 'the member reads it' }),
});
export type AuditRow = Static<typeof AuditRow>;

const filter = {
  memberId: Type.Optional(IdIn()),
  login: Type.Optional(Type.String({ maxLength: 64 })),
  action: Type.Optional(Type.String({ maxLength: 60, description: 'from its beginning' })),
  subject: Type.Optional(Type.String({ maxLength: 80 })),
  reason: Type.Optional(Type.String({ maxLength: 100, description: 'part of it' })),
  search: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'a record number such as D-20418, or part of a reason',
    }),
  ),
  show: Type.Optional(
    Type.Union([Type.Literal('all'), Type.Literal('changes')], {
      description: 'changes: without views, exports and sign-ins',
    }),
  ),
  from: Type.Optional(Time()),
  to: Type.Optional(Time('exclusive')),
};

export const operatorRecordCalls = {
  auditLog: defineCall({
    method: 'GET',
    path: '/operator/audit/list',
    summary: 'Everything operators did and looked at, newest first.',
    auth: 'operator',
    roles: ['auditor'],
    movesMoney: false,
    rate: 'read',
    input: Fields({ ...pageFields, ...filter }),
    output: ListOf(AuditRow),
    codes: [],
  }),
  auditChain: defineCall({
    method: 'GET',
    path: '/operator/audit/chain',
    summary: 'Verifies the hash chain of the whole log now, as the audit does.',
    auth: 'operator',
    roles: ['auditor'],
    movesMoney: false,
    rate: 'money',
    input: NoFields(),
    output: Type.Object({
      entries: Type.Integer({ description: 'rows that were verified' }),
      through: Type.Union([Id('of the newest entry'), Type.Null()]),
      checkedAt: Time(),
      brokenAt: Type.Union([Id('of the first entry that does not fit'), Type.Null()]),
      fault: Type.String({ description: 'what is wrong with it; empty for a whole chain' }),
    }),
    codes: [],
  }),
  exportAudit: defineCall({
    method: 'GET',
    path: '/operator/audit/export',
    summary: 'The same as CSV, at most ten thousand rows. Exporting is logged.',
    auth: 'operator',
    roles: ['auditor'],
    movesMoney: false,
    rate: 'money',
    input: Fields(filter),
    output: Type.Object({
      csv: Type.String(),
      rows: Type.Integer(),
      isWhole: Type.Boolean({ description: 'false when there was more' }),
    }),
    codes: [],
  }),
  outbox: defineCall({
    method: 'GET',
    path: '/operator/outbox/list',
    summary: 'Mails and SMS, newest first; one-time codes are never shown.',
    auth: 'operator',
    roles: ['support', 'auditor'],
    movesMoney: false,
    rate: 'read',
    input: Fields({
      ...pageFields,
      recipient: Type.Optional(Type.String({ maxLength: 254 })),
    }),
    output: ListOf(
      Type.Object({
        ID: Id(),
        CreatedAt: Time(),
        channel: Type.String({ description: 'email, sms' }),
        recipient: Type.String(),
        subject: Type.String(),
        body: Type.String(),
        purpose: Type.String(),
        state: Type.String({ description: 'waiting, sent, recorded (no way to send), failed' }),
        attempts: Type.Integer(),
        lastError: Type.String(),
        sentAt: Type.Union([Time(), Type.Null()]),
      }),
    ),
    codes: [],
  }),
};
