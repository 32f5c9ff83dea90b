/** API of the caps on what leaves over networks within 24 hours (ADR 106). */
import { type Static, Type } from 'typebox';
import { defineCall } from '../../call.ts';
import { AmountIn, AmountOut, Fields, Id, IdIn, NoFields, Time } from '../../fields.ts';
import { operatorAct, operatorRead } from '../../presets.ts';
import { InnerReason } from '../two-texts.ts';

const Cap = () => Type.Union([AmountOut(), Type.Null()], { description: 'null: no cap' });
const OrNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);

export const OutflowCap = Type.Object({
  coinname: Type.String({ description: 'of all coins: USDT, in which they are counted' }),
  isAll: Type.Boolean({ description: 'all coins together' }),
  cap: Cap(),
  out: AmountOut('what left within 24 hours, without fees'),
  waiting: Type.Integer({ minimum: 0, description: 'approved withdrawals that wait for room' }),
  proposed: OrNull(Type.Object({ cap: Cap(), reviewId: Id('of the proposed higher cap') })),
});
export type OutflowCap = Static<typeof OutflowCap>;

export const WaitingWithdrawal = Type.Object({
  ID: Id(),
  recordNo: Type.String({ description: 'W-20418' }),
  memberId: Id(),
  coinname: Type.String(),
  czline: Type.String({ description: 'network' }),
  actual: AmountOut('that leaves'),
  approvedAt: Time(),
  fitsFrom: OrNull(
    Time('when there is room, if nothing else leaves; null: never, it is above a cap alone'),
  ),
  reviewId: OrNull(Id('review of a proposed release')),
});
export type WaitingWithdrawal = Static<typeof WaitingWithdrawal>;

const WalletCount = Type.Object({
  until: Time('the block is the newest before it'),
  height: Type.Integer({ minimum: 0 }),
  held: AmountOut('in all wallets of the chain'),
  ledger: AmountOut('what the ledger said is held there'),
  arrived: AmountOut('in a block, and not in the ledger yet'),
  paid: AmountOut('payouts, likewise'),
  fees: AmountOut('network fees, likewise'),
  difference: AmountOut('held, less all of these'),
});

export const PayingWalletRow = Type.Object({
  coinname: OrNull(Type.String({ description: 'null: the chain does not answer' })),
  czline: Type.String({ description: 'network' }),
  address: OrNull(Type.String()),
  hot: OrNull(AmountOut('what the paying wallet has of the coin')),
  gas: OrNull(AmountOut("what it has of the chain's own coin, which pays fees")),
  gasCoin: OrNull(Type.String()),
  sends: OrNull(
    Type.Integer({
      minimum: 0,
      description: 'transfers whose fees it can pay, at the price of now',
    }),
  ),
  signer: OrNull(
    Type.Object({
      out: AmountOut('that the signer counted within 24 hours'),
      cap: AmountOut('its own cap, which no call of this API changes'),
    }),
  ),
  unswept: OrNull(
    AmountOut('what waits at addresses of deposits; null: it is not swept, or no answer'),
  ),
  sweeps: Type.Integer({ minimum: 0, description: 'sweeps of the coin under way' }),
  sweepsWait: Type.Boolean({
    description: "no sweep starts: network fees wait for the exchange's own coins",
  }),
  counted: OrNull(WalletCount),
});
export type PayingWalletRow = Static<typeof PayingWalletRow>;

export const operatorOutflowCalls = {
  payingWallets: defineCall({
    ...operatorRead('transfers.read', 'books.read'),
    path: '/operator/outflow/wallets',
    summary:
      'Shows what the wallets have that withdrawals are paid from, as their chains report it now, and the newest count of all wallets. Empty in paper mode.',
    input: NoFields(),
    output: Type.Object({ list: Type.Array(PayingWalletRow) }),
    codes: [],
  }),
  outflow: defineCall({
    ...operatorRead('transfers.read', 'books.read'),
    path: '/operator/outflow/show',
    summary:
      'Shows what left over networks within 24 hours of its caps, by coin and in all, and the withdrawals that wait for room.',
    input: NoFields(),
    output: Type.Object({
      coins: Type.Array(Type.String(), { description: 'that may have a cap' }),
      list: Type.Array(OutflowCap, { description: 'all coins together first' }),
      waiting: Type.Array(WaitingWithdrawal, { description: 'the first 100, longest wait first' }),
      waitingTotal: Type.Integer({ minimum: 0 }),
    }),
    codes: [],
  }),
  setOutflowCap: defineCall({
    ...operatorAct('transfers.handle'),
    path: '/operator/outflow/setCap',
    summary:
      'Sets a lower cap immediately. Proposes a higher one, or none: the proposal is the first approval, and it counts when another operator agrees.',
    input: Fields({
      coinname: Type.Optional(
        Type.String({ minLength: 1, maxLength: 20, description: 'absent: all coins, in USDT' }),
      ),
      cap: Type.Optional(AmountIn()),
      reason: InnerReason(),
    }),
    output: Type.Object({ reviewId: OrNull(Id('null: the cap is in force')) }),
    codes: [4019, 5034],
  }),
  proposeRelease: defineCall({
    ...operatorAct('transfers.handle'),
    path: '/operator/outflow/proposeRelease',
    summary:
      'Proposes that one waiting withdrawal leaves above the cap. The proposal is the first approval; another operator agrees.',
    input: Fields({ ID: IdIn(), reason: InnerReason() }),
    output: Type.Object({ reviewId: Id() }),
    codes: [5007, 5034],
  }),
};
