/** A member's deposits less withdrawals, each at its value at the time. Stored, because past values never change. */
import { type Amount, add, sum, ZERO } from '@tern/money';
import { type ExternalRecord, externalRecords } from '../../../kernel/ledger/records.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';
import { pastWorths, type PastWorthDeps } from './past-worth.ts';
import { addPaidIn, findPaidIn, findPaidInOn } from './store.ts';

/** Records valued in one transaction. */
const STEP = 200;

/** Values and stores new records that can no longer change. Usually there are none. */
export async function updatePaidIn(
  database: Database,
  deps: PastWorthDeps,
  memberId: number,
): Promise<void> {
  for (;;) {
    const { throughPosting } = await findPaidIn(database, memberId);
    const found = await externalRecords(database, memberId, { after: throughPosting, limit: STEP });
    const settled = found.filter((record) => record.isSettled === 1);
    const last = settled.at(-1);
    if (last === undefined) return;
    const worths = await pastWorths(database, deps, settled);
    const step = {
      memberId,
      fromPosting: throughPosting,
      throughPosting: last.id,
      worth: sum(worths),
      days: byDay(settled, worths),
    };
    await database.transaction((tx) => addPaidIn(tx, step));
  }
}

/** In USDT: in total, and since midnight UTC of the day of `now`. Pass a snapshot, so that all reads agree. */
export async function readPaidIn(
  reader: Reader,
  deps: PastWorthDeps,
  { memberId, now }: { memberId: number; now: number },
): Promise<{ all: Amount; today: Amount }> {
  const kept = await findPaidIn(reader, memberId);
  const today = dayOf(now);
  const [keptToday = ZERO, recent] = await Promise.all([
    findPaidInOn(reader, memberId, today),
    externalRecords(reader, memberId, {
      after: kept.throughPosting,
      limit: Number.MAX_SAFE_INTEGER,
    }),
  ]);
  const worths = await pastWorths(reader, deps, recent);
  return {
    all: add(kept.worth, sum(worths)),
    today: add(keptToday, byDay(recent, worths).get(today) ?? ZERO),
  };
}

function byDay(records: readonly ExternalRecord[], worths: readonly Amount[]): Map<string, Amount> {
  const days = new Map<string, Amount>();
  records.forEach(({ effectiveAt }, index) => {
    const day = dayOf(effectiveAt);
    days.set(day, add(days.get(day) ?? ZERO, worths[index] ?? ZERO));
  });
  return days;
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
