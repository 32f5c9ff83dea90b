/** API of the audit log and the outbox. */
import { type Static, Type } from 'typebox';
import { defineCall } from '../../call.ts';
import { AmountOut, Fields, Id, IdIn, ListOf, NoFields, pageFields, Time } from '../../fields.ts';
import { operatorAct, operatorRead } from '../../presets.ts';

export const AuditRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  login: Type.String({ description: 'empty: automatic' }),
  action: Type.String(),
  subject: Type.String(),
  subjectName: Type.String({ description: 'login, if the subject is an operator; else empty' }),
  record: Type.Union(
    [
      Type.Object({
        reviewId: Id(),
        kind: Type.String({ description: 'deposit, withdrawal, manual …' }),
        recordNo: Type.String({ description: 'D-20418' }),
        coinname: Type.Union([Type.String(), Type.Null()]),
        amount: Type.Union([AmountOut(), Type.Null()]),
        approvals: Type.Integer({ description: 'number of approvals required: 1 or 2' }),
      }),
      Type.Null(),
    ],
    { description: 'the reviewed record, if any' },
  ),
  memberId: Type.Union([Id(), Type.Null()]),
  reason: Type.String(),
  detail: Type.String({ description: 'JSON: the facts of the action, including previous values' }),
  address: Type.String(),
  isShown: Type.Boolean({ description: 'shown to the member' }),
});
export type AuditRow = Static<typeof AuditRow>;

const MessageState = () =>
  Type.Union(
    [
      Type.Literal('waiting'),
      Type.Literal('sent'),
      Type.Literal('recorded'),
      Type.Literal('failed'),
    ],
    { description: 'recorded: there is no way to send it' },
  );
const MessageChannel = () =>
  Type.Union([Type.Literal('email'), Type.Literal('sms'), Type.Literal('push')]);

const filter = {
  memberId: Type.Optional(IdIn()),
  login: Type.Optional(Type.String({ maxLength: 64 })),
  action: Type.Optional(Type.String({ maxLength: 60, description: 'prefix of the action' })),
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
    ...operatorRead('audit.read'),
    path: '/operator/audit/list',
    summary: 'Lists the audit log, newest first.',
    input: Fields({ ...pageFields, ...filter }),
    output: ListOf(AuditRow),
    codes: [],
  }),
  auditChain: defineCall({
    method: 'GET',
    path: '/operator/audit/chain',
    summary: 'Verifies the hash chain of the whole audit log.',
    auth: 'operator',
    needs: ['audit.read'],
    movesMoney: false,
    rate: 'money',
    input: NoFields(),
    output: Type.Object({
      entries: Type.Integer({ description: 'number of verified entries' }),
      through: Type.Union([Id('the newest entry'), Type.Null()]),
      checkedAt: Time(),
      brokenAt: Type.Union([Id('the first broken entry'), Type.Null()]),
      fault: Type.String({ description: 'what is wrong with it; empty if the chain is intact' }),
    }),
    codes: [],
  }),
  exportAudit: defineCall({
    method: 'GET',
    path: '/operator/audit/export',
    summary: 'Exports the audit log as CSV, up to ten thousand rows. Exports are logged.',
    auth: 'operator',
    needs: ['audit.read'],
    movesMoney: false,
    rate: 'money',
    input: Fields(filter),
    output: Type.Object({
      csv: Type.String(),
      rows: Type.Integer(),
      isWhole: Type.Boolean({ description: 'false if there were more rows' }),
    }),
    codes: [],
  }),
  outbox: defineCall({
    ...operatorRead('outbox.read'),
    path: '/operator/outbox/list',
    summary:
      'Lists e-mails, SMS and pushes, newest first, of which at most 5,000 are counted. One-time codes are never shown.',
    input: Fields({
      ...pageFields,
      recipient: Type.Optional(Type.String({ maxLength: 254 })),
      memberId: Type.Optional(IdIn()),
      state: Type.Optional(MessageState()),
      channel: Type.Optional(MessageChannel()),
      from: Type.Optional(Time()),
    }),
    output: ListOf(
      Type.Object({
        ID: Id(),
        CreatedAt: Time(),
        channel: MessageChannel(),
        recipient: Type.String({ description: 'of a push the id of the member' }),
        subject: Type.String(),
        body: Type.String(),
        purpose: Type.String(),
        state: MessageState(),
        attempts: Type.Integer(),
        lastError: Type.String(),
        sentAt: Type.Union([Time(), Type.Null()]),
        isSendable: Type.Boolean({
          description:
            'failed, without a one-time code; of a push also: on the device, unread, of the last day',
        }),
      }),
    ),
    codes: [],
  }),
  sendAgain: defineCall({
    ...operatorAct('outbox.send'),
    path: '/operator/outbox/sendAgain',
    summary:
      'Sends a failed message again, with nine attempts in twenty minutes. Any other is left as it is. A message with a one-time code is refused: a new code is asked for.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ state: MessageState() }),
    codes: [5007, 5011],
  }),
};
