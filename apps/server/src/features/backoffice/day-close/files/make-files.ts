/** Makes files of closed days in the background (ADR 97). */
import type { DayFileKind } from '@tern/protocol/operator';
import type {
  FileRange,
  FileRow,
  FileSource,
} from '../../../../kernel/files-of-days/file-source.ts';
import { makeInPages } from '../../../../kernel/files-of-days/make-in-pages.ts';
import { startOfDay } from '../../../../platform/clock.ts';
import { csvLine } from '../../../../platform/csv.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import { DAY_MS } from '../../../../platform/durations.ts';
import type { DayFileDeps } from './deps.ts';
import {
  addToFile,
  beginFile,
  type DayFile,
  fileById,
  fileParts,
  finishFile,
  lockFile,
  markRemoved,
  nextFile,
  oldestFile,
} from './store.ts';

/** Makes all files that were asked for, then removes old ones. */
export const makeFiles = (deps: DayFileDeps, ending?: AbortSignal): Promise<void> =>
  makeInPages(
    deps,
    {
      parts: fileParts,
      next: (database) => database.maybe(nextFile, []),
      addPage: (id) => addPage(deps, id),
      finish: (id) => signFile(deps, id),
      madeBefore: (tx, at) => tx.maybe(oldestFile, [at]),
      markRemoved: (tx, id) => tx.run(markRemoved, [id]),
    },
    ending,
  );

/** False when there are no more rows. */
function addPage(deps: DayFileDeps, id: number): Promise<boolean> {
  return deps.database.transaction(async (tx) => {
    const file = await tx.maybe(lockFile, [id]);
    if (file === undefined || (file.state !== 'waiting' && file.state !== 'making')) return false;
    const source = deps.sources[file.kind as DayFileKind];
    const range = rangeOf(file);
    if (file.state === 'waiting') {
      const { after, through } = await source.span(tx, range);
      await tx.run(beginFile, [id, after, through]);
      const head = source.form?.head ?? csvLine(columnsOf(source, file.hasNames));
      await tx.run(addToFile, [id, after, 0, await fileParts.add(tx, id, head)]);
      return after < through;
    }
    if (file.passed >= file.through) return false;
    const span = { after: file.passed, through: file.through };
    const { rows, next } = await source.page(tx, range, span);
    const lines =
      source.form === undefined
        ? await linesOf(deps, tx, { rows, hasNames: file.hasNames })
        : rows.map(({ cells }) => `${cells[0]}\n`);
    const text = lines.join('');
    await tx.run(addToFile, [id, next, rows.length, await fileParts.add(tx, id, text)]);
    return next < file.through;
  });
}

export const columnsOf = ({ columns }: FileSource, hasNames: boolean): readonly string[] =>
  hasNames ? [...columns, 'name'] : columns;

/** Rows as lines of CSV. A member without a verified name has an empty one. */
async function linesOf(
  { namesOf }: Pick<DayFileDeps, 'namesOf'>,
  reader: Reader,
  { rows, hasNames }: { readonly rows: readonly FileRow[]; readonly hasNames: boolean },
): Promise<string[]> {
  const ids = hasNames ? rows.flatMap(({ memberId }) => memberId ?? []) : [];
  const names = await namesOf(reader, [...new Set(ids)]);
  const nameOf = (id: number | null) => (id === null ? '' : (names.get(id)?.name ?? ''));
  return rows.map(({ cells, memberId }) =>
    csvLine(hasNames ? [...cells, nameOf(memberId)] : cells),
  );
}

export function rangeOf(
  file: Pick<DayFile, 'fromDay' | 'untilDay'> & { readonly asset: string | null },
): FileRange {
  const { fromDay, untilDay, asset } = file;
  return {
    fromDay,
    untilDay,
    from: startOfDay(fromDay),
    to: startOfDay(untilDay) + DAY_MS,
    asset: asset ?? undefined,
  };
}

/** What is signed of a file. Shape: `tern file 1|id|kind|from|until|asset|rows|sha256|madeAt`. */
export const fileText = (
  { id, kind, fromDay, untilDay, asset, rows }: DayFile,
  { hash, madeAt }: { readonly hash: string; readonly madeAt: number },
): string =>
  ['tern file 1', id, kind, fromDay, untilDay, asset ?? '', rows, hash, madeAt].join('|');

async function signFile({ database, clock, signer }: DayFileDeps, id: number): Promise<void> {
  const file = await database.maybe(fileById, [id]);
  if (file?.state !== 'making') return;
  const sha256 = await fileParts.hash(database, id);
  const madeAt = clock.now();
  const { keyId, sign } = signer();
  const signature = sign(fileText(file, { hash: sha256.toString('hex'), madeAt }));
  await database.transaction((tx) => tx.run(finishFile, [id, sha256, keyId, signature, madeAt]));
}
