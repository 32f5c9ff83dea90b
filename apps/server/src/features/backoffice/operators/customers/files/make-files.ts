/** Makes the agreed files of customers' timelines in the background. */
import { recordTypes } from '@tern/ledger';
import type { TimelineGroup, TimelineRow } from '@tern/protocol/operator';
import { makeInPages } from '../../../../../kernel/files-of-days/make-in-pages.ts';
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

/** Some milliseconds of reading. */
const PAGE_ROWS = 1_000;

const COLUMNS = ['time', 'group', 'id', 'what', 'reference', 'asset', 'amount', 'place', 'by'];

/** Makes all files that were agreed on, then removes old ones. */
export const makeCustomerFiles = (deps: MakeDeps, ending?: AbortSignal): Promise<void> =>
  makeInPages(
    deps,
    {
      parts: customerFileParts,
      next: (database) => database.maybe(nextFile, []),
      addPage: (id) => addPage(deps, id),
      finish: (id) => finish(deps, id),
      madeBefore: (tx, at) => tx.maybe(oldestFile, [at]),
      markRemoved: (tx, id) => tx.run(markRemoved, [id]),
    },
    ending,
  );

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
  const sha256 = await customerFileParts.hash(database, id);
  await database.transaction((tx) => tx.run(finishFile, [id, sha256, clock.now()]));
}
