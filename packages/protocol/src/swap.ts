/** Wire of swap: one coin for another at the reference rate less a published spread (spec §3, §7, rules §5). */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { AmountIn, AmountOut, Fields, Id, IdIn, ListOf, pageFields, Time } from './fields.ts';

const CoinIn = () => Type.String({ pattern: '^[A-Za-z0-9]{2,12}$', description: 'USDT' });

export const SwapTerms = Type.Object({
  from_coin: Type.String(),
  to_coin: Type.String(),
  rate: AmountOut('received per unit given, spread included, fee not'),
  spread: AmountOut('ratio that `rate` lies below the reference rate'),
  reference: AmountOut('received per unit given by the market prices, nothing taken off'),
  fromUsdt: AmountOut('USDT that a unit of from_coin is worth by the market prices'),
  toUsdt: AmountOut('ditto, of to_coin'),
  feeRatio: AmountOut('of what is received'),
  min: AmountOut('least amount to give, in from_coin'),
  max: AmountOut('most to give at once, in from_coin'),
  available: AmountOut('what the member can give'),
  at: Time('when the oldest price behind the rate was made'),
});

export const SwapRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  UpdatedAt: Time(),
  from_coin: Type.String(),
  to_coin: Type.String(),
  num: AmountOut('given, in from_coin'),
  rate: AmountOut('received per unit given, spread included, fee not'),
  spread: AmountOut('ratio that `rate` lay below the reference rate'),
  fee: AmountOut('in to_coin'),
  received: AmountOut('in to_coin, fee already taken'),
});

export const swapCalls = {
  exchangeFind: defineCall({
    method: 'GET',
    path: '/recharge/exchangeFind',
    summary: 'The terms of a swap now: rate, fee ratio, bounds, and what the member has to give.',
    auth: 'member',
    movesMoney: false,
    rate: 'read',
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
    method: 'POST',
    path: '/recharge/exchange',
    summary: 'Swaps num of one coin for another at the rate of the moment.',
    auth: 'member',
    movesMoney: true,
    rate: 'money',
    input: Fields({
      num: AmountIn(),
      from_coin: CoinIn(),
      to_coin: CoinIn(),
      min_received: Type.Optional(AmountIn()),
    }),
    output: Type.Object({ exchange: SwapRow }),
    codes: [4006, 4008, 4013, 4018, 4019, 4020, 4021, 4026, 5002, 5004, 5005],
  }),
  swaps: defineCall({
    method: 'GET',
    path: '/recharge/myExchangeList',
    summary: 'Own swaps, newest first.',
    auth: 'member',
    movesMoney: false,
    rate: 'read',
    input: Fields({ ...pageFields }),
    output: ListOf(SwapRow),
    codes: [],
  }),
  findSwap: defineCall({
    method: 'GET',
    path: '/recharge/findExchange',
    summary: 'One own swap.',
    auth: 'member',
    movesMoney: false,
    rate: 'read',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ reexchange: SwapRow }),
    codes: [5007],
  }),
};
