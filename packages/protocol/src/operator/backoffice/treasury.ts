/** API of the treasury: what the exchange has, what must stay, what it earned; taking out revenue and adding capital. */
import { type Static, Type } from 'typebox';
import { defineCall } from '../../call.ts';
import { AmountIn, AmountOut, Fields, Id, NoFields, RequestId, Time } from '../../fields.ts';
import { operatorAct, operatorRead } from '../../presets.ts';
import { AssetFigures } from '../../proof/transparency.ts';
import { FundedAccount } from '../money/exchange-accounts.ts';
import { InnerReason } from '../two-texts.ts';
import { incomeAccounts } from './income-accounts.ts';

export type IncomeAccount = (typeof incomeAccounts)[number];
const IncomeAccount = () =>
  Type.Unsafe<IncomeAccount>(
    Type.Union(
      incomeAccounts.map((account) => Type.Literal(account)),
      { description: 'fees; interest of loans; price of machines; remainders of rounding' },
    ),
  );
const Coin = () => Type.String({ minLength: 1, maxLength: 20 });
const MoveKind = () =>
  Type.Union([Type.Literal('takeOut'), Type.Literal('addCapital')], {
    description: 'takeOut: revenue leaves an account of income; addCapital: money is added',
  });

const TreasuryAccount = Type.Object({
  account: Type.Union([FundedAccount(), IncomeAccount(), Type.Literal('yieldReserve')]),
  isIncome: Type.Boolean({ description: 'only income can be taken out' }),
  balance: AmountOut(),
  mustStay: AmountOut('what is promised from this account'),
  free: AmountOut('0 where more is promised than the account has'),
});
export type TreasuryAccount = Static<typeof TreasuryAccount>;

const TreasuryMove = Type.Object({
  recordNo: Type.String(),
  reviewId: Id(),
  move: MoveKind(),
  account: Type.String(),
  coinname: Type.String(),
  amount: AmountOut(),
  czline: Type.String({ description: 'the network; empty: a bank, or paper money' }),
  reference: Type.String({ description: 'of the transfer, at the bank or on the chain' }),
  reason: Type.String(),
  state: Type.Union([Type.Literal('waiting'), Type.Literal('agreed'), Type.Literal('refused')]),
  by: Type.String(),
  decidedBy: Type.Union([Type.String(), Type.Null()]),
  CreatedAt: Time(),
});
export type TreasuryMove = Static<typeof TreasuryMove>;

export const operatorTreasuryCalls = {
  treasuryAccounts: defineCall({
    ...operatorRead('books.read'),
    path: '/operator/treasury/accounts',
    summary:
      'Shows the accounts of the exchange in one coin: balance, what must stay, what is free, and how much can be taken out.',
    input: Fields({ coinname: Coin() }),
    output: Type.Object({
      coins: Type.Array(Type.String(), { description: 'that the exchange has' }),
      places: Type.Integer({ minimum: 0, description: 'of the coin' }),
      networks: Type.Array(Type.String(), {
        description: 'over which revenue leaves in live mode',
      }),
      own: AmountOut('what is held beyond what members own; the sum of the accounts'),
      owed: AmountOut('what members own together'),
      held: AmountOut(),
      floor: AmountOut('of held to owed, as a ratio; below it nothing is taken out'),
      mustStay: AmountOut('what the accounts need together'),
      cover: AmountOut('what must be held beyond what is owed, for the floor'),
      free: AmountOut('of income, what can be taken out in all'),
      accounts: Type.Array(TreasuryAccount),
    }),
    codes: [4019],
  }),
  treasuryCoverage: defineCall({
    ...operatorRead('books.read'),
    path: '/operator/treasury/coverage',
    summary: 'Shows what is held and owed of each coin now, computed as the public figures are.',
    input: NoFields(),
    output: Type.Object({ at: Time(), list: Type.Array(AssetFigures) }),
    codes: [],
  }),
  treasuryRevenue: defineCall({
    ...operatorRead('books.read'),
    path: '/operator/treasury/revenue',
    summary:
      'Shows what the accounts of income received in the last 30 days (UTC), by day, kind and market. What was taken out is not subtracted.',
    input: Fields({ coinname: Coin() }),
    output: Type.Object({
      from: Type.String({ description: 'a UTC day: 2026-11-21' }),
      total: AmountOut(),
      days: Type.Array(Type.Object({ day: Type.String(), amount: AmountOut() }), {
        description: 'each day, oldest first',
      }),
      kinds: Type.Array(
        Type.Object({
          kind: Type.Integer({ description: 'the record type' }),
          amount: AmountOut(),
        }),
      ),
      markets: Type.Array(Type.Object({ symbol: Type.String(), amount: AmountOut() }), {
        description: 'of spot trading, largest first',
      }),
    }),
    codes: [4019],
  }),
  treasuryMoves: defineCall({
    ...operatorRead('books.read'),
    path: '/operator/treasury/moves',
    summary: 'Lists the last 50 moves of revenue and capital, newest first.',
    input: NoFields(),
    output: Type.Object({ list: Type.Array(TreasuryMove) }),
    codes: [],
  }),
  proposeTreasuryMove: defineCall({
    ...operatorAct('treasury.propose'),
    path: '/operator/treasury/propose',
    summary:
      'Proposes to take out revenue or to add capital. The proposal is the first approval; the sums are proven when another operator agrees.',
    input: Fields({
      move: MoveKind(),
      account: Type.Union([FundedAccount(), IncomeAccount()]),
      coinname: Coin(),
      amount: AmountIn(),
      czline: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 20,
          description: 'live mode: the network over which coins left',
        }),
      ),
      reference: Type.String({
        minLength: 1,
        maxLength: 140,
        description: 'of the transfer, at the bank or on the chain',
      }),
      reason: InnerReason(),
      requestId: RequestId(),
    }),
    output: Type.Object({ reviewId: Id() }),
    codes: [4019, 4020, 5002, 5016],
  }),
};
