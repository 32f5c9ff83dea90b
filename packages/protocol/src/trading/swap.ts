/** API of swap: one coin for another at the reference rate less a published spread. */
import { Type } from 'typebox';
import { defineCall } from '../call.ts';
import {
  AmountIn,
  AmountOut,
  Fields,
  Id,
  IdIn,
  ListOf,
  NoFields,
  pageFields,
  Time,
} from '../fields.ts';
import { memberMoney, memberRead } from '../presets.ts';

const CoinIn = () => Type.String({ pattern: '^[A-Za-z0-9]{2,12}$', description: 'USDT' });

export const SwapTerms = Type.Object({
  from_coin: Type.String(),
  to_coin: Type.String(),
  rate: AmountOut('received per unit given, with the spread, before the fee'),
  spread: AmountOut('how far `rate` is below the reference rate, as a ratio'),
  reference: AmountOut('received per unit given at market prices, without spread and fee'),
  fromUsdt: AmountOut('value of one from_coin in USDT at market prices'),
  toUsdt: AmountOut('value of one to_coin in USDT at market prices'),
  feeRatio: AmountOut('share of the amount received'),
  min: AmountOut('smallest amount to give, in from_coin'),
  max: AmountOut('largest amount to give, in from_coin'),
  available: AmountOut("the member's available balance"),
  at: Time('time of the oldest price used for the rate'),
});

export const SwapRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  UpdatedAt: Time(),
  from_coin: Type.String(),
  to_coin: Type.String(),
  num: AmountOut('given, in from_coin'),
  rate: AmountOut('received per unit given, with the spread, before the fee'),
  spread: AmountOut('how far `rate` was below the reference rate, as a ratio'),
  fee: AmountOut('in to_coin'),
  received: AmountOut('in to_coin, after the fee'),
});

export const swapCalls = {
  exchangeFind: defineCall({
    ...memberRead,
    path: '/recharge/exchangeFind',
    summary: 'Returns the current terms of a swap: rate, fee ratio, limits, available balance.',
    input: Fields({
      symbol: Type.String({
        pattern: '^[A-Za-z0-9]{2,12}_[A-Za-z0-9]{2,12}$',
        description: 'BTC_USDT: the coin given, the coin received',
      }),
    }),
    output: Type.Object({ reexchange: SwapTerms }),
    codes: [4019, 4021, 4026, 5005],
  }),
  exchange: defineCall({
    ...memberMoney,
    path: '/recharge/exchange',
    summary: 'Swaps num of one coin for another at the current rate.',
    input: Fields({
      num: AmountIn(),
      from_coin: CoinIn(),
      to_coin: CoinIn(),
      min_received: Type.Optional(AmountIn()),
    }),
    output: Type.Object({ exchange: SwapRow }),
    codes: [4006, 4008, 4013, 4018, 4019, 4020, 4021, 4026, 5002, 5004, 5005, 5011, 5027],
  }),
  smallBalances: defineCall({
    ...memberRead,
    path: '/recharge/smallBalances',
    summary: 'Lists balances that are too small for a swap, with what each gives in USDT now.',
    input: NoFields(),
    output: Type.Object({
      coins: Type.Array(
        Type.Object({
          coinname: Type.String(),
          num: AmountOut('all that is available'),
          worth: AmountOut('in USDT at market prices'),
          received: AmountOut('in USDT, after spread and fee'),
        }),
      ),
      below: AmountOut('in USDT: balances worth less are small'),
      quote: Type.String({ description: 'binds for 10 s; sent back with a conversion' }),
      at: Time('of this quote'),
      nextAt: Type.Union([Time('when the next conversion is possible'), Type.Literal('')], {
        description: 'empty: now',
      }),
    }),
    codes: [],
  }),
  convertSmall: defineCall({
    ...memberMoney,
    path: '/recharge/convertSmall',
    summary: 'Converts small balances to USDT, once a day; each coin is a swap of its own.',
    input: Fields({
      quote: Type.String({
        pattern: '^[A-Za-z0-9_-]+$',
        maxLength: 60_000,
        description: 'of the list; each coin gives what it says there, or 5004',
      }),
      coins: Type.Array(Type.Object({ coinname: CoinIn() }, { additionalProperties: false }), {
        minItems: 1,
        maxItems: 50,
      }),
    }),
    output: Type.Object({
      converted: Type.Array(SwapRow),
      failed: Type.Array(Type.Object({ coinname: Type.String(), code: Type.Integer() }), {
        description: 'these stay as they are',
      }),
    }),
    codes: [4008, 5002, 5003, 5004, 5009, 5011, 5027],
  }),
  swaps: defineCall({
    ...memberRead,
    path: '/recharge/myExchangeList',
    summary: "Lists the member's swaps, newest first.",
    input: Fields({ ...pageFields }),
    output: ListOf(SwapRow),
    codes: [],
  }),
  findSwap: defineCall({
    ...memberRead,
    path: '/recharge/findExchange',
    summary: 'Returns one swap.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ reexchange: SwapRow }),
    codes: [5007],
  }),
};
