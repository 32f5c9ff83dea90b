/** Copies a day's files of the record of orders, and the log that seals them, into a folder. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { LogTrust } from '@tern/proofs';
import { logSource } from '../log-source.ts';
import { copyFolder } from '../mirror/copy-folder.ts';
import { copyLog } from '../mirror/copy-log.ts';

const LIST_BYTES_MAX = 1_000_000;
const FILE_BYTES_MAX = 1_000_000_000;
/** SHA-256, two spaces, name, two spaces, size. */
const LISTED = /^([0-9a-f]{64}) {2}([a-z0-9]{1,20}\.gz) {2}\d+$/;

/**
 * Without a day, the newest one. The log is copied behind the files, so that it has what seals them.
 * Returns why something was not copied; undefined when all is there.
 */
export async function fetchOrders(
  path: string,
  { from, day, trust }: { from: string; day: string | undefined; trust: LogTrust },
): Promise<string | undefined> {
  const source = logSource(from);
  const folder = copyFolder(path);
  const newest = day ?? (await source.file('orders', LIST_BYTES_MAX))?.toString().trim();
  const list = newest && (await source.file(`orders/${newest}`, LIST_BYTES_MAX))?.toString();
  if (!list) return `${from} has no files of ${newest ?? 'any day'}`;
  for (const line of list.trimEnd().split('\n')) {
    const [, sha256, name] = LISTED.exec(line) ?? [];
    if (name === undefined) return `the list of ${newest} has an unreadable line: ${line}`;
    const file = join('orders', newest, name);
    const content = (await folder.read(file)) ?? (await source.file(file, FILE_BYTES_MAX));
    if (content === undefined) return `${from} has no ${file}`;
    if (createHash('sha256').update(content).digest('hex') !== sha256)
      return `${file} is not as listed`;
    await folder.write(file, content);
  }
  const copied = await copyLog({ folder, trust, source });
  if (copied.kind === 'refused') return copied.why;
  return copied.kind === 'forked' ? `the log contradicts the copy: ${copied.file}` : undefined;
}
