/** API of crypto deposits: address, reported transfer and status. */
import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { WireRow } from './fiat.ts';
import { AmountIn, AmountOut, Fields, Id, IdIn, ListOf, pageFields, Time } from '../fields.ts';
import { memberMoney, memberRead } from '../presets.ts';

/** Kinds of deposit; `createRecharge` and `myRechargeList` accept both. */
export const depositCate = { crypto: 1, wire: 2 } as const;
/** Origin of a deposit. */
export const depositType = { reportedByMember: 1, seenOnNetwork: 2, addedByPlatform: 3 } as const;

const OrNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);
const CoinIn = () => Type.String({ pattern: '^[A-Za-z0-9]{2,12}$', description: 'USDT' });
const NetworkIn = () => Type.String({ pattern: '^[A-Za-z0-9]{2,16}$', description: 'TRC20' });
const CateIn = () =>
  Type.Union([Type.Integer({ minimum: 1, maximum: 2 }), Type.String({ pattern: '^[12]$' })], {
    description: '1 over a chain, 2 by wire',
  });

export const DepositRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  UpdatedAt: Time(),
  recordNo: Type.String({ description: 'D-20418' }),
  cate: Type.Literal(depositCate.crypto),
  type: Type.Integer({
    description: '1 reported by the member, 2 seen on its network, 3 added by the platform',
  }),
  coin: Type.String({ description: 'USDT' }),
  czline: Type.String({ description: 'network; empty for type 3' }),
  address: Type.String({ description: 'deposit address; empty for type 3' }),
  num: AmountOut('amount sent'),
  fee: AmountOut(),
  actual: OrNull(AmountOut('credited amount, num − fee; null before')),
  payimg: OrNull(Id('ID of the proof image, for /user/findImage')),
  status: Type.Integer({
    description: '1 under review, 2 completed, 3 rejected, 4 cancelled by the member',
  }),
  reason: Type.String({ description: 'why it was rejected or is on hold' }),
  heldUntil: OrNull(Time()),
  dueAt: Time('published target for the decision'),
  decidedAt: OrNull(Time()),
  txid: Type.String({ description: 'transaction, if it was seen on its network; else empty' }),
});

/** `data` of the live event `deposit.changed`: the current deposit. */
export type DepositEvent = Static<typeof DepositRow>;

const member = { auth: 'member', movesMoney: false, rate: 'read' } as const;

export const depositCalls = {
  depositAddress: defineCall({
    ...member,
    rate: 'money',
    method: 'GET',
    path: '/recharge/address',
    summary: "Returns the member's address for a coin on a network. It never changes.",
    input: Fields({ coin: CoinIn(), czline: NetworkIn() }),
    output: Type.Object({
      coin: Type.String(),
      czline: Type.String(),
      address: Type.String({ description: 'begins with paper- in paper mode' }),
    }),
    codes: [4008, 4019, 4025, 5011],
  }),
  createDeposit: defineCall({
    ...memberMoney,
    path: '/recharge/createRecharge',
    summary:
      'Reports a sent transfer with its proof, or announces a wire, and submits it for review.',
    input: Fields({
      cate: Type.Optional(CateIn()),
      coin: CoinIn(),
      czline: Type.Optional(NetworkIn()),
      num: AmountIn(),
      address: Type.Optional(
        Type.String({ maxLength: 128, description: "absent: the member's address" }),
      ),
      payimg: Type.Optional(
        Type.Union([IdIn(), Type.Literal('')], { description: 'ID of an uploaded image' }),
      ),
      email: Type.Optional(
        Type.String({ maxLength: 254, description: 'for a wire: where to send the instructions' }),
      ),
      // Only for crypto: a wire has no fee, so everything received is credited.
      min_received: Type.Optional(AmountIn()),
    }),
    output: Type.Object({ recharge: Type.Union([DepositRow, WireRow]) }),
    codes: [4003, 4008, 4019, 4025, 5002, 5003, 5004, 5011, 5012, 5013],
  }),
  deposits: defineCall({
    ...memberRead,
    path: '/recharge/myRechargeList',
    summary: "Lists the member's crypto or wire deposits, newest first, optionally of one status.",
    input: Fields({
      ...pageFields,
      cate: Type.Optional(CateIn()),
      status: Type.Optional(
        Type.Union(
          [Type.Integer({ minimum: 0, maximum: 4 }), Type.String({ pattern: '^[0-4]?$' })],
          {
            description: '0 or absent: all',
          },
        ),
      ),
    }),
    output: ListOf(Type.Union([DepositRow, WireRow])),
    codes: [],
  }),
  findDeposit: defineCall({
    ...memberRead,
    path: '/recharge/findRecharge',
    summary: 'Returns one deposit.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ rerecharge: DepositRow }),
    codes: [5007],
  }),
  cancelDeposit: defineCall({
    ...memberMoney,
    path: '/recharge/cancelRecharge',
    summary: 'Cancels a reported deposit that is still under review.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ recharge: DepositRow }),
    codes: [5002, 5003, 5007, 5034],
  }),
};
