/** Takes a list over: entries that are new, changed or dropped, and the hits that this ends or opens. */
import { createHash } from 'node:crypto';
import type { Tx } from '../../platform/database/database.ts';
import { recordGoneHits } from '../cases/hit-cases.ts';
import { type ListedEntry, type ListFile, ListFault } from './list-entry.ts';
import { addressKey, searchedName } from './match-names.ts';
import { screenValue } from './screen.ts';
import { endHits, valuesNamed } from './store-hits.ts';
import {
  deleteNames,
  deleteWallets,
  dropEntries,
  entriesOfList,
  insertList,
  insertNames,
  insertWallets,
  lockLists,
  newestLists,
  putEntries,
  setRead,
} from './store-lists.ts';

export interface ImportedList {
  /** Null: the same as before. */
  readonly version: number | null;
  readonly changed: number;
  readonly removed: number;
}

/** Entries of one statement. */
const BATCH = 1_000;
/** A list that lost more than this share is a broken file, until it was imported before. */
const REMOVED_SHARE_MAX = 0.5;
const SMALL = 20;

const hashOf = (entry: ListedEntry): Buffer =>
  createHash('sha256').update(JSON.stringify(entry)).digest();

/** Waits for an import of another instance. @throws ListFault for a file that lacks half of the list */
export async function importList(tx: Tx, file: ListFile, at: number): Promise<ImportedList> {
  const { list, publishedOn } = file;
  await tx.one(lockLists, []);
  const known = new Map((await tx.many(entriesOfList, [list])).map((row) => [row.number, row]));
  const numbers = new Set(file.entries.map(({ number }) => number));
  const changed = file.entries
    .map((entry) => ({ entry, hash: hashOf(entry) }))
    .filter(({ entry, hash }) => {
      const before = known.get(entry.number);
      return before?.isListed !== true || !before.contentHash.equals(hash);
    });
  const listed = [...known.values()].filter(({ isListed }) => isListed);
  const dropped = listed.map(({ number }) => number).filter((number) => !numbers.has(number));
  if (dropped.length > Math.max(SMALL, listed.length * REMOVED_SHARE_MAX)) {
    throw new ListFault(`${dropped.length} of ${listed.length} entries are missing`);
  }
  const newest = (await tx.many(newestLists, [])).find((one) => one.list === list);
  if (newest !== undefined && changed.length + dropped.length === 0) {
    await tx.run(setRead, [newest.version, at]);
    return { version: null, changed: 0, removed: 0 };
  }
  const contentHash = createHash('sha256');
  for (const { number } of file.entries) contentHash.update(`${number}\n`);
  for (const { hash } of changed) contentHash.update(hash);
  const { version } = await insertList(tx, {
    list,
    publishedOn,
    contentHash: contentHash.digest(),
    entries: file.entries.length,
    changed: changed.length,
    removed: dropped.length,
    importedAt: at,
    readAt: at,
  });
  for (let from = 0; from < changed.length; from += BATCH) {
    await putBatch(tx, { list, version }, changed.slice(from, from + BATCH));
  }
  const gone = await tx.many(dropEntries, [list, dropped, version]);
  await forget(
    tx,
    gone.map(({ id }) => id),
  );
  await screenAgain(tx, at);
  return { version, changed: changed.length, removed: dropped.length };
}

async function putBatch(
  tx: Tx,
  { list, version }: { list: string; version: number },
  batch: readonly { entry: ListedEntry; hash: Buffer }[],
): Promise<void> {
  const put = await tx.many(putEntries, [
    list,
    version,
    batch.map(({ entry }) => entry.number),
    batch.map(({ entry }) => entry),
    batch.map(({ hash }) => hash),
    batch.map(({ entry }) => entry.kind === 'person'),
  ]);
  const ids = new Map(put.map(({ id, number }) => [number, id]));
  await forget(tx, [...ids.values()]);
  const names = batch.flatMap(({ entry }) =>
    entry.names.map((name) => ({ entryId: ids.get(entry.number)!, ...searchedName(name) })),
  );
  const wallets = batch.flatMap(({ entry }) =>
    entry.wallets.map((address) => ({
      entryId: ids.get(entry.number)!,
      addressKey: addressKey(address),
    })),
  );
  if (names.length > 0) await insertNames(tx, names);
  if (wallets.length > 0) await insertWallets(tx, wallets);
}

async function forget(tx: Tx, entryIds: readonly number[]): Promise<void> {
  if (entryIds.length === 0) return;
  await tx.run(deleteNames, [entryIds]);
  await tx.run(deleteWallets, [entryIds]);
}

/** A changed entry is asked about again before the old question ends: nothing that it stopped goes through in between. */
async function screenAgain(tx: Tx, at: number): Promise<void> {
  const ended = await tx.many(endHits, [at]);
  const ids = [...new Set(ended.map(({ valueId }) => valueId))];
  for (const value of await tx.many(valuesNamed, [ids])) await screenValue(tx, value, at);
  await recordGoneHits(
    tx,
    ended.map(({ id }) => id),
    at,
  );
}
