/** What a member put in and took out, stored by day because past values never change. */
import type { Reader, Database } from '../../../platform/database/database.ts';
import { externalRecords } from '../../../kernel/ledger/external-records.ts';
import { addPaidIn, findPaidIn, findPaidInSince, type PaidInStep } from './store.ts';
import {
  addFlows,
  type FlowDeps,
  type Flows,
  flowsByDay,
  NO_FLOWS,
  sumFlows,
  type ValuedFlow,
  valueFlows,
} from './value-flows.ts';
import { dayOf } from '../../../platform/clock.ts';

/** Values and stores new records that can no longer change. Usually there are none. */
export async function updatePaidIn(
  database: Database,
  deps: FlowDeps,
  memberId: number,
): Promise<void> {
  const [kept] = await findPaidIn(database, [memberId]);
  const records = await externalRecords(database, [{ memberId, after: kept!.throughPosting }]);
  const settled = records.filter(({ isSettled }) => isSettled === 1);
  if (settled.length === 0) return;
  const flows = await valueFlows(database, deps, settled);
  const step = stepOf(flows, { memberId, from: kept!.throughPosting });
  await database.transaction((tx) => addPaidIn(tx, [step]));
}

/** Of flows of one member, oldest first, all settled; at least one. */
export function stepOf(
  flows: readonly ValuedFlow[],
  { memberId, from }: { memberId: number; from: number },
): PaidInStep {
  return {
    memberId,
    from,
    through: flows.at(-1)?.postingId ?? from,
    days: flowsByDay(flows),
  };
}

export interface PaidIn {
  readonly all: Flows;
  /** Since midnight UTC. */
  readonly today: Flows;
  /** The days of those that are not stored yet. */
  readonly recentDays: readonly string[];
}

/** Pass a snapshot, so that all reads agree. */
export async function readPaidIn(
  reader: Reader,
  deps: FlowDeps,
  { memberId, now }: { memberId: number; now: number },
): Promise<PaidIn> {
  const today = dayOf(now);
  const [[kept], keptToday] = await Promise.all([
    findPaidIn(reader, [memberId]),
    findPaidInSince(reader, [memberId], today),
  ]);
  const records = await externalRecords(reader, [{ memberId, after: kept!.throughPosting }]);
  const recent = await valueFlows(reader, deps, records);
  const recentDays = flowsByDay(recent);
  return {
    all: addFlows(kept!, sumFlows(recent)),
    today: addFlows(
      sumFlows(keptToday.filter(({ day }) => day === today)),
      recentDays.get(today) ?? NO_FLOWS,
    ),
    recentDays: [...recentDays.keys()],
  };
}
