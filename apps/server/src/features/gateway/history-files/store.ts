/** The SQL of history files: publications, and the files of each. */
import {
  arrayOf,
  bool,
  bytea,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';
import type { StoredMonth } from './keeping.ts';

/** A file as it is written. */
export interface NewFile {
  readonly path: string;
  /** The zip; null when it is put together from those of its days. */
  readonly content: Uint8Array | null;
  readonly sha256: Uint8Array;
  /** Of the zip. */
  readonly bytes: number;
  readonly documentBytes: number;
  readonly documentCrc: number;
}

const beginStatement = defineStatement({
  name: 'history-files.begin',
  text: 'insert into history_publications (name, begun_at) values ($1, $2) on conflict do nothing',
  params: [text, timestamptz],
});

const insertStatement = defineStatement({
  name: 'history-files.insert',
  text: `insert into history_files (publication, path, content, sha256, bytes, document_bytes, document_crc)
    select $1, f.* from unnest($2::text[], $3::bytea[], $4::bytea[], $5::bigint[], $6::bigint[], $7::bigint[])
      as f(path, content, sha256, bytes, document_bytes, document_crc)
    on conflict do nothing`,
  params: [
    text,
    arrayOf(text),
    arrayOf(nullable(bytea)),
    arrayOf(bytea),
    arrayOf(int8),
    arrayOf(int8),
    arrayOf(int8),
  ],
});

/**
 * Adds files to a publication and begins it with the first. Files that another instance has added stay as they are.
 * @throws Error when it is published
 */
export async function insertFiles(
  tx: Tx,
  given: { readonly publication: string; readonly files: readonly NewFile[]; readonly at: number },
): Promise<void> {
  const { publication, files, at } = given;
  await tx.run(beginStatement, [publication, at]);
  await tx.run(insertStatement, [
    publication,
    files.map(({ path }) => path),
    files.map(({ content }) => content),
    files.map(({ sha256 }) => sha256),
    files.map(({ bytes }) => bytes),
    files.map(({ documentBytes }) => documentBytes),
    files.map(({ documentCrc }) => documentCrc),
  ]);
}

const pathsQuery = defineQuery({
  name: 'history-files.paths',
  text: 'select path from history_files where publication = $1 order by path',
  params: [text],
  row: { path: text },
});

/** Also of a publication under way. */
export const readPaths = async (reader: Reader, publication: string): Promise<string[]> =>
  (await reader.many(pathsQuery, [publication])).map(({ path }) => path);

const manifestQuery = defineQuery({
  name: 'history-files.manifest',
  text: 'select history_manifest($1) as manifest',
  params: [text],
  row: { manifest: text },
});

/** The manifest of the files that the publication has now. */
export const writeManifest = async (reader: Reader, publication: string): Promise<string> =>
  (await reader.one(manifestQuery, [publication])).manifest;

const publishStatement = defineStatement({
  name: 'history-files.publish',
  text: `update history_publications set manifest = $2, entry_index = $3, receipt = $4, published_at = $5
    where name = $1 and published_at is null`,
  params: [text, text, int8, text, timestamptz],
});

/** @throws Error when it is published already, or has got files that the manifest does not list */
export async function publish(
  tx: Tx,
  given: {
    readonly publication: string;
    readonly manifest: string;
    readonly entryIndex: number;
    readonly receipt: string;
    readonly at: number;
  },
): Promise<void> {
  const { publication, manifest, entryIndex, receipt, at } = given;
  await tx.run(beginStatement, [publication, at]);
  const published = await tx.run(publishStatement, [
    publication,
    manifest,
    entryIndex,
    receipt,
    at,
  ]);
  if (published === 0) throw new Error(`${publication} is published already`);
}

const publicationQuery = defineQuery({
  name: 'history-files.publication',
  text: 'select manifest, receipt from history_publications where name = $1 and published_at is not null',
  params: [text],
  row: { manifest: text, receipt: text },
});

/** Undefined while it is not published. */
export const readPublication = (reader: Reader, name: string) =>
  reader.maybe(publicationQuery, [name]);

const newestQuery = defineQuery({
  name: 'history-files.newest',
  text: `select max(name) as name from history_publications
    where name >= $1 and name < $1 || '~' and published_at is not null`,
  params: [text],
  row: { name: nullable(text) },
});

/** The last published name that begins so: `daily/`. */
export const newestPublication = async (reader: Reader, prefix: string) =>
  (await reader.one(newestQuery, [prefix])).name;

const PUBLISHED = `from history_files f join history_publications p on p.name = f.publication and p.published_at is not null`;

const fileQuery = defineQuery({
  name: 'history-files.file',
  text: `select f.publication, f.content, f.sha256, f.bytes, f.document_bytes, f.document_crc, f.dropped_at ${PUBLISHED}
    where f.path = $1`,
  params: [text],
  row: {
    publication: text,
    content: nullable(bytea),
    sha256: bytea,
    bytes: int8,
    documentBytes: int8,
    documentCrc: int8,
    droppedAt: nullable(timestamptz),
  },
});
export type StoredFile = RowOf<typeof fileQuery>;

export const readFile = (reader: Reader, path: string): Promise<StoredFile | undefined> =>
  reader.maybe(fileQuery, [path]);

const listQuery = defineQuery({
  name: 'history-files.list',
  text: `select f.path, f.sha256, f.bytes, f.document_bytes, f.document_crc, p.published_at ${PUBLISHED}
    where f.dropped_at is null and f.path >= $1 and f.path < $1 || '~' and f.path > $2 order by f.path limit $3`,
  params: [text, text, int8],
  row: {
    path: text,
    sha256: bytea,
    bytes: int8,
    documentBytes: int8,
    documentCrc: int8,
    publishedAt: timestamptz,
  },
});
export type ListedFile = RowOf<typeof listQuery>;

/** Published files whose path begins so, in the order of their paths, after a path; those that were dropped are not among them. */
export const listFiles = (
  reader: Reader,
  { prefix, after, limit }: { prefix: string; after: string; limit: number },
): Promise<ListedFile[]> => reader.many(listQuery, [prefix, after, limit]);

const daysQuery = defineQuery({
  name: 'history-files.days',
  text: `select f.path, f.bytes, f.document_bytes, f.document_crc ${PUBLISHED}
    where f.path >= $1 and f.path < $1 || '~' and starts_with(f.publication, $2) order by f.path`,
  params: [text, text],
  row: { path: text, bytes: int8, documentBytes: int8, documentCrc: int8 },
});
export type DayFile = RowOf<typeof daysQuery>;

/** Published files whose path begins so, of publications that do: the same ones whenever a month is read. */
export const listDays = (
  reader: Reader,
  { prefix, publications }: { prefix: string; publications: string },
): Promise<DayFile[]> => reader.many(daysQuery, [prefix, publications]);

const rangesQuery = defineQuery({
  name: 'history-files.ranges',
  text: `select oldest.path as first, newest.path as last from unnest($1::text[]) with ordinality as folder(prefix, place)
    cross join lateral (select f.path ${PUBLISHED} where f.dropped_at is null and f.path >= prefix and f.path < prefix || '~'
      order by f.path limit 1) oldest
    cross join lateral (select f.path ${PUBLISHED} where f.dropped_at is null and f.path >= prefix and f.path < prefix || '~'
      order by f.path desc limit 1) newest
    order by place`,
  params: [arrayOf(text)],
  row: { first: text, last: text },
});

/** The paths of the first and the last file of each folder that has any. */
export const readRanges = (reader: Reader, folders: readonly string[]) =>
  reader.many(rangesQuery, [[...folders]]);

const monthsQuery = defineQuery({
  name: 'history-files.months',
  text: `select substring(f.publication from '\\d{4}-\\d{2}') as month, f.path like '%/klines/%' as is_klines,
      sum(case when f.content is null then 0 else f.bytes end)::bigint as bytes, array_agg(distinct f.publication) as publications,
      bool_and(p.published_at is not null and (f.publication like 'past/%' or exists (select from history_publications m
        where m.name = 'monthly/' || substring(f.publication from '\\d{4}-\\d{2}') and m.published_at is not null))) as is_complete
    from history_files f join history_publications p on p.name = f.publication
    where f.dropped_at is null group by 1, 2 order by 1, 2`,
  params: [],
  row: { month: text, isKlines: bool, bytes: int8, publications: arrayOf(text), isComplete: bool },
});

/** All files that were not dropped, those under way included. */
export const storedMonths = (
  reader: Reader,
): Promise<(StoredMonth & { readonly publications: readonly string[] })[]> =>
  reader.many(monthsQuery, []);

const dropStatement = defineStatement({
  name: 'history-files.drop',
  text: `update history_files set content = null, dropped_at = $3
    where publication = $1 and (path like '%/klines/%') = $2 and dropped_at is null`,
  params: [text, bool, timestamptz],
});

/** @throws Error before the month is published */
export async function dropFiles(
  tx: Tx,
  given: { readonly publication: string; readonly isKlines: boolean; readonly at: number },
): Promise<void> {
  await tx.run(dropStatement, [given.publication, given.isKlines, given.at]);
}

const isDroppedQuery = defineQuery({
  name: 'history-files.isDropped',
  text: 'select exists (select from history_files where publication = $1 and dropped_at is not null) as is_dropped',
  params: [text],
  row: { isDropped: bool },
});

/** Whether files of the publication were dropped. */
export const isDropped = async (reader: Reader, publication: string): Promise<boolean> =>
  (await reader.one(isDroppedQuery, [publication])).isDropped;
