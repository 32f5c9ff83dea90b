/** API of fee levels: what a member's orders pay, and the table that it follows from. */
import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { AmountOut, NoFields, Time } from '../fields.ts';

const Level = () => Type.Integer({ minimum: 1, description: 'the first is 1' });
const rates = {
  maker: AmountOut('ratio; of an order that waits in the book'),
  taker: AmountOut('ratio; of an order that fills immediately'),
};

export const FeeLevelRow = Type.Object({
  level: Level(),
  ...rates,
  day: Type.String({ description: 'UTC; what was traded in the 30 days before it counts' }),
  since: Type.Union([Time(), Type.Literal('')], {
    description: 'from when orders have the levels of this day; empty before the first day',
  }),
  traded: AmountOut('USDT; in 30 days'),
  waited: AmountOut('USDT; of it by spot orders that waited in the book'),
  atOnce: AmountOut('USDT; of it by spot orders that filled immediately'),
  swapped: AmountOut('USDT; of it by swaps'),
  orderFees: AmountOut('USDT; paid for the orders'),
  swapFees: AmountOut('USDT; paid for the swaps'),
  ending: AmountOut('USDT; traded on the first of the 30 days, which no longer counts tomorrow'),
  levels: Type.Array(
    Type.Object({ level: Level(), from: AmountOut('USDT; in 30 days'), ...rates }),
    {
      description: 'ascending',
    },
  ),
  markets: Type.Array(Type.Object({ symbol: Type.String(), ...rates }), {
    description: 'where less is paid than the level asks',
  }),
});
export type FeeLevelRow = Static<typeof FeeLevelRow>;

export const feeLevelCalls = {
  feeLevel: defineCall({
    method: 'GET',
    path: '/fee/level',
    summary: "Finds the member's fee level, what it follows from, and all levels.",
    auth: 'member',
    movesMoney: false,
    rate: 'read',
    input: NoFields(),
    output: Type.Object({ refeelevel: FeeLevelRow }),
    codes: [],
  }),
};
