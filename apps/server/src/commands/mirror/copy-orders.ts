/** Copies the record of orders, day by day: files as their day lists them, which never change once they are there (docs/order-record.md). */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DAY_MS } from '../../platform/durations.ts';
import { dayOf } from '../../platform/clock.ts';
import type { LogSource } from '../log-source.ts';
import { type CopyFolder, listOfDay, newestDayFile } from './copy-folder.ts';

const LIST_BYTES_MAX = 1_000_000;
const FILE_BYTES_MAX = 1_000_000_000;
/** SHA-256, two spaces, name, two spaces, size. */
const LISTED = /^([0-9a-f]{64}) {2}([a-z0-9]{1,20}\.gz) {2}\d+$/;
const DAY = /^20\d\d-\d\d-\d\d$/;
/** So many days without a file end the first copy: a market may not trade every day. */
const EMPTY_DAYS = 14;

interface OrderFiles {
  readonly folder: CopyFolder;
  readonly source: LogSource;
}

/**
 * The days since the newest that was copied, and that one again: its list may have been made in part. `copied`: the new files.
 * `why`: what was not copied.
 */
export async function copyOrders(
  files: OrderFiles,
): Promise<{ readonly copied: number; readonly why?: string }> {
  const { folder, source } = files;
  const newest = (await source.file('orders', LIST_BYTES_MAX))?.toString().trim();
  if (newest === undefined) return { copied: 0 };
  if (!DAY.test(newest)) return { copied: 0, why: 'the newest day of orders is no day' };
  const kept = (await folder.read(newestDayFile))?.toString().trim();
  let copied = 0;
  let empty = 0;
  for (let day = newest; day >= (kept ?? '') && empty < EMPTY_DAYS; day = dayBefore(day)) {
    const of = await copyDay(files, day);
    copied += of.copied;
    if (of.why !== undefined) return { copied, why: of.why };
    empty = of.isEmpty ? empty + 1 : 0;
  }
  if (newest !== kept) await folder.write(newestDayFile, Buffer.from(`${newest}\n`));
  return { copied };
}

const dayBefore = (day: string) => dayOf(Date.parse(day) - DAY_MS);

/** Without a list, nothing was sealed on that day. */
async function copyDay(
  { folder, source }: OrderFiles,
  day: string,
): Promise<{ readonly copied: number; readonly isEmpty?: boolean; readonly why?: string }> {
  const list = (await source.file(`orders/${day}`, LIST_BYTES_MAX))?.toString();
  if (list === undefined) return { copied: 0, isEmpty: true };
  let copied = 0;
  for (const line of list.trimEnd().split('\n')) {
    const [, sha256, name] = LISTED.exec(line) ?? [];
    if (name === undefined) return { copied, why: `the list of ${day} has an unreadable line` };
    const file = join('orders', day, name);
    const before = await folder.read(file);
    if (before !== undefined) {
      if (hashOf(before) !== sha256) return { copied, why: `${file} is another than was copied` };
      continue;
    }
    const content = await source.file(file, FILE_BYTES_MAX);
    if (content === undefined || hashOf(content) !== sha256)
      return { copied, why: `${file} is missing, or is not as listed` };
    await folder.write(file, content);
    copied += 1;
  }
  await folder.write(listOfDay(day), Buffer.from(list));
  return { copied };
}

const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
