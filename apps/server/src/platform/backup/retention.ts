/** Removes what is too old: base backups, then what no kept backup needs. */
import { DAY_MS } from '../durations.ts';
import { type Archive, listWal, privateFolder, walFile } from './archive.ts';
import { type BaseBackup, findBackups, removeBackup } from './manifest.ts';

/** A backup that is still being written is younger. */
const ABANDONED_MS = DAY_MS;

export interface Retention {
  /** Each second of so many days can be restored. */
  readonly days: number;
  /** Epoch ms. */
  readonly now: number;
  /** The stored names of the private files that exist. */
  readonly privateFiles: readonly string[];
}

/** The newest backup that is older than the kept days is kept too: those days begin with it. */
function keptBackups(
  complete: readonly BaseBackup[],
  { days, now }: Pick<Retention, 'days' | 'now'>,
): readonly BaseBackup[] {
  const from = new Date(now - days * DAY_MS).toISOString();
  const firstWithin = complete.findIndex(({ manifest }) => manifest.endedAt > from);
  const first = firstWithin === -1 ? complete.length : firstWithin;
  return complete.slice(Math.max(0, first - 1));
}

/** @throws Error of the store; the rest is removed the next time */
export async function prune(archive: Archive, retention: Retention): Promise<void> {
  const { store, series } = archive;
  const { complete, incomplete } = await findBackups(store, series);
  const kept = keptBackups(complete, retention);
  for (const { folder } of complete) {
    if (!kept.some((each) => each.folder === folder)) await removeBackup(store, folder);
  }
  let isBeingWritten = false;
  for (const folder of incomplete) {
    if (beganBefore(folder, retention.now - ABANDONED_MS)) await removeBackup(store, folder);
    else isBeingWritten = true;
  }
  if (kept.length === 0) return;
  // Where the log of an unfinished backup begins is not known, and it may need what no other one does.
  if (!isBeingWritten) await pruneWal(archive, kept);
  const wanted = new Set([
    ...retention.privateFiles,
    ...kept.flatMap(({ manifest }) => manifest.privateFiles),
  ]);
  for (const name of await store.list(privateFolder(series))) {
    if (!wanted.has(name)) await store.remove(`${privateFolder(series)}/${name}`);
  }
}

/** Removes the log before all kept backups. The first of them to end need not be the first that began. */
async function pruneWal({ store, series }: Archive, kept: readonly BaseBackup[]): Promise<void> {
  const [first = ''] = kept.map(({ manifest }) => manifest.startWal).sort();
  for (const name of await listWal(store, series)) {
    const isNeeded = name.endsWith('.history') || name.slice(0, 24) >= first;
    if (!isNeeded) await store.remove(walFile(series, name));
  }
}

/** By its id, which begins with the time. */
function beganBefore(folder: string, time: number): boolean {
  const id = folder.slice(folder.lastIndexOf('/') + 1);
  return id < new Date(time).toISOString().replace(/[-:]|[.]\d+/g, '');
}
