/** Counts wrong codes and signatures of a member over all confirmations, so that new ones give no more tries. */
import { notify } from '../messaging/notifications.ts';
import { Refusal } from '../requests/refusal.ts';
import type { Settings } from '../settings/settings.ts';
import { isoTime } from '../../platform/clock.ts';
import { arrayOf, int8, timestamptz } from '../../platform/database/columns.ts';
import type { Tx } from '../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';
import { MINUTE_MS } from '../../platform/durations.ts';
import { factorSettings } from './settings.ts';

const failuresQuery = defineQuery({
  name: 'kernel.factorFailures',
  text: 'select failed_at from factor_failures where member_id = $1',
  params: [int8],
  row: { failedAt: arrayOf(timestamptz) },
});

const putFailures = defineStatement({
  name: 'kernel.putFactorFailures',
  text: `insert into factor_failures (member_id, failed_at) values ($1, $2)
    on conflict (member_id) do update set failed_at = excluded.failed_at`,
  params: [int8, arrayOf(timestamptz)],
});

interface Subject {
  memberId: number;
  at: number;
}

async function recent(tx: Tx, settings: Settings, { memberId, at }: Subject): Promise<number[]> {
  const windowMs = settings.read(factorSettings.failureMinutes) * MINUTE_MS;
  const stored = await tx.maybe(failuresQuery, [memberId]);
  return (stored?.failedAt ?? []).filter((failedAt) => failedAt > at - windowMs);
}

/** Call with the member locked. @throws too-many-requests with the seconds to wait */
export async function assertFewFailures(
  tx: Tx,
  settings: Settings,
  subject: Subject,
): Promise<void> {
  const failures = await recent(tx, settings, subject);
  const max = settings.read(factorSettings.failuresMax);
  const counted = failures.at(-max);
  if (counted === undefined) return;
  const until = counted + settings.read(factorSettings.failureMinutes) * MINUTE_MS;
  const seconds = Math.ceil((until - subject.at) / 1_000);
  throw new Refusal('too-many-requests', { data: { seconds } });
}

/** Call with the member locked. The last allowed failure is reported to the member. */
export async function addFailure(tx: Tx, settings: Settings, subject: Subject): Promise<void> {
  const { memberId, at } = subject;
  const failures = [...(await recent(tx, settings, subject)), at];
  await tx.run(putFailures, [memberId, failures]);
  if (failures.length !== settings.read(factorSettings.failuresMax)) return;
  const until = at + settings.read(factorSettings.failureMinutes) * MINUTE_MS;
  await notify(
    tx,
    { memberId, kind: 'security.factorLocked', values: { until: isoTime(until) } },
    at,
  );
}
