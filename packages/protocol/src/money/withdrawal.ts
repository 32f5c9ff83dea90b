/** API of crypto withdrawals and the address book. */
import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import {
  AmountIn,
  AmountOut,
  Fields,
  Id,
  IdIn,
  ListOf,
  NoData,
  pageFields,
  Time,
} from '../fields.ts';
import { memberMoney, memberRead } from '../presets.ts';

export const transferStatus = { underReview: 1, completed: 2, rejected: 3, cancelled: 4 } as const;

const StatusOut = () =>
  Type.Integer({
    description: '1 under review, 2 completed, 3 rejected, 4 cancelled by the member',
  });
const CoinIn = () => Type.String({ pattern: '^[A-Za-z0-9]{2,12}$', description: 'USDT' });
const NetworkIn = () => Type.String({ pattern: '^[A-Za-z0-9]{2,16}$', description: 'TRC20' });
const AddressIn = () => Type.String({ minLength: 1, maxLength: 128 });
const MemoIn = () =>
  Type.Optional(
    Type.String({ maxLength: 256, description: 'memo or tag, by the rule of the network' }),
  );

export const WalletRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  UpdatedAt: Time(),
  coin: Type.String(),
  czline: Type.String({ description: 'network' }),
  addr: Type.String(),
  memo: Type.String(),
  name: Type.String(),
  remark: Type.String(),
  usableFrom: Time('withdrawals to it are possible from this time on'),
});

export const WithdrawalRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  UpdatedAt: Time(),
  recordNo: Type.String({ description: 'W-20418' }),
  coinname: Type.String(),
  czline: Type.String(),
  address: Type.String(),
  memo: Type.String(),
  num: AmountOut('amount taken from the available balance'),
  fee: AmountOut(),
  actual: AmountOut('amount that arrives, num − fee'),
  status: StatusOut(),
  isApproved: Type.Boolean({ description: 'while status is 1: approved and being sent' }),
  reason: Type.String({ description: 'why it was rejected or is on hold' }),
  heldUntil: Type.Union([Time(), Type.Null()]),
  dueAt: Time('published target for the decision'),
  decidedAt: Type.Union([Time(), Type.Null()]),
  txid: Type.String({ description: 'transaction; empty until sent' }),
});

/** `data` of the live event `withdrawal.changed`. */
export type WithdrawalEvent = Static<typeof WithdrawalRow>;

const member = { auth: 'member', movesMoney: false, rate: 'read' } as const;

export const withdrawalCalls = {
  wallets: defineCall({
    ...memberRead,
    path: '/user_qianbao/getUser_qianbaoList',
    summary: "Lists the member's withdrawal addresses, newest first, optionally of one coin.",
    input: Fields({
      ...pageFields,
      coin: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9]{0,12}$' })),
    }),
    output: ListOf(WalletRow),
    codes: [],
  }),
  findWallet: defineCall({
    ...memberRead,
    path: '/user_qianbao/findUser_qianbao',
    summary: 'Returns one withdrawal address.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ reuser_qianbao: WalletRow }),
    codes: [5007],
  }),
  createWallet: defineCall({
    ...member,
    rate: 'money',
    method: 'POST',
    path: '/user_qianbao/createUser_qianbao',
    summary: 'Saves a withdrawal address. It must be valid for the network.',
    input: Fields({
      coin: CoinIn(),
      czline: NetworkIn(),
      addr: AddressIn(),
      memo: MemoIn(),
      name: Type.String({ minLength: 1, maxLength: 40 }),
      remark: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    output: Type.Object({ wallet: WalletRow }),
    codes: [4019, 5012, 5016, 5017, 5019, 5037],
  }),
  deleteWallet: defineCall({
    ...member,
    rate: 'money',
    method: 'DELETE',
    path: '/user_qianbao/deleteUser_qianbao',
    summary: 'Deletes a withdrawal address.',
    input: Fields({ ID: IdIn() }),
    output: NoData(),
    codes: [5007],
  }),
  withdrawals: defineCall({
    ...memberRead,
    path: '/withdraw/myWithdrawList',
    summary: "Lists the member's withdrawals, newest first, optionally of one status.",
    input: Fields({
      ...pageFields,
      status: Type.Optional(
        Type.Union(
          [Type.Integer({ minimum: 0, maximum: 4 }), Type.String({ pattern: '^[0-4]?$' })],
          { description: '0 or absent: all' },
        ),
      ),
    }),
    output: ListOf(WithdrawalRow),
    codes: [],
  }),
  findWithdrawal: defineCall({
    ...memberRead,
    path: '/withdraw/findWithdraw',
    summary: 'Returns one withdrawal.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ rewithdraw: WithdrawalRow }),
    codes: [5007],
  }),
  createWithdrawal: defineCall({
    ...memberMoney,
    path: '/withdraw/createWithdraw',
    summary: 'Submits a withdrawal for review and holds its amount.',
    input: Fields({
      num: AmountIn(),
      czline: NetworkIn(),
      address: AddressIn(),
      memo: MemoIn(),
      coinname: CoinIn(),
      coin_id: Type.Optional(IdIn()),
      min_received: Type.Optional(AmountIn()),
      pay_password: Type.String({ maxLength: 72 }),
    }),
    output: Type.Object({ withdraw: WithdrawalRow }),
    codes: [
      4008, 4019, 4020, 4022, 4023, 4025, 5002, 5003, 5004, 5009, 5010, 5011, 5013, 5017, 5019,
      5022, 5037,
    ],
  }),
  cancelWithdrawal: defineCall({
    ...memberMoney,
    path: '/withdraw/cancelWithdraw',
    summary: 'Cancels a withdrawal that is still under review and releases its amount.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ withdraw: WithdrawalRow }),
    codes: [5002, 5003, 5007, 5014, 5034],
  }),
};
