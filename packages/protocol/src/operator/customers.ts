/** Wire of customers for operators: read-only, except for account status, verification and notes. */
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
        Time('ends automatically, unless another person confirms it before'),
        Type.Null({ description: 'confirmed by a second person' }),
      ]),
      login: Type.String({ description: 'who started it' }),
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
      note: Type.String(),
    }),
    { description: "operators' notes, the newest fifty; never shown to members" },
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

const Reason = () =>
  Type.String({ minLength: 1, maxLength: 500, description: 'shown to the member' });

export const operatorCustomerCalls = {
  customers: defineCall({
    ...read,
    method: 'GET',
    path: '/operator/customer/list',
    summary: 'Finds members by ID, e-mail or phone. Searches are logged.',
    input: Fields({ ...pageFields, search: Type.Optional(Type.String({ maxLength: 254 })) }),
    output: ListOf(CustomerRow),
    codes: [],
  }),
  customer: defineCall({
    ...read,
    method: 'GET',
    path: '/operator/customer/find',
    summary: 'Returns one member: profile, balances, reviews; no documents. Access is logged.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ recustomer: CustomerDetail }),
    codes: [5007],
  }),
  customerRecords: defineCall({
    ...read,
    method: 'GET',
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
  addNote: defineCall({
    auth: 'operator',
    roles: ['reviewer', 'approver', 'support'],
    movesMoney: false,
    rate: 'money',
    method: 'POST',
    path: '/operator/customer/addNote',
    summary:
      'Adds a note on a member. Notes are logged, cannot be changed and are never shown to the member.',
    input: Fields({
      ID: IdIn(),
      note: Type.String({ minLength: 1, maxLength: 500, description: 'shown to operators only' }),
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
      'Bans a member (and ends the session), lifts a ban, freezes for up to 72 hours, or ends a freeze. A ban ends automatically after 72 hours unless another person confirms it.',
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
        Type.Integer({ minimum: 1, maximum: 72, description: 'duration of a freeze; default 72' }),
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
      'Verifies a member, or withdraws the verification: for 72 hours, permanently if another person confirms it. Documents under review are decided in the queue (5021).',
    input: Fields({ ID: IdIn(), isVerified: Type.Boolean(), reason: Reason() }),
    output: NoData(),
    codes: [5007, 5021, 5032, 5034],
  }),
};
