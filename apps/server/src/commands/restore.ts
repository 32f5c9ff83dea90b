/** `npm run restore`: restores a data folder from a backup, to its last second or to a chosen one. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { resolve } from 'node:path';
import { readPlaceOfBackups } from '../config/config.ts';
import { keysIn } from '../platform/backup/encryption.ts';
import { openBackupStore } from '../platform/backup/open-store.ts';
import { restore } from '../platform/backup/restore.ts';

const USAGE = `Usage:
  npm run restore -- --from FOLDER --key FILE --to FOLDER [--at 2026-11-20T15:04:05Z] [--series NAME]
--from is where the backups are (default: BACKUP_DIR or BACKUP_S3_URL), --key the file of the private key, --to a new data folder.
Everything committed until --at is restored, nothing later; without it, everything that was archived.`;

const OPTIONS = {
  from: { type: 'string' },
  key: { type: 'string' },
  to: { type: 'string' },
  at: { type: 'string' },
  series: { type: 'string' },
} as const;

/** A time without a zone would be read as that of this machine. */
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

const print = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  const { from, key, to, at, series } = values;
  const place = from === undefined ? readPlaceOfBackups() : { dir: resolve(from) };
  if (place === undefined || key === undefined || to === undefined) throw new Error(USAGE);
  const { manifest } = await restore({
    store: openBackupStore(place),
    keys: keysIn(readFileSync(key, 'utf8')),
    to,
    at: at === undefined ? undefined : timeOf(at),
    series,
    onProgress: print,
  });
  print(`Restored to ${to}, from the backup of ${manifest.endedAt}.`);
  print(`Check it with DATA_DIR=${to} npm run audit, then start it with DATA_DIR=${to} npm start.`);
}

/** @throws Error for what is no time or not in the past */
function timeOf(text: string): number {
  const at = ISO_TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw new Error('--at must be a time such as 2026-11-20T15:04:05Z.');
  if (at > Date.now()) throw new Error('--at is in the future.');
  return at;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
