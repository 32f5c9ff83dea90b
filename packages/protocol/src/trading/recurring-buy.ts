/** API of recurring buys: plans that buy coins for the same sum again and again, and what became of each due time. */
import { type Static, Type } from 'typebox';
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
  SymbolIn,
  Time,
} from '../fields.ts';
import { memberOrder, memberRead } from '../presets.ts';

const Rhythm = () =>
  Type.Union([
    Type.Literal('day'),
    Type.Literal('week'),
    Type.Literal('twoWeeks'),
    Type.Literal('month'),
  ]);
const Skip = () =>
  Type.Union(
    [
      Type.Literal('funds'),
      Type.Literal('closed'),
      Type.Literal('price'),
      Type.Literal('size'),
      Type.Literal('account'),
      Type.Literal('missed'),
      Type.Literal('member'),
    ],
    {
      description:
        'why nothing was bought: too little available, market closed or halted, more than 1 % off the reference price for an hour, outside the sizes of an order, account may not trade, not attended to for a day, by the member',
    },
  );
const TimeOrNone = (description: string) =>
  Type.Union([Time(description), Type.Literal('')], { description });
const Day = () =>
  Type.Integer({
    minimum: 0,
    maximum: 31,
    description:
      'of a week 1 Monday to 7 Sunday; of a month 1 to 28, or 31 for its last day; 0: daily',
  });
const TimeOfDay = () =>
  Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: '09:00, on the wall' });
const TimeZone = () =>
  Type.String({
    pattern: '^[A-Za-z0-9_+/-]{1,64}$',
    maxLength: 64,
    description: 'IANA name: Europe/Vienna',
  });
const AmountOrNone = (description: string) =>
  Type.Union([AmountOut(description), Type.Literal('')], { description });

const figures = {
  putIn: AmountOut('paid for what was bought, in USDT'),
  worth: AmountOrNone(
    'of all that was bought, less fees, at reference prices; empty: a price is missing',
  ),
  difference: AmountOrNone('worth − putIn'),
};

export const RecurringPlanRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  amount: AmountOut('in USDT, each time'),
  coins: Type.Array(
    Type.Object({
      symbol: Type.String({ description: 'btcusdt' }),
      base: Type.String(),
      share: Type.Integer({ minimum: 1, maximum: 100, description: 'percent' }),
      amount: AmountOut('its part of the amount'),
      quantity: AmountOut('bought so far, less fees'),
      putIn: AmountOut('paid for it so far'),
      averagePrice: AmountOrNone('putIn / quantity, rounded up to a tick; empty: nothing bought'),
      worth: figures.worth,
    }),
    { description: 'those of the plan, then those of earlier buys, with share 0' },
  ),
  rhythm: Rhythm(),
  day: Day(),
  time: TimeOfDay(),
  timeZone: TimeZone(),
  state: Type.Union([Type.Literal('on'), Type.Literal('paused'), Type.Literal('ended')]),
  stateAt: Time('since when'),
  pausedBy: Type.Union([Type.Literal('member'), Type.Literal('skips'), Type.Literal('')]),
  nextAt: TimeOrNone('the next due time; empty unless it is on'),
  done: Type.Integer({ minimum: 0, description: 'due times at which something was bought' }),
  skipped: Type.Integer({ minimum: 0 }),
  latest: Type.Array(Type.Boolean(), {
    description: 'the newest 11 due times that ended, oldest first: whether something was bought',
  }),
  ...figures,
});
export type RecurringPlanRow = Static<typeof RecurringPlanRow>;

export const RecurringBuyRow = Type.Object({
  ID: Id(),
  dueAt: Time(),
  amount: AmountOut('of the plan at that time'),
  status: Type.Union([Type.Literal('open'), Type.Literal('bought'), Type.Literal('skipped')], {
    description: 'open: under way, or waiting for a price',
  }),
  putIn: AmountOut('paid'),
  needed: AmountOrNone('of a lack of funds'),
  available: AmountOrNone('of a lack of funds'),
  coins: Type.Array(
    Type.Object({
      symbol: Type.String(),
      base: Type.String(),
      amount: AmountOut('its part'),
      orderId: Type.Integer({ minimum: 0, description: 'the order that was placed; 0: none' }),
      price: AmountOrNone('the average of the order; empty: nothing bought'),
      quantity: AmountOut('bought, less the fee'),
      skipped: Type.Union([Skip(), Type.Literal('')]),
    }),
  ),
});
export type RecurringBuyRow = Static<typeof RecurringBuyRow>;

const PlanIn = {
  amount: AmountIn(),
  coins: Type.Array(
    Fields({ symbol: SymbolIn(), share: Type.Integer({ minimum: 1, maximum: 100 }) }),
    { minItems: 1, maxItems: 10 },
  ),
  rhythm: Rhythm(),
  day: Day(),
  time: TimeOfDay(),
  timeZone: TimeZone(),
};

const PlanOut = () => Type.Object({ plan: RecurringPlanRow });
const memberPlan = { ...memberOrder, movesMoney: false } as const;
const act = <const Name extends string>(name: Name, summary: string) =>
  defineCall({
    ...memberPlan,
    path: `/recurring/${name}` as const,
    summary,
    input: Fields({ ID: IdIn() }),
    output: PlanOut(),
    codes: [5007, 5014],
  });

export const recurringBuyCalls = {
  recurringPlans: defineCall({
    ...memberRead,
    path: '/recurring/list',
    summary: "Lists the member's recurring buys, newest first, and what they are worth together.",
    input: NoFields(),
    output: Type.Object({
      plans: Type.Array(RecurringPlanRow),
      available: AmountOut('USDT that the member can spend'),
      ...figures,
    }),
    codes: [],
  }),
  findRecurringPlan: defineCall({
    ...memberRead,
    path: '/recurring/find',
    summary: 'Returns one recurring buy.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ replan: RecurringPlanRow }),
    codes: [5007],
  }),
  recurringBuys: defineCall({
    ...memberRead,
    path: '/recurring/buys',
    summary: 'Lists the due times of one recurring buy, newest first.',
    input: Fields({ ID: IdIn(), ...pageFields }),
    output: ListOf(RecurringBuyRow),
    codes: [5007],
  }),
  startRecurring: defineCall({
    ...memberOrder,
    path: '/recurring/start',
    summary: 'Starts a recurring buy. Nothing is reserved.',
    input: Fields(PlanIn),
    output: PlanOut(),
    codes: [4008, 4013, 4019, 5002, 5011, 5012, 5013, 5027],
  }),
  changeRecurring: defineCall({
    ...memberPlan,
    path: '/recurring/change',
    summary: 'Changes a recurring buy from its next due time on.',
    input: Fields({ ID: IdIn(), ...PlanIn }),
    output: PlanOut(),
    codes: [4008, 4013, 4019, 5007, 5011, 5013, 5014, 5027],
  }),
  pauseRecurring: act('pause', 'Pauses a recurring buy. A coin that waits is skipped.'),
  resumeRecurring: act('resume', 'Goes on with the first due time from now.'),
  skipRecurring: defineCall({
    ...memberPlan,
    path: '/recurring/skip',
    summary: 'Skips the next due time, if it is still this one.',
    input: Fields({ ID: IdIn(), dueAt: Time() }),
    output: PlanOut(),
    codes: [5007, 5014],
  }),
  endRecurring: act('end', 'Ends a recurring buy for good; its figures stay.'),
};
