/** The SQL of bursts: recent results by account, their alarms, and the accounts that are stopped (ADR 88). */
import {
  arrayOf,
  bool,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';
import { futuresContracts } from './store.ts';

/** Ids grow with time, but for seconds: this many before a contract are looked at too. */
const ID_SLACK = 1_000;
/** Most contracts of one look, the newest ones: it never blocks the database. */
const LOOKED_AT_MAX = 50_000;

const recentWinners = defineQuery({
  name: 'futures.recentWinners',
  text: `select member_id, min(id) as first_id from futures_contracts
    where id > greatest($1, (select coalesce(max(id), 0) - ${LOOKED_AT_MAX} from futures_contracts)) and accepted_at > $2 and status = 2
    group by member_id
    having count(*) filter (where outcome = 1) >= 3
      and count(*) filter (where outcome = 1) > 3 * count(*) filter (where outcome = 2)
    order by member_id`,
  params: [int8, timestamptz],
  row: { memberId: int8, firstId: int8 },
});

const firstRecent = defineQuery({
  name: 'futures.firstRecentContract',
  text: `select min(id) as id from futures_contracts
    where id > greatest($1, (select coalesce(max(id), 0) - ${LOOKED_AT_MAX} from futures_contracts)) and accepted_at > $2`,
  params: [int8, timestamptz],
  row: { id: nullable(int8) },
});

const contractsOfMembers = futuresContracts
  .pick(
    'id',
    'memberId',
    'direction',
    'stake',
    'payoutRatio',
    'outcome',
    'profit',
    'acceptedAt',
    'dueAt',
  )
  .select(
    'futures.recentContractsOfMembers',
    `where member_id = any($1::bigint[]) and accepted_at > $2 and status = 2
        and accepted_at > (select coalesce(max(s.ended_at), '-infinity') from futures_stops s where s.member_id = futures_contracts.member_id)
      order by accepted_at, id`,
    [arrayOf(int8), timestamptz],
  );
export type RecentContract = RowOf<typeof contractsOfMembers>;

const stoppedQuery = defineQuery({
  name: 'futures.stoppedMembers',
  text: 'select member_id from futures_stops where ended_at is null and member_id = any($1::bigint[]) order by 1',
  params: [arrayOf(int8)],
  row: { memberId: int8 },
});

const stopOf = defineQuery({
  name: 'futures.isStopped',
  text: 'select exists (select from futures_stops where member_id = $1 and ended_at is null) as is_stopped',
  params: [int8],
  row: { isStopped: bool },
});

const stops = defineTable('futures_stops', {
  alarmId: int8,
  memberId: int8,
  beganAt: timestamptz,
  endedAt: nullable(timestamptz),
});

/** Of these alarms, running and ended. */
export const stopsOfAlarms = stops.select(
  'futures.stopsOfAlarms',
  'where alarm_id = any($1::bigint[]) order by alarm_id, member_id',
  [arrayOf(int8)],
);

const insertStop = stops.insert('futures.insertStop', ['alarmId', 'memberId', 'beganAt'], {
  onConflict: '(member_id) where ended_at is null do nothing',
});

export const endStops = defineStatement({
  name: 'futures.endStops',
  text: 'update futures_stops set ended_at = $2 where alarm_id = $1 and ended_at is null',
  params: [int8, timestamptz],
});

export const setFirstLook = defineStatement({
  name: 'futures.setFirstLookAtBurst',
  text: 'update futures_result_alarms set first_by = $2, first_at = $3, first_reason = $4 where id = $1',
  params: [int8, int8, timestamptz, text],
});

/** Those who won most of what they placed since a time, and where the next look begins. */
export async function findWinners(
  reader: Reader,
  from: number,
  since: number,
): Promise<{ memberIds: number[]; nextFrom: number }> {
  const [winners, first] = await Promise.all([
    reader.many(recentWinners, [from, since]),
    reader.one(firstRecent, [from, since]),
  ]);
  const nextFrom = first.id === null ? from : Math.max(from, first.id - ID_SLACK);
  return { memberIds: winners.map(({ memberId }) => memberId), nextFrom };
}

/** Settled, accepted since a time and since the last stop of their account ended; in the order of acceptance. */
export function recentContractsOf(
  reader: Reader,
  memberIds: readonly number[],
  since: number,
): Promise<RecentContract[]> {
  return reader.many(contractsOfMembers, [memberIds, since]);
}

/** Those of these members who place no new contract. */
export async function stoppedAmong(
  reader: Reader,
  memberIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await reader.many(stoppedQuery, [memberIds]);
  return new Set(rows.map(({ memberId }) => memberId));
}

/** Whether the member places no new contract until two people have looked. */
export async function isStopped(reader: Reader, memberId: number): Promise<boolean> {
  return (await reader.one(stopOf, [memberId])).isStopped;
}

/** A member who is stopped already stays so by the earlier alarm. */
export async function stopMembers(
  tx: Tx,
  { alarmId, memberIds }: { readonly alarmId: number; readonly memberIds: readonly number[] },
  at: number,
): Promise<void> {
  for (const memberId of memberIds) await insertStop(tx, { alarmId, memberId, beganAt: at });
}
