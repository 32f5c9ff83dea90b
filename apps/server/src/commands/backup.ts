/**
 * `npm run backup`: backs up the embedded database now, while it runs or not. The server runs the same program with
 * `--keep` as a child process, so that compressing and encrypting delay no order.
 */
import { openSync, writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Config, readConfig } from '../config/config.ts';
import { type Archive, shipFiles, shipWal } from '../platform/backup/archive.ts';
import { makeKey } from '../platform/backup/encryption.ts';
import { BackupKeeper } from '../platform/backup/keep-backups.ts';
import { filesOf, makeBackup } from '../platform/backup/make-backup.ts';
import type { BaseBackup } from '../platform/backup/manifest.ts';
import { nameOfPlace, openBackupStore } from '../platform/backup/open-store.ts';
import { prune } from '../platform/backup/retention.ts';
import { systemClock } from '../platform/clock.ts';
import type { EmbeddedLogins } from '../platform/database/embedded.ts';
import { joinEmbedded, startEmbedded } from '../platform/database/embedded.ts';
import { openSeries, readSeries, spoolFolder } from '../platform/database/embedded/archiving.ts';
import { clusterFolder } from '../platform/database/embedded/cluster.ts';

const USAGE = `Usage:
  npm run backup                        backs up the database of DATA_DIR now
  npm run backup -- --new-key FILE      makes a private key in a new file and prints its public key`;

const OPTIONS = { 'new-key': { type: 'string' }, keep: { type: 'boolean' } } as const;

const print = (line: string) => process.stdout.write(`${line}\n`);
const now = () => systemClock.now();

async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  if (values['new-key'] !== undefined) await writeNewKey(values['new-key']);
  else if (values.keep === true) await keep();
  else await backUpNow();
}

/** @throws Error if the file exists */
async function writeNewKey(path: string): Promise<void> {
  const { secret, recipient } = await makeKey();
  writeSync(openSync(path, 'wx', 0o600), `# public key: ${recipient}\n${secret}\n`);
  print(`BACKUP_RECIPIENTS=${recipient}`);
  print(`Keep ${path} elsewhere, twice: without it no backup can be restored.`);
}

/** @throws Error that names what is missing */
function readSettings(): Config & { backup: NonNullable<Config['backup']> } {
  const config = readConfig();
  const { backup } = config;
  if (backup === undefined)
    throw new Error(`Set BACKUP_DIR or BACKUP_S3_URL, and BACKUP_RECIPIENTS.\n${USAGE}`);
  return { ...config, backup };
}

const archiveOf = (
  { place, recipients }: NonNullable<Config['backup']>,
  series: string,
): Archive => {
  return { store: openBackupStore(place), series, recipients };
};

async function backUpNow(): Promise<void> {
  const { dataDir, backup } = readSettings();
  const running = await joinEmbedded(dataDir);
  const series = running === undefined ? openSeries(dataDir, now()) : readSeries(dataDir);
  if (series === undefined) {
    throw new Error(
      'The running Tern was started without backups. Start it again with the same settings.',
    );
  }
  const archive = archiveOf(backup, series);
  const act = async ({ admin }: EmbeddedLogins): Promise<BaseBackup> => {
    const made = await makeBackup(archive, { dataDir, admin, now });
    const privateFiles = await shipFiles(archive, filesOf(dataDir));
    await prune(archive, { days: backup.days, now: now(), privateFiles });
    return made;
  };
  const { folder, manifest } =
    running === undefined ? await onStarted(dataDir, archive, act) : await act(running);
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  print(
    `Backed up ${dataDir} to ${nameOfPlace(backup.place)}/${folder} (${Math.ceil(bytes / 1_000_000)} MB).`,
  );
}

async function onStarted(
  dataDir: string,
  archive: Archive,
  act: (logins: EmbeddedLogins) => Promise<BaseBackup>,
): Promise<BaseBackup> {
  const started = await startEmbedded({ dataDir, onProgress: print });
  try {
    return await act(started);
  } finally {
    await started.stop();
    await shipWal(archive, spoolFolder(clusterFolder(dataDir)));
  }
}

/** Until the server says so, or is gone. */
async function keep(): Promise<void> {
  const { dataDir, backup } = readSettings();
  const end = new AbortController();
  process.on('message', () => end.abort());
  process.on('disconnect', () => end.abort());
  // Ctrl-C reaches the whole group; the server stops the database first, whose last log is archived then.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => undefined);
  const keeper = new BackupKeeper({
    dataDir,
    archive: archiveOf(backup, openSeries(dataDir, now())),
    days: backup.days,
    now,
    report: (state) => void (process.connected && process.send?.(state)),
  });
  await keeper.run(end.signal);
  if (process.connected) process.disconnect();
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
