/** API of result alarms: timed-contract results too unlikely to be chance (ADR 37). */
import { type Static, Type } from 'typebox';
import { defineCall } from '../../call.ts';
import { AmountOut, Fields, Id, IdIn, ListOf, pageFields, Time } from '../../fields.ts';
import { operatorAct, operatorRead } from '../../presets.ts';

const Count = (description: string) => Type.Integer({ minimum: 0, description });
const OrNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);

export const ResultAlarm = Type.Object({
  ID: Id(),
  kind: Type.Union([Type.Literal('period'), Type.Literal('burst')], {
    description: 'burst: within ten minutes; new contracts are stopped until two people looked',
  }),
  stopped: Type.Array(Id(), { description: 'accounts of a burst' }),
  subject: Type.Union([Type.Literal('account'), Type.Literal('market'), Type.Literal('house')]),
  memberId: OrNull(Id('if the subject is an account')),
  symbol: OrNull(Type.String({ description: 'if the subject is a market' })),
  side: Type.Union([Type.Literal('above'), Type.Literal('below')], {
    description: 'members won more, or less, than chance allows',
  }),
  period: Time('start of the counted period'),
  wins: Count('among contracts that do not overlap'),
  losses: Count('among the same contracts; half of wins and losses are expected to be wins'),
  ties: Count('among the same contracts; not used in the test'),
  winsLimit: Type.Integer({ description: 'most extreme number of wins within the limit' }),
  net: AmountOut('profit of members on these contracts, USDT'),
  expectedNet: AmountOut('expected profit at these stakes and payout ratios'),
  netLimit: AmountOut('limit of net'),
  raisedAt: Time('when results left the limits'),
  UpdatedAt: Time('time of these numbers'),
  firstBy: OrNull(Type.String({ description: 'who looked at a burst first' })),
  reviewedAt: OrNull(Time()),
  reviewedBy: OrNull(Type.String()),
  reason: Type.String({ description: 'reason of the review; empty before it' }),
});
export type ResultAlarm = Static<typeof ResultAlarm>;

export const operatorAlarmCalls = {
  resultAlarms: defineCall({
    ...operatorRead('reviews.read'),
    path: '/operator/resultAlarm/list',
    summary: 'Lists result alarms, newest first.',
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
    ...operatorAct('reviews.first', 'reviews.second'),
    path: '/operator/resultAlarm/review',
    summary:
      'Marks an alarm as reviewed, with a reason. Of a burst, the second person who does so ends the stop of its accounts.',
    input: Fields({
      ID: IdIn(),
      reason: Type.String({ minLength: 1, maxLength: 500, description: 'shown in the audit log' }),
    }),
    output: Type.Object({ isReviewed: Type.Boolean() }),
    codes: [5007, 5032, 5034],
  }),
};
