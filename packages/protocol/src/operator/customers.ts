/** Wire of customers as operators see them: read only, but for standing and verification, each with a reason. */
import { Type } from 'typebox';
import { defineCall, type OperatorRole } from '../call.ts';
import { AmountOut, Fields, Id, IdIn, ListOf, NoData, pageFields, Time } from '../fields.ts';
import { ReviewRow } from './reviews.ts';

const readers: readonly OperatorRole[] = ['reviewer', 'approver', 'support', 'auditor'];
const read = { auth: 'operator', movesMoney: false, rate: 'read', roles: readers } as const;

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
  lang: Type.String(),
  inviteCode: Type.String(),
  creditScore: Type.Integer(),
  hasPayPassword: Type.Boolean(),
  blocks: Type.Array(
    Type.Object({
      act: Type.Union([Type.Literal('freeze'), Type.Literal('ban'), Type.Literal('unverify')]),
      until: Type.Union([
        Time('ends by itself, unless another person does the same before'),
        Type.Null({ description: 'a second person has agreed' }),
      ]),
      login: Type.String({ description: 'who began it' }),
    }),
    { description: 'what stops money of this member now' },
  ),
  phoneProven: Type.Boolean({ description: 'a code sent to the phone was given' }),
  frozenByOwnerAt: Type.Union([Time('frozen by the link in a security message'), Type.Null()]),
  withdrawalsBlockedUntil: Type.Union([Time(), Type.Null()]),
  balances: Type.Array(
    Type.Object({
      coinname: Type.String(),
      available: AmountOut(),
      frozen: AmountOut(),
      total: AmountOut(),
    }),
  ),
  totals: Type.Object(
    {
      flows: Type.Array(
        Type.Object({
          coinname: Type.String(),
          deposited: AmountOut('what came in from outside, credits of staff included'),
          withdrawn: AmountOut('what left for good, debits of staff included'),
          net: AmountOut(),
        }),
        { description: 'of assets that came or went' },
      ),
      deposited: AmountOut('in USDT at the prices of now, where an asset has one'),
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
      login: Type.String({ description: 'who wrote it' }),
      note: Type.String(),
    }),
    { description: 'of operators, the newest fifty; members never read them' },
  ),
  reviews: Type.Array(ReviewRow, { description: 'the newest fifty, open and decided' }),
});

const RecordRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  coinname: Type.String(),
  type: Type.Integer({ description: 'record type, as members see it' }),
  amount: AmountOut(),
  after: AmountOut(),
  reference: Type.String(),
  note: Type.String(),
});

const Reason = () =>
  Type.String({ minLength: 1, maxLength: 500, description: 'the member reads it' });

export const operatorCustomerCalls = {
  customers: defineCall({
    ...read,
    method: 'GET',
    path: '/operator/customer/list',
    summary: 'Finds members by number, e-mail or phone. Searching is logged.',
    input: Fields({ ...pageFields, search: Type.Optional(Type.String({ maxLength: 254 })) }),
    output: ListOf(CustomerRow),
    codes: [],
  }),
  customer: defineCall({
    ...read,
    method: 'GET',
    path: '/operator/customer/find',
    summary: 'One member: profile, balances, reviews; no documents. Looking at it is logged.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ recustomer: CustomerDetail }),
    codes: [5007],
  }),
  customerRecords: defineCall({
    ...read,
    method: 'GET',
    path: '/operator/customer/records',
    summary: "A member's records, newest first. Looking at them is logged.",
    input: Fields({
      ...pageFields,
      ID: IdIn(),
      coinname: Type.Optional(Type.String({ maxLength: 20 })),
    }),
    output: ListOf(RecordRow),
    codes: [5007],
  }),
  addNote: defineCall({
    auth: 'operator',
    roles: ['reviewer', 'approver', 'support'],
    movesMoney: false,
    rate: 'money',
    method: 'POST',
    path: '/operator/customer/addNote',
    summary: 'Adds a note on a member. It is logged, never changed and never shown to the member.',
    input: Fields({
      ID: IdIn(),
      note: Type.String({ minLength: 1, maxLength: 500, description: 'operators read it' }),
    }),
    output: Type.Object({ ID: Id() }),
    codes: [5007],
  }),
  setAccountStatus: defineCall({
    auth: 'operator',
    roles: ['reviewer', 'support'],
    movesMoney: false,
    rate: 'money',
    method: 'POST',
    path: '/operator/customer/setStanding',
    summary:
      'Bans (ends the session at once), lifts a ban, freezes for at most 72 hours, or ends a freeze. A ban ends by itself after 72 hours unless another person bans as well.',
    input: Fields({
      ID: IdIn(),
      act: Type.Union([
        Type.Literal('ban'),
        Type.Literal('unban'),
        Type.Literal('freeze'),
        Type.Literal('unfreeze'),
      ]),
      reason: Reason(),
      hours: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 72, description: 'of a freeze; 72 when absent' }),
      ),
    }),
    output: NoData(),
    codes: [5007, 5032, 5034],
  }),
  setVerified: defineCall({
    auth: 'operator',
    roles: ['reviewer'],
    movesMoney: false,
    rate: 'money',
    method: 'POST',
    path: '/operator/customer/setVerified',
    summary:
      'Says that a member is who they say, or that this is no longer known: for 72 hours, then for good if another person says so too.',
    input: Fields({ ID: IdIn(), isVerified: Type.Boolean(), reason: Reason() }),
    output: NoData(),
    codes: [5007, 5032, 5034],
  }),
};
