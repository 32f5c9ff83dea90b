/** Result alarms for operators: the list, and the review of one (ADR 37). */
import { formatDecimal } from '@tern/money';
import type { ResultAlarm } from '@tern/protocol/operator';
import { type Actor, logAct } from '../../../../kernel/operators/audit-log.ts';
import { operatorLogins } from '../../../../kernel/operators/operators.ts';
import { type Page, readPage } from '../../../../kernel/requests/page.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { readReason } from '../../../../kernel/review/review-rules.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { FuturesDeps } from '../deps.ts';
import {
  alarmForUpdate,
  type AlarmRow,
  alarmsQuery,
  countAlarms,
  setReviewed,
} from '../store-alarms.ts';
import { endStops, setFirstLook, stopsOfAlarms } from '../store-bursts.ts';

type AlarmDeps = Pick<FuturesDeps, 'database' | 'clock' | 'instruments'>;

/** Newest first. */
export async function listAlarms(
  { database, instruments }: AlarmDeps,
  { state, page }: { readonly state: 'open' | 'reviewed' | undefined; readonly page: Page },
) {
  const found = await readPage(
    database,
    { list: alarmsQuery, count: countAlarms },
    { filter: [state ?? null], page, row: (alarm) => alarm },
  );
  const reviewers = found.list
    .flatMap(({ reviewedBy, firstBy }) => [reviewedBy, firstBy])
    .filter((id) => id !== null);
  const ids = found.list.map(({ id }) => id);
  const stops = await database.many(stopsOfAlarms, [ids]);
  const logins = await operatorLogins(database, reviewers);
  const list = found.list.map((row): ResultAlarm => {
    const { instrumentId, reviewedBy, firstBy } = row;
    const stopped = stops.filter(({ alarmId }) => alarmId === row.id);
    const instrument = instrumentId === null ? undefined : instruments.findById(instrumentId);
    return {
      ...figuresOf(row),
      ID: row.id,
      kind: row.kind as ResultAlarm['kind'],
      stopped: stopped.map(({ memberId }) => memberId),
      firstBy: firstBy === null ? null : (logins.get(firstBy) ?? ''),
      subject: row.subject as ResultAlarm['subject'],
      memberId: row.memberId,
      symbol: instrument?.symbol ?? null,
      side: row.side as ResultAlarm['side'],
      period: isoTime(row.period),
      raisedAt: isoTime(row.raisedAt),
      UpdatedAt: isoTime(row.updatedAt),
      reviewedAt: row.reviewedAt === null ? null : isoTime(row.reviewedAt),
      reviewedBy: reviewedBy === null ? null : (logins.get(reviewedBy) ?? ''),
      reason: row.reason ?? '',
    };
  });
  return { ...found, list };
}

const figuresOf = ({ wins, losses, ties, winsLimit, net, expectedNet, netLimit }: AlarmRow) => ({
  wins,
  losses,
  ties,
  winsLimit,
  net: formatDecimal(net),
  expectedNet: formatDecimal(expectedNet),
  netLimit: formatDecimal(netLimit),
});

/**
 * Marks the alarm as reviewed, with the operator's conclusion. Of a burst, the first call is a look; the second, by another
 * person, ends the stop of its accounts. Returns whether it is reviewed now.
 * @throws invalid-request, not-found, already-decided, second-person-needed
 */
export async function reviewAlarm(
  { database, clock }: AlarmDeps,
  actor: Actor,
  input: { readonly id: number; readonly reason: string },
): Promise<boolean> {
  const reason = readReason(input.reason);
  return database.transaction(async (tx) => {
    const alarm = await tx.maybe(alarmForUpdate, [input.id]);
    if (alarm === undefined) throw new Refusal('not-found', { fields: ['ID'] });
    if (alarm.reviewedAt !== null) throw new Refusal('already-decided');
    const at = clock.now();
    const { operatorId } = actor;
    const isFirst = alarm.kind === 'burst' && alarm.firstBy === null;
    if (alarm.firstBy === operatorId) throw new Refusal('second-person-needed');
    if (isFirst) await tx.run(setFirstLook, [alarm.id, operatorId, at, reason]);
    else await tx.run(setReviewed, [alarm.id, operatorId, at, reason]);
    if (!isFirst) await tx.run(endStops, [alarm.id, at]);
    const { memberId } = alarm;
    const entry = { subject: `resultAlarm:${alarm.id}`, memberId, reason };
    const detail = { isFirst };
    await logAct(tx, { actor, action: 'resultAlarm.review', ...entry, detail }, at);
    return !isFirst;
  });
}
