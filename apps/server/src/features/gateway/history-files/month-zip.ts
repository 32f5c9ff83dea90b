/** The zip of a month: the compressed bytes of the files of its days, behind each other. */
import type { Reader } from '../../../platform/database/database.ts';
import { csvName, type FileName, folderOf, firstDayOf } from './names.ts';
import { type DayFile, listDays, readFile } from './store.ts';
import { contentOf, joinPacked, type Packed, packedBytes, zipFrame } from './zip.ts';

export interface MonthZip {
  readonly days: readonly { readonly path: string; readonly csv: string }[];
  readonly joined: Packed;
}

/**
 * Which days: those since the first price that a job published, or those of simulated history. The others of a month may be published
 * after it, and do not belong to its file.
 */
export type DaysOf = 'daily/' | 'past/';

export const daysOf = (monthPublication: string): DaysOf =>
  monthPublication.startsWith('past/') ? 'past/' : 'daily/';

/** Undefined when none of the days has a file. */
export async function monthZip(
  reader: Reader,
  name: FileName,
  publications: DaysOf,
): Promise<MonthZip | undefined> {
  const folder = folderOf({ ...name, span: 'daily' });
  const prefix = `${folder}${csvName(name).slice(0, -'.csv'.length)}-`;
  const files = await listDays(reader, { prefix, publications });
  if (files.length === 0) return undefined;
  const days = files.map(({ path }) => ({ path, csv: csvOf(path, folder) }));
  return {
    days,
    joined: joinPacked(files.map((file) => packedOf(file, csvOf(file.path, folder)))),
  };
}

const csvOf = (path: string, folder: string) => path.slice(folder.length).replace(/zip$/, 'csv');

const packedOf = ({ bytes, documentBytes, documentCrc }: DayFile, csv: string): Packed => ({
  bytes: packedBytes({ bytes, name: csv }),
  documentBytes,
  crc: documentCrc,
});

/** The bytes of the zip, a day at a time. */
export async function* sendMonth(
  reader: Reader,
  name: FileName,
  { days, joined }: MonthZip,
): AsyncGenerator<Buffer> {
  const { head, tail } = zipFrame({ ...joined, name: csvName(name), day: firstDayOf(name) });
  yield head;
  for (const { path, csv } of days) {
    const { content } = (await readFile(reader, path)) ?? {};
    if (!content) throw new Error(`${path} is missing`);
    yield contentOf(content, csv);
  }
  yield tail;
}
