/**
 * Makes the agreed files of customers' timelines in the background, a page of rows per transaction: after a restart the next instance goes
 * on behind the last page (ADR 97).
 */
import { createHash } from 'node:crypto';
import { recordTypes } from '@tern/ledger';
import type { TimelineGroup, TimelineRow } from '@tern/protocol/operator';
import { startOfDay } from '../../../../../platform/clock.ts';
import { csvLine } from '../../../../../platform/csv.ts';
import type { Database } from '../../../../../platform/database/database.ts';
import { DAY_MS } from '../../../../../platform/durations.ts';
import { type ReadDeps, timelinePage } from '../timeline.ts';
import {
  addToFile,
  customerFileParts,
  fileById,
  finishFile,
  lockFile,
  markRemoved,
  nextFile,
  oldestFile,
} from './store.ts';

export interface MakeDeps extends ReadDeps {
  database: Database;
}

/** Files are kept for a week. */
const KEPT_MS = 7 * DAY_MS;
/** Some milliseconds of reading. */
const PAGE_ROWS = 1_000;

const COLUMNS = ['time', 'group', 'id', 'what', 'reference', 'asset', 'amount', 'place', 'by'];

/** Makes all files that were agreed on, then removes old ones. */
export async function makeCustomerFiles(deps: MakeDeps, ending?: AbortSignal): Promise<void> {
  for (;;) {
    const file = ending?.aborted ? undefined : await deps.database.maybe(nextFile, []);
    if (file === undefined) break;
    await makeFile(deps, file.id, ending);
  }
  let isLeft = true;
  while (isLeft && !ending?.aborted) isLeft = await removeOldest(deps);
}

async function makeFile(deps: MakeDeps, id: number, ending?: AbortSignal): Promise<void> {
  let isMaking = true;
  while (isMaking && !ending?.aborted) isMaking = await addPage(deps, id);
  if (!isMaking) await finish(deps, id);
}

/** False when there are no more rows. */
function addPage(deps: MakeDeps, id: number): Promise<boolean> {
  return deps.database.transaction(async (tx) => {
    const file = await tx.one(lockFile, [id]);
    const { memberId, hasAllActs, beganAt, cursor } = file;
    if (file.state !== 'making' || beganAt === null || cursor === null) return false;
    const groups = file.groups as TimelineGroup[];
    const given = { memberId, groups, hasAllActs, cursor, rows: PAGE_ROWS };
    const { list, next } = await timelinePage(deps, tx, given);
    // What happens while the file is made is not in it.
    const until = Math.min(startOfDay(file.untilDay) + DAY_MS - 1, beganAt);
    const rows = list.filter(({ CreatedAt }) => {
      const at = Date.parse(CreatedAt);
      return at >= startOfDay(file.fromDay) && at <= until;
    });
    const head = file.bytes === 0 ? csvLine(COLUMNS) : '';
    const text = head + rows.map((row) => csvLine(cellsOf(row))).join('');
    const bytes = await customerFileParts.add(tx, id, text);
    await tx.run(addToFile, [id, next, rows.length, bytes]);
    return next !== null;
  });
}

const moneyNames = new Map<string, string>(
  Object.entries(recordTypes).map(([name, type]) => [String(type), name]),
);

function cellsOf(row: TimelineRow): string[] {
  const { group, ID, CreatedAt, what, coinname, amount, place, entry } = row;
  const name = group === 'money' ? (moneyNames.get(what) ?? what) : what;
  const reference = entry === null ? row.reference : (entry.record?.recordNo ?? entry.subject);
  const asset = coinname ?? entry?.record?.coinname ?? '';
  const moved = amount ?? entry?.record?.amount ?? '';
  const by = entry?.login ?? '';
  return [CreatedAt, group, String(ID), name, reference, asset, moved, place, by];
}

async function finish({ database, clock }: MakeDeps, id: number): Promise<void> {
  const file = await database.one(fileById, [id]);
  if (file.state !== 'making' || file.cursor !== null) return;
  const sum = createHash('sha256');
  for await (const part of customerFileParts.content(database, id)) sum.update(part);
  await database.transaction((tx) => tx.run(finishFile, [id, sum.digest(), clock.now()]));
}

/** False when there is none. */
function removeOldest({ database, clock }: MakeDeps): Promise<boolean> {
  return database.transaction(async (tx) => {
    const file = await tx.maybe(oldestFile, [clock.now() - KEPT_MS]);
    if (file === undefined) return false;
    await tx.run(markRemoved, [file.id]);
    await customerFileParts.remove(tx, file.id);
    return true;
  });
}
