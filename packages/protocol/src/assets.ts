/** Wire of assets: balances by coin, profit and loss, the records of a coin (spec §3, §7, rules §12). */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { NetworkRow } from './coins.ts';
import { AmountOut, Fields, Id, ListOf, NoFields, pageFields, Time } from './fields.ts';

export const CoinRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  UpdatedAt: Time(),
  coinname: Type.String({ description: 'USDT' }),
  name: Type.String({ description: 'Tether' }),
  logo: Type.String(),
  kind: Type.String({ description: 'crypto, fiat, metal' }),
  places: Type.Integer({ description: "the asset's scale" }),
  available: AmountOut(),
  frozen: AmountOut('held and locked: everything of the member that cannot be spent now'),
  total: AmountOut(),
  usdt: AmountOut('worth in USDT at reference prices, truncated; 0 when unknown'),
  priced: Type.Boolean({ description: 'false when no reference price leads to USDT' }),
  networks: Type.Optional(
    Type.Array(NetworkRow, { description: 'of cate 2 and 3 only: those that are open' }),
  ),
});

export const RecordRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  UpdatedAt: Time(),
  coinname: Type.String(),
  type: Type.Integer({ description: 'record type, rules §12' }),
  amount: AmountOut(
    'signed; of types 2 and 16 (set aside, returned) what left or came back to the available balance',
  ),
  balance: AmountOut("the member's total of the coin after this entry"),
  reference: Type.String({ description: 'what caused it, for example order:12' }),
  note: Type.String(),
});

export const assetsCalls = {
  mycoin: defineCall({
    method: 'GET',
    path: '/user/mycoin',
    summary:
      'Own coins: cate 1 all assets, 2 those that can be deposited now, 3 those that can be withdrawn now.',
    auth: 'member',
    movesMoney: false,
    rate: 'read',
    input: Fields({
      cate: Type.Optional(
        Type.Union([Type.Integer({ minimum: 1, maximum: 3 }), Type.String({ pattern: '^[1-3]$' })]),
      ),
    }),
    output: Type.Object({ list: Type.Array(CoinRow) }),
    codes: [],
  }),
  ploss: defineCall({
    method: 'GET',
    path: '/user/ploss',
    summary: 'Worth of all assets in USDT, profit or loss today (UTC) and in all.',
    auth: 'member',
    movesMoney: false,
    rate: 'read',
    input: NoFields(),
    output: Type.Object({
      total: AmountOut('worth in USDT'),
      today: AmountOut('signed; worth now − worth at 00:00 UTC − what was paid in since'),
      todayRatio: Type.String({
        description: "percent truncated to 2 decimals, '---' when unknown",
      }),
      all: AmountOut('signed; worth now − all that was ever paid in, at the worth of that moment'),
    }),
    codes: [],
  }),
  records: defineCall({
    method: 'GET',
    path: '/user_money_log/getUser_money_logList',
    summary: 'Financial records, newest first, of one coin or all, of one type or all.',
    auth: 'member',
    movesMoney: false,
    rate: 'read',
    input: Fields({
      ...pageFields,
      coinname: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9]{0,12}$' })),
      type: Type.Optional(
        Type.Union([
          Type.Integer({ minimum: 0, maximum: 99 }),
          Type.String({ pattern: '^\\d{0,2}$' }),
        ]),
      ),
    }),
    output: ListOf(RecordRow),
    codes: [4019],
  }),
};
