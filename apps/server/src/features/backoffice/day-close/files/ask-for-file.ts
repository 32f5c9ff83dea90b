/** Asks for files of closed days, shows their first lines, and lists them. Each ask and look is in the audit log. */
import type { Permission } from '@tern/protocol';
import type { DayFileKind, DayFile as ListedFile } from '@tern/protocol/operator';
import type {
  FileRange,
  FileRow,
  FileSource,
} from '../../../../kernel/files-of-days/file-source.ts';
import { logAct, logLook } from '../../../../kernel/operators/audit-log.ts';
import { operatorLogins } from '../../../../kernel/operators/operators.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type { Reviewer } from '../../../../kernel/review/review-rules.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import { closeOfDay } from '../store.ts';
import type { DayFileDeps } from './deps.ts';
import { columnsOf, fileText, rangeOf } from './make-files.ts';
import { countWaiting, type DayFile, insertFile, newestFiles } from './store.ts';

export interface AskedFile {
  readonly kind: DayFileKind;
  readonly fromDay: string;
  readonly untilDay: string;
  /** Null: all. */
  readonly asset: string | null;
  readonly hasNames: boolean;
}

/** Files of one operator that wait or are made. */
const WAITING_MAX = 5;
const LISTED = 50;

/** Returns its number. @throws invalid-request, not-permitted, not-found naming the day that is not closed, limit-reached */
export async function askForFile(
  deps: DayFileDeps,
  actor: Reviewer,
  asked: AskedFile,
): Promise<number> {
  await assertAllowed(deps, actor, asked);
  return deps.database.transaction(async (tx) => {
    const { operatorId } = actor;
    if ((await tx.one(countWaiting, [operatorId])).total >= WAITING_MAX)
      throw new Refusal('limit-reached');
    const at = deps.clock.now();
    const { id } = await insertFile(tx, { ...asked, askedBy: operatorId, askedAt: at });
    const act = { actor, action: 'dayFile.make', subject: `day-file:${id}` } as const;
    await logAct(tx, { ...act, detail: { ...asked } }, at);
    return id;
  });
}

const FIRST_ROWS = 5;
/** Pages that are searched for the first rows: of a long range without any. */
const PAGES_MAX = 20;

/** @throws invalid-request, not-permitted, not-found naming the day that is not closed */
export async function previewFile(deps: DayFileDeps, actor: Reviewer, asked: AskedFile) {
  const source = await assertAllowed(deps, actor, asked);
  await deps.database.transaction((tx) => {
    const { kind, fromDay, untilDay } = asked;
    const act = { actor, action: 'dayFile.preview', subject: `day-file:${kind}` } as const;
    return logLook(tx, { ...act, reason: `${fromDay} – ${untilDay}` }, deps.clock.now());
  });
  const rows = await firstRows(deps.database, source, rangeOf(asked));
  const names = asked.hasNames
    ? await deps.namesOf(
        deps.database,
        rows.flatMap(({ memberId }) => memberId ?? []),
      )
    : new Map<number, { name: string }>();
  const nameOf = ({ memberId }: FileRow) => names.get(memberId ?? 0)?.name ?? '';
  return {
    columns: [...columnsOf(source, asked.hasNames)],
    rows: rows.map((row) => (asked.hasNames ? [...row.cells, nameOf(row)] : [...row.cells])),
  };
}

async function firstRows(reader: Reader, source: FileSource, range: FileRange): Promise<FileRow[]> {
  const { after, through } = await source.span(reader, range);
  const rows: FileRow[] = [];
  let passed = after;
  for (let page = 0; page < PAGES_MAX && passed < through && rows.length < FIRST_ROWS; page += 1) {
    const found = await source.page(reader, range, { after: passed, through });
    rows.push(...found.rows.slice(0, FIRST_ROWS - rows.length));
    passed = found.next;
  }
  return rows;
}

/** @throws invalid-request, not-permitted, not-found */
async function assertAllowed(
  { database, sources }: DayFileDeps,
  { permissions }: Reviewer,
  { kind, fromDay, untilDay, asset, hasNames }: AskedFile,
): Promise<FileSource> {
  const source = sources[kind];
  if (!mayHave(source, permissions)) throw new Refusal('not-permitted');
  if (hasNames && !source.isOfMembers)
    throw new Refusal('invalid-request', { fields: ['hasNames'] });
  if (asset !== null && !source.hasAsset)
    throw new Refusal('invalid-request', { fields: ['coinname'] });
  if (fromDay > untilDay) throw new Refusal('invalid-request', { fields: ['until'] });
  for (const [field, day] of Object.entries({ from: fromDay, until: untilDay })) {
    if ((await database.maybe(closeOfDay, [day])) === undefined)
      throw new Refusal('not-found', { fields: [field] });
  }
  return source;
}

/** Whether the operator may have a file of this kind. */
export const mayHave = (source: FileSource, permissions: readonly Permission[]): boolean =>
  !source.isOfMembers || permissions.includes('books.export');

export async function listFiles(reader: Reader): Promise<ListedFile[]> {
  const files = await reader.many(newestFiles, [LISTED]);
  const logins = await operatorLogins(
    reader,
    files.map(({ askedBy }) => askedBy),
  );
  return files.map((file) => fileOut(file, logins.get(file.askedBy) ?? ''));
}

function fileOut(file: DayFile, by: string): ListedFile {
  const { sha256, signature, madeAt } = file;
  const hash = sha256?.toString('hex') ?? null;
  return {
    ID: file.id,
    kind: file.kind as DayFileKind,
    from: file.fromDay,
    until: file.untilDay,
    coinname: file.asset,
    hasNames: file.hasNames,
    by,
    askedAt: isoTime(file.askedAt),
    state: file.state as ListedFile['state'],
    percent: percentOf(file),
    rows: file.rows,
    bytes: file.bytes,
    sha256: hash,
    signed: hash === null || madeAt === null ? null : fileText(file, { hash, madeAt }),
    signature: signature?.toString('hex') ?? null,
    keyId: file.keyId,
    madeAt: madeAt === null ? null : isoTime(madeAt),
  };
}

/** How much of its source was read. */
function percentOf({ state, first, passed, through }: DayFile): number {
  if (state === 'ready' || state === 'removed') return 100;
  if (state === 'waiting' || through <= first) return 0;
  return Math.floor((Math.min(passed, through) - first) / ((through - first) / 100));
}
