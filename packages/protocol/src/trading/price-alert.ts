/** API of price alerts: a notice when the reference price of a market reaches a level, or moves within 24 hours. */
import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { AmountOut, Fields, Id, IdIn, NoFields, SymbolIn, Time } from '../fields.ts';

const Kind = () =>
  Type.Union([Type.Literal('above'), Type.Literal('below'), Type.Literal('change')], {
    description: 'change: in either direction within 24 hours',
  });
const TimeOrNone = (description: string) =>
  Type.Union([Time(description), Type.Literal('')], { description });

export const PriceAlertRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  symbol: Type.String({ description: 'btcusdt' }),
  kind: Kind(),
  level: AmountOut('a price; of change percent'),
  repeats: Type.Boolean({ description: 'otherwise it is off once it was reached' }),
  push: Type.Boolean(),
  email: Type.Boolean(),
  isOn: Type.Boolean(),
  offAt: TimeOrNone('since when it is off; empty while it is on'),
  reachedAt: TimeOrNone('when it was last reached since it was set or switched on; empty: not yet'),
  reachedPrice: Type.String({ description: 'the reference price of that time; empty: not yet' }),
});
export type PriceAlertRow = Static<typeof PriceAlertRow>;

const Alerts = () => Type.Object({ alerts: Type.Array(PriceAlertRow) });
const common = { auth: 'member', movesMoney: false } as const;

export const priceAlertCalls = {
  priceAlerts: defineCall({
    ...common,
    method: 'GET',
    path: '/alert/list',
    summary: "Lists the member's price alerts, newest first, and the newest 50 that were reached.",
    rate: 'read',
    input: NoFields(),
    output: Alerts(),
    codes: [],
  }),
  setPriceAlert: defineCall({
    ...common,
    method: 'POST',
    path: '/alert/set',
    summary: 'Sets a price alert.',
    rate: 'order',
    input: Fields({
      symbol: SymbolIn(),
      kind: Kind(),
      level: Type.String({
        pattern: '^\\d{1,13}(\\.\\d{1,18})?$',
        description: 'a price; of change percent, 0.1 to 100',
      }),
      repeats: Type.Boolean({ description: 'each time, an hour apart at least' }),
      push: Type.Boolean(),
      email: Type.Boolean(),
    }),
    output: Alerts(),
    codes: [4019, 5005, 5012, 5013, 5025],
  }),
  switchPriceAlert: defineCall({
    ...common,
    method: 'POST',
    path: '/alert/switch',
    summary: 'Switches a price alert off, or on as if it were new.',
    rate: 'order',
    input: Fields({ ID: IdIn(), isOn: Type.Boolean() }),
    output: Alerts(),
    codes: [5005, 5007, 5012, 5025],
  }),
  removePriceAlert: defineCall({
    ...common,
    method: 'POST',
    path: '/alert/remove',
    summary: 'Removes a price alert.',
    rate: 'order',
    input: Fields({ ID: IdIn() }),
    output: Alerts(),
    codes: [5007],
  }),
};
