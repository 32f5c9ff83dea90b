/** API of coins and their networks for deposits and withdrawals. */
import { Type } from 'typebox';
import { defineCall } from '../call.ts';
import { AmountOut, Id, NoFields, Time } from '../fields.ts';
import { publicRead } from '../presets.ts';

export const NetworkRow = Type.Object({
  czline: Type.String({ description: 'TRC20' }),
  name: Type.String({ description: 'TRON (TRC-20)' }),
  family: Type.String({ description: 'chain family, which decides how its addresses look: tron' }),
  confirmations: Type.Integer({ description: 'blocks until a deposit is credited' }),
  hasMemo: Type.Boolean({ description: 'a transfer may need a memo or tag' }),
  depositMin: AmountOut('in the coin, like all amounts here'),
  depositMax: AmountOut(),
  depositFee: AmountOut(),
  withdrawMin: AmountOut(),
  withdrawMax: AmountOut(),
  withdrawFee: AmountOut(),
  takesDeposits: Type.Boolean(),
  takesWithdrawals: Type.Boolean(),
});

export const OfferedCoinRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  UpdatedAt: Time(),
  coinname: Type.String({ description: 'USDT' }),
  name: Type.String({ description: 'Tether' }),
  logo: Type.String(),
  kind: Type.String({ description: 'crypto, fiat, metal' }),
  places: Type.Integer({ description: "the asset's scale" }),
  networks: Type.Array(NetworkRow, { description: 'in display order; none for fiat' }),
});

export const coinsCalls = {
  coins: defineCall({
    ...publicRead,
    path: '/coin/getCoinList',
    summary: 'Lists every coin with its networks and their current limits and fees.',
    input: NoFields(),
    output: Type.Object({ list: Type.Array(OfferedCoinRow) }),
    codes: [],
  }),
};
