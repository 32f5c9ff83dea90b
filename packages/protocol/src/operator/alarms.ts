/** Wire of result alarms: results of short contracts outside what chance allows (ADR 37). */
import { type Static, Type } from 'typebox';
import { defineCall, type OperatorRole } from '../call.ts';
import { AmountOut, Fields, Id, IdIn, ListOf, NoData, pageFields, Time } from '../fields.ts';

const readers: readonly OperatorRole[] = ['reviewer', 'approver', 'auditor'];
const Count = (description: string) => Type.Integer({ minimum: 0, description });
const OrNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);

export const ResultAlarm = Type.Object({
  ID: Id(),
  subject: Type.Union([Type.Literal('account'), Type.Literal('market'), Type.Literal('house')]),
  memberId: OrNull(Id('of an account')),
  symbol: OrNull(Type.String({ description: 'of a market' })),
  side: Type.Union([Type.Literal('above'), Type.Literal('below')], {
    description: 'members won more, or less, than chance allows',
  }),
  period: Time('since when results are counted'),
  wins: Count('of contracts that do not overlap'),
  losses: Count('of the same; half of both together is expected to be won'),
  ties: Count('of the same; they tell nothing'),
  winsLimit: Type.Integer({ description: 'the last number of wins within the limit' }),
  net: AmountOut('what members gained by these contracts, USDT'),
  expectedNet: AmountOut('what they gain on average at these stakes and payout ratios'),
  netLimit: AmountOut('how far chance reaches'),
  raisedAt: Time('since when results are outside the limits'),
  UpdatedAt: Time('of the figures'),
  reviewedAt: OrNull(Time()),
  reviewedBy: OrNull(Type.String()),
  reason: Type.String({ description: 'of the review; empty before it' }),
});
export type ResultAlarm = Static<typeof ResultAlarm>;

export const operatorAlarmCalls = {
  resultAlarms: defineCall({
    auth: 'operator',
    movesMoney: false,
    rate: 'read',
    roles: readers,
    method: 'GET',
    path: '/operator/resultAlarm/list',
    summary: 'Results of short contracts that are outside what chance allows, the newest first.',
    input: Fields({
      ...pageFields,
      state: Type.Optional(
        Type.Union([Type.Literal('open'), Type.Literal('reviewed')], {
          description: 'absent: all',
        }),
      ),
    }),
    output: ListOf(ResultAlarm),
    codes: [],
  }),
  reviewResultAlarm: defineCall({
    auth: 'operator',
    movesMoney: false,
    rate: 'money',
    roles: ['reviewer', 'approver'],
    method: 'POST',
    path: '/operator/resultAlarm/review',
    summary: 'Says that an alarm was looked at, and what came of it.',
    input: Fields({
      ID: IdIn(),
      reason: Type.String({ minLength: 1, maxLength: 500, description: 'colleagues read it' }),
    }),
    output: NoData(),
    codes: [5007, 5034],
  }),
};
