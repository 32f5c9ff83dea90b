/** Closes the months that are over: computed once, then read. The months after them are computed each time. */
import { type Amount, ZERO } from '@tern/money';
import { balancesOf, ownedOf } from '../../../kernel/ledger/balances.ts';
import { countRecords } from '../../../kernel/ledger/count-records.ts';
import {
  countRecordsAbove,
  firstRecordFrom,
  oldestRecordAt,
  settledThrough,
  sumLaterRecords,
} from '../../../kernel/ledger/period-records.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { computeMonth, type FigureDeps, type Figures, type MonthRequest } from './compute-month.ts';
import { packHoldings, unpackHoldings } from './holdings-text.ts';
import { endOf, type Month, monthOf, nextOf } from './months.ts';
import { type ClosedMonth, insertMonth, type Progress, readProgress } from './store.ts';
import { emptyHoldings, type Holdings } from './tally.ts';

/** Payouts are dated when they were due and may be written later, after a pause of the server. */
const CLOSED_AFTER_MS = DAY_MS;
/** Above all postings. */
const NO_END = Number.MAX_SAFE_INTEGER;

export interface MonthDeps extends FigureDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/** Closes all months that can be. A month that does not add up is not closed, and none after it. */
export async function closeMonths(deps: MonthDeps, memberId: number): Promise<void> {
  const { database, clock } = deps;
  let hasCounted = false;
  for (;;) {
    const now = clock.now();
    const progress = await progressOf(database, memberId);
    if (progress === undefined || endOf(progress.month) + CLOSED_AFTER_MS > now) return;
    if (!hasCounted) {
      // The first pass names the newest posting, the second reaches it.
      await countRecords(database);
      await countRecords(database);
      hasCounted = true;
    }
    const closed = await database.snapshot((reader) =>
      closeMonth(reader, deps, { memberId, progress, now }),
    );
    if (closed === undefined) return;
    await database.transaction((tx) => insertMonth(tx, closed));
  }
}

/** A member without records has no months. */
async function progressOf(reader: Reader, memberId: number): Promise<Progress | undefined> {
  const stored = await readProgress(reader, memberId);
  if (stored !== undefined) return stored;
  const first = await oldestRecordAt(reader, memberId);
  if (first === null) return undefined;
  const holdings = packHoldings(emptyHoldings());
  return { month: monthOf(first), through: 0, from: 0, holdings };
}

/** Undefined when the month cannot be closed yet, or does not add up. */
async function closeMonth(
  reader: Reader,
  deps: FigureDeps,
  { memberId, progress, now }: { memberId: number; progress: Progress; now: number },
): Promise<ClosedMonth | undefined> {
  const { month } = progress;
  const end = endOf(month);
  const through = await settledThrough(reader);
  const above = { memberId, above: through, start: 0, end };
  if ((await countRecordsAbove(reader, above)) > 0) return undefined;
  const range = { from: progress.from, through, lateFrom: progress.through };
  const holdings = unpackHoldings(progress.holdings);
  const { figures, isClosing } = await computeMonth(reader, deps, {
    month,
    memberId,
    holdings,
    range,
    now,
  });
  const first = await firstRecordFrom(reader, { memberId, from: progress.from, at: end });
  const from = first === undefined ? through : Math.min(first.id - 1, through);
  const later = await sumLaterRecords(reader, { memberId, from, at: end, through });
  if (!isClosing || !(await isOwned(reader, memberId, { holdings, later }))) return undefined;
  const next = { month: nextOf(month), through, from, holdings: packHoldings(holdings) };
  return { memberId, figures, range, closedAt: now, next };
}

/** The amounts with later changes are what the ledger says the member owns now. */
async function isOwned(
  reader: Reader,
  memberId: number,
  { holdings, later }: { holdings: Holdings; later?: ReadonlyMap<string, Amount> },
): Promise<boolean> {
  const owned = new Map(
    (await balancesOf(reader, memberId)).map((balance) => [balance.asset, ownedOf(balance)]),
  );
  const assets = new Set([...owned.keys(), ...holdings.amounts.keys(), ...(later?.keys() ?? [])]);
  return [...assets].every(
    (asset) =>
      (holdings.amounts.get(asset) ?? 0n) + (later?.get(asset) ?? 0n) ===
      (owned.get(asset) ?? ZERO),
  );
}

export interface OpenMonth {
  readonly figures: Figures;
  readonly addsUp: boolean;
  readonly range: MonthRequest['range'];
  /** After the last of the months: what the member has now, and what it cost. */
  readonly holdings: Holdings;
}

/** The months after the closed ones, up to now, oldest first. Shape: `reader` is a snapshot. */
export async function openMonths(
  reader: Reader,
  deps: MonthDeps,
  memberId: number,
): Promise<OpenMonth[]> {
  const now = deps.clock.now();
  const progress = await progressOf(reader, memberId);
  if (progress === undefined) return [];
  const holdings = unpackHoldings(progress.holdings);
  const computed: { figures: Figures; isClosing: boolean; range: MonthRequest['range'] }[] = [];
  let range = { from: progress.from, through: NO_END, lateFrom: progress.through };
  for (let month: Month = progress.month; month <= monthOf(now); month = nextOf(month)) {
    const request = { month, memberId, holdings, range, now };
    computed.push({ ...(await computeMonth(reader, deps, request)), range });
    range = { ...range, lateFrom: NO_END };
  }
  const owned = await isOwned(reader, memberId, { holdings });
  return computed.map((each) => ({ ...each, addsUp: each.isClosing && owned, holdings }));
}
