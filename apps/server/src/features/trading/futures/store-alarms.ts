/** The SQL of result alarms: raised by counting, reviewed by operators. */
import {
  amount,
  int2,
  int4,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';

const figures = {
  wins: int8,
  losses: int8,
  ties: int8,
  winsLimit: int8,
  net: amount,
  expectedNet: amount,
  netLimit: amount,
} as const;

export const latestAlarm = defineQuery({
  name: 'futures.latestResultAlarm',
  text: `select id, wins, losses, reviewed_at from futures_result_alarms
    where subject = $1 and member_id is not distinct from $2 and instrument_id is not distinct from $3
      and period = $4 and side = $5
    order by id desc limit 1 for update`,
  params: [text, nullable(int8), nullable(int2), timestamptz, text],
  row: { id: int8, wins: int8, losses: int8, reviewedAt: nullable(timestamptz) },
});

export const insertAlarm = defineQuery({
  name: 'futures.insertResultAlarm',
  text: `insert into futures_result_alarms (subject, member_id, instrument_id, period, side,
      wins, losses, ties, wins_limit, net, expected_net, net_limit, raised_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13) returning id`,
  params: [
    text,
    nullable(int8),
    nullable(int2),
    timestamptz,
    text,
    int8,
    int8,
    int8,
    int8,
    amount,
    amount,
    amount,
    timestamptz,
  ],
  row: { id: int8 },
});

export const updateAlarm = defineStatement({
  name: 'futures.updateResultAlarm',
  text: `update futures_result_alarms set wins = $2, losses = $3, ties = $4, wins_limit = $5, net = $6,
      expected_net = $7, net_limit = $8, updated_at = $9 where id = $1`,
  params: [int8, int8, int8, int8, int8, amount, amount, amount, timestamptz],
});

export const alarmForUpdate = defineQuery({
  name: 'futures.resultAlarmForUpdate',
  text: 'select id, member_id, reviewed_at from futures_result_alarms where id = $1 for update',
  params: [int8],
  row: { id: int8, memberId: nullable(int8), reviewedAt: nullable(timestamptz) },
});

export const setReviewed = defineStatement({
  name: 'futures.setResultAlarmReviewed',
  text: `update futures_result_alarms set reviewed_by = $2, reviewed_at = $3, reason = $4 where id = $1`,
  params: [int8, int8, timestamptz, text],
});

export const alarmsQuery = defineQuery({
  name: 'futures.resultAlarms',
  text: `select id, subject, member_id, instrument_id, period, side, wins, losses, ties, wins_limit, net, expected_net,
      net_limit, raised_at, updated_at, reviewed_by, reviewed_at, reason
    from futures_result_alarms where ($1::text is null or ($1 = 'reviewed') = (reviewed_at is not null))
    order by id desc limit $2 offset $3`,
  params: [nullable(text), int8, int8],
  row: {
    id: int8,
    subject: text,
    memberId: nullable(int8),
    instrumentId: nullable(int2),
    period: timestamptz,
    side: text,
    ...figures,
    raisedAt: timestamptz,
    updatedAt: timestamptz,
    reviewedBy: nullable(int8),
    reviewedAt: nullable(timestamptz),
    reason: nullable(text),
  },
});

export const countAlarms = defineQuery({
  name: 'futures.countResultAlarms',
  text: `select count(*)::int as total from futures_result_alarms
    where ($1::text is null or ($1 = 'reviewed') = (reviewed_at is not null))`,
  params: [nullable(text)],
  row: { total: int4 },
});

export type AlarmRow = RowOf<typeof alarmsQuery>;
