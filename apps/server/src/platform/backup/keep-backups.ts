/** Keeps the backups of a running database: its log each second, its private files each minute, a base backup each day. */
import { setTimeout as sleep } from 'node:timers/promises';
import { clusterFolder } from '../database/embedded/cluster.ts';
import { joinEmbedded } from '../database/embedded.ts';
import { spoolFolder } from '../database/embedded/archiving.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../durations.ts';
import { type Archive, shipFiles, shipWal } from './archive.ts';
import { filesOf, makeBackup } from './make-backup.ts';
import { findBackups } from './manifest.ts';
import { prune } from './retention.ts';

/** As the operations page shows it. Epoch ms. */
export interface BackupState {
  /** When the newest complete base backup ended. */
  readonly newestAt: number | null;
  /** Until when everything finished was moved into the store. */
  readonly archivedAt: number | null;
  /** Why the last attempt of something failed; null: none did. */
  readonly fault: string | null;
}

export interface KeptBackups {
  readonly dataDir: string;
  readonly archive: Archive;
  /** How long backups are kept. */
  readonly days: number;
  now(): number;
  /** Called with each change. */
  report(state: BackupState): void;
}

/** A failed base backup is repeated after this time: it would only fill a full disk again. */
const RETRY_MS = 10 * MINUTE_MS;

type Work = 'log' | 'files' | 'backup';

export class BackupKeeper {
  private readonly deps: KeptBackups;
  private readonly faults = new Map<Work, string>();
  private readonly dueAt = { files: 0, backup: 0 };
  private newestAt: number | null = null;
  private archivedAt: number | null = null;

  constructor(deps: KeptBackups) {
    this.deps = deps;
  }

  /** Works until the signal, then moves what is finished once more. */
  async run(signal: AbortSignal): Promise<void> {
    // The log goes on while a base backup, which takes long, is made.
    await Promise.all([
      this.repeat(signal, () => this.shipLog()),
      this.repeat(signal, () => this.shipFilesIfDue()),
      this.repeat(signal, () => this.backUpIfDue()),
    ]);
    await this.shipLog();
  }

  private async repeat(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      await work();
      await sleep(SECOND_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private async shipLog(): Promise<void> {
    const { archive, dataDir, now } = this.deps;
    const startedAt = now();
    await this.attempt('log', async () => {
      await shipWal(archive, spoolFolder(clusterFolder(dataDir)));
      this.archivedAt = startedAt;
    });
  }

  private async shipFilesIfDue(): Promise<void> {
    const { archive, dataDir, now } = this.deps;
    if (now() < this.dueAt.files) return;
    this.dueAt.files = now() + MINUTE_MS;
    await this.attempt('files', async () => {
      await shipFiles(archive, filesOf(dataDir));
    });
  }

  private async backUpIfDue(): Promise<void> {
    const { archive, dataDir, days, now } = this.deps;
    if (now() < this.dueAt.backup) return;
    this.dueAt.backup = now() + RETRY_MS;
    await this.attempt('backup', async () => {
      const { complete } = await findBackups(archive.store, archive.series);
      this.newestAt = endOf(complete.at(-1));
      if (this.newestAt === null || this.newestAt + DAY_MS <= now()) {
        const running = await joinEmbedded(dataDir);
        if (running === undefined) throw new Error('the database is not running');
        this.newestAt = endOf(await makeBackup(archive, { dataDir, admin: running.admin, now }));
        const privateFiles = await shipFiles(archive, filesOf(dataDir));
        await prune(archive, { days, now: now(), privateFiles });
      }
      this.dueAt.backup = Math.max(now(), this.newestAt! + DAY_MS);
    });
  }

  /** A failure is reported and repeated, and stops nothing else. */
  private async attempt(work: Work, act: () => Promise<void>): Promise<void> {
    try {
      await act();
      this.faults.delete(work);
    } catch (error) {
      this.faults.set(work, error instanceof Error ? error.message : String(error));
    }
    const { newestAt, archivedAt } = this;
    this.deps.report({ newestAt, archivedAt, fault: [...this.faults.values()][0] ?? null });
  }
}

const endOf = (backup: { manifest: { endedAt: string } } | undefined): number | null =>
  backup === undefined ? null : Date.parse(backup.manifest.endedAt);
