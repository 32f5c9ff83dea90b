/** API of customers for operators: read-only, except for account status and notes. */
import { type Static, Type } from 'typebox';
import { defineCall } from '../../call.ts';
import { AmountOut, Fields, Id, IdIn, ListOf, pageFields, Time } from '../../fields.ts';
import { AuditRow } from '../backoffice/records.ts';
import { ReviewRow } from '../backoffice/reviews.ts';
import { InnerReason, Message } from '../two-texts.ts';
import { operatorAct, operatorRead } from '../../presets.ts';

export const NoteLevelField = () =>
  Type.Union([Type.Literal('all'), Type.Literal('review'), Type.Literal('compliance')], {
    description:
      'who reads it: all operators; reviewers, approvers and auditors; approvers and auditors',
  });

const CustomerRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  email: Type.String(),
  phone: Type.String({ description: '+8613800000000' }),
  isBanned: Type.Boolean(),
  isFrozen: Type.Boolean(),
  realNameStatus: Type.Integer({ description: '0 none, 1 submitted, 2 verified, 3 rejected' }),
});

export const CustomerDetail = Type.Object({
  ...CustomerRow.properties,
  name: Type.String({ description: 'in the verified documents; empty: not verified by any' }),
  lang: Type.String(),
  inviteCode: Type.String(),
  creditScore: Type.Integer(),
  hasPayPassword: Type.Boolean(),
  blocks: Type.Array(
    Type.Object({
      act: Type.Union([Type.Literal('freeze'), Type.Literal('ban'), Type.Literal('unverify')]),
      until: Type.Union([
        Time('ends automatically, unless another person confirms it before'),
        Type.Null({ description: 'confirmed by a second person' }),
      ]),
      login: Type.String({ description: 'who started it' }),
      setAs: Type.Union([Type.Literal('support'), Type.Literal('reviewer')], {
        description: 'the right with which it was set; who lifts it needs the same',
      }),
      isLiftedByTwo: Type.Boolean({
        description: 'set for suspicion, or made final by two people',
      }),
      liftAskedBy: Type.Union([
        Type.String({ description: 'who asked to lift it; a second person lifts it' }),
        Type.Null(),
      ]),
    }),
    { description: 'active blocks of this member' },
  ),
  closedAt: Type.Union([Time('when the account was closed, for good'), Type.Null()]),
  closesAt: Type.Union([Time('the member asked to close the account then'), Type.Null()]),
  phoneProven: Type.Boolean({ description: 'a code sent to the phone was entered' }),
  frozenByOwnerAt: Type.Union([
    Time('when the member froze it by the link in a security alert'),
    Type.Null(),
  ]),
  withdrawalsBlockedUntil: Type.Union([Time(), Type.Null()]),
  balances: Type.Array(
    Type.Object({
      coinname: Type.String(),
      available: AmountOut(),
      frozen: AmountOut(),
      loan: AmountOut('what is owed, negative'),
      total: AmountOut(),
    }),
  ),
  totals: Type.Object(
    {
      flows: Type.Array(
        Type.Object({
          coinname: Type.String(),
          deposited: AmountOut('deposits, including credits by staff'),
          withdrawn: AmountOut('completed withdrawals, including debits by staff'),
          net: AmountOut(),
        }),
        { description: 'assets with deposits or withdrawals' },
      ),
      deposited: AmountOut('in USDT at current prices, of assets that have one'),
      withdrawn: AmountOut('in USDT'),
      net: AmountOut('in USDT'),
      openOrders: Type.Integer(),
      orders: Type.Integer(),
      runningContracts: Type.Integer(),
      contracts: Type.Integer(),
    },
    { description: 'since the account was opened' },
  ),
  notes: Type.Array(
    Type.Object({
      ID: Id(),
      CreatedAt: Time(),
      login: Type.String({ description: 'author' }),
      level: NoteLevelField(),
      note: Type.String(),
    }),
    {
      description:
        "operators' notes that the caller may read, the newest fifty; never shown to members",
    },
  ),
  reviews: Type.Array(ReviewRow, { description: 'the newest fifty, open and decided' }),
});

const RecordRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  coinname: Type.String(),
  type: Type.Integer({ description: 'record type, as members see it' }),
  amount: AmountOut(),
  after: AmountOut('what is available after it'),
  reserved: AmountOut('what is reserved after it'),
  reference: Type.String(),
  note: Type.String(),
});

export const TimelineGroup = () =>
  Type.Union([
    Type.Literal('money'),
    Type.Literal('orders'),
    Type.Literal('security'),
    Type.Literal('chats'),
    Type.Literal('acts'),
  ]);
export type TimelineGroup = Static<ReturnType<typeof TimelineGroup>>;

/** All of a row but its group. */
export const timelineRowFields = {
  ID: Id('within its group'),
  CreatedAt: Time(),
  what: Type.String({
    description:
      'money: record type; orders: side and state, "buy.filled"; security: as the member reads it; chats: state; acts: action',
  }),
  reference: Type.String({ description: 'number of an order or conversation; else empty' }),
  coinname: Type.Union([Type.String(), Type.Null()]),
  amount: Type.Union([AmountOut(), Type.Null()]),
  place: Type.String({ description: 'device and network address of a security event' }),
  entry: Type.Union([AuditRow, Type.Null()], {
    description: 'of an act, without its reason and address',
  }),
};
const TimelineRow = Type.Object({ group: TimelineGroup(), ...timelineRowFields });
export type TimelineRow = Static<typeof TimelineRow>;

export const operatorCustomerCalls = {
  customers: defineCall({
    ...operatorRead('customers.read'),
    path: '/operator/customer/list',
    summary:
      'Finds members by ID, phone, part of an e-mail address, or part of the name in their documents. Searches are logged.',
    input: Fields({ ...pageFields, search: Type.Optional(Type.String({ maxLength: 254 })) }),
    output: ListOf(CustomerRow),
    codes: [],
  }),
  customer: defineCall({
    ...operatorRead('customers.read'),
    path: '/operator/customer/find',
    summary: 'Returns one member: profile, balances, reviews; no documents. Access is logged.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ recustomer: CustomerDetail }),
    codes: [5007],
  }),
  customerRecords: defineCall({
    ...operatorRead('customers.read'),
    path: '/operator/customer/records',
    summary: "Lists a member's records, newest first. Access is logged.",
    input: Fields({
      ...pageFields,
      ID: IdIn(),
      coinname: Type.Optional(Type.String({ maxLength: 20 })),
    }),
    output: ListOf(RecordRow),
    codes: [5007],
  }),
  customerTimeline: defineCall({
    ...operatorRead('customers.read'),
    path: '/operator/customer/timeline',
    summary:
      "What happened in an account, newest first: money, orders, security, conversations, operators' acts. Who does not read compliance notes sees the acts that the member is shown. Access is logged.",
    input: Fields({
      ID: IdIn(),
      group: Type.Optional(TimelineGroup()),
      after: Type.Optional(
        Type.String({
          pattern: '^[a-z]{1,10}\\.\\d{1,15}(~[a-z]{1,10}\\.\\d{1,15}){0,4}$',
          maxLength: 140,
          description: '`next` of the page before',
        }),
      ),
    }),
    output: Type.Object({
      list: Type.Array(TimelineRow, { description: 'thirty at most' }),
      next: Type.Union([Type.String(), Type.Null()], { description: 'null: nothing is older' }),
    }),
    codes: [5007],
  }),
  addNote: defineCall({
    ...operatorAct('notes.write'),
    path: '/operator/customer/addNote',
    summary:
      'Adds a note on a member. Notes are logged, cannot be changed and are never shown to the member.',
    input: Fields({
      ID: IdIn(),
      note: Type.String({ minLength: 1, maxLength: 500, description: 'shown to operators only' }),
      level: Type.Optional(NoteLevelField()),
    }),
    output: Type.Object({ ID: Id() }),
    codes: [5007],
  }),
  setAccountStatus: defineCall({
    ...operatorAct('customers.stop'),
    path: '/operator/customer/setStanding',
    summary:
      'Bans a member (and ends the session), freezes for up to 72 hours, removes a verification (reviewers), or lifts one of these. All of them end automatically after 72 hours, a ban or a removed verification unless another person confirms it. Who lifts one needs the role with which it was set; two people lift what was set for suspicion.',
    input: Fields({
      ID: IdIn(),
      act: Type.Union([
        Type.Literal('ban'),
        Type.Literal('unban'),
        Type.Literal('freeze'),
        Type.Literal('unfreeze'),
        Type.Literal('unverify'),
        Type.Literal('reverify', {
          description: 'a removed verification; documents under review are decided in the queue',
        }),
      ]),
      message: Message(),
      reason: InnerReason(),
      hours: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 72, description: 'duration of a freeze; default 72' }),
      ),
      isSuspicion: Type.Optional(
        Type.Boolean({ description: 'the reason of a stop is suspicion; default true' }),
      ),
    }),
    output: Type.Object({
      isWaiting: Type.Boolean({ description: 'a second person must lift it too' }),
    }),
    codes: [5007, 5021, 5032, 5034],
  }),
};
