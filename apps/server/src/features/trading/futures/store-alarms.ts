/** The SQL of result alarms: raised by counting, reviewed by operators. */
import {
  amount,
  int2,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import { defineStatement, type RowOf } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';

const futuresResultAlarms = defineTable('futures_result_alarms', {
  id: int8,
  kind: text,
  subject: text,
  memberId: nullable(int8),
  instrumentId: nullable(int2),
  period: timestamptz,
  side: text,
  wins: int8,
  losses: int8,
  ties: int8,
  winsLimit: int8,
  net: amount,
  expectedNet: amount,
  netLimit: amount,
  raisedAt: timestamptz,
  updatedAt: timestamptz,
  reviewedBy: nullable(int8),
  reviewedAt: nullable(timestamptz),
  reason: nullable(text),
  // Of a burst, which two people look at.
  firstBy: nullable(int8),
  firstAt: nullable(timestamptz),
});

export const latestAlarm = futuresResultAlarms.pick('id', 'wins', 'losses', 'reviewedAt').select(
  'futures.latestResultAlarm',
  `where kind = 'period' and subject = $1 and member_id is not distinct from $2 and instrument_id is not distinct from $3
      and period = $4 and side = $5
    order by id desc limit 1 for update`,
  [text, nullable(int8), nullable(int2), timestamptz, text],
);

export const insertAlarm = futuresResultAlarms
  .pick('id')
  .insertReturning(
    'futures.insertResultAlarm',
    [
      'kind',
      'subject',
      'memberId',
      'instrumentId',
      'period',
      'side',
      'wins',
      'losses',
      'ties',
      'winsLimit',
      'net',
      'expectedNet',
      'netLimit',
      'raisedAt',
    ],
    { also: { updatedAt: '$raisedAt' } },
  );

export const updateAlarm = defineStatement({
  name: 'futures.updateResultAlarm',
  text: `update futures_result_alarms set wins = $2, losses = $3, ties = $4, wins_limit = $5, net = $6,
      expected_net = $7, net_limit = $8, updated_at = $9 where id = $1`,
  params: [int8, int8, int8, int8, int8, amount, amount, amount, timestamptz],
});

export const alarmForUpdate = futuresResultAlarms
  .pick('id', 'kind', 'memberId', 'reviewedAt', 'firstBy')
  .select('futures.resultAlarmForUpdate', 'where id = $1 for update', [int8]);

export const setReviewed = defineStatement({
  name: 'futures.setResultAlarmReviewed',
  text: `update futures_result_alarms set reviewed_by = $2, reviewed_at = $3, reason = $4 where id = $1`,
  params: [int8, int8, timestamptz, text],
});

export const alarmsQuery = futuresResultAlarms.select(
  'futures.resultAlarms',
  `where ($1::text is null or ($1 = 'reviewed') = (reviewed_at is not null))
    order by id desc limit $2 offset $3`,
  [nullable(text), int8, int8],
);

export const countAlarms = futuresResultAlarms.count(
  'futures.countResultAlarms',
  `where ($1::text is null or ($1 = 'reviewed') = (reviewed_at is not null))`,
  [nullable(text)],
);

export type AlarmRow = RowOf<typeof alarmsQuery>;
