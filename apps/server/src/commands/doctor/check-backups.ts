/** The backups of the embedded database: whether there is one, and its age. */
import type { Config } from '../../config/config.ts';
import { findBackups } from '../../platform/backup/manifest.ts';
import { nameOfPlace, openBackupStore } from '../../platform/backup/open-store.ts';
import { readSeries } from '../../platform/database/embedded/archiving.ts';
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts';
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts';

const ITEM = 'backups';
/** One a day, and the time that it takes. */
const AGE_MAX_MS = DAY_MS + HOUR_MS;

/** Units: `now` in epoch milliseconds. */
export async function checkBackups(
  { backup, dataDir }: Pick<Config, 'backup' | 'dataDir'>,
  now: number,
): Promise<Finding> {
  if (backup === undefined) {
    const found = 'No backup is configured: a lost disk loses everything.';
    return warning(ITEM, {
      found,
      advice: 'Set BACKUP_DIR or BACKUP_S3_URL, and BACKUP_RECIPIENTS.',
    });
  }
  const series = readSeries(dataDir);
  try {
    const complete =
      series === undefined
        ? []
        : (await findBackups(openBackupStore(backup.place), series)).complete;
    const newest = complete.at(-1);
    if (newest === undefined) {
      const found = 'There is no backup yet.';
      return problem(ITEM, { found, advice: 'Run npm run backup while the server runs.' });
    }
    const { endedAt } = newest.manifest;
    if (now - Date.parse(endedAt) > AGE_MAX_MS) {
      const found = `The newest backup is of ${endedAt}, more than a day old.`;
      return problem(ITEM, { found, advice: "Read the server's log, then run npm run backup." });
    }
    return ok(ITEM, `The newest one is of ${endedAt}.`);
  } catch (error) {
    const found = `${nameOfPlace(backup.place)} cannot be read: ${reasonOf(error)}.`;
    return problem(ITEM, {
      found,
      advice: 'Check that the disk is mounted, or that the key may read the bucket.',
    });
  }
}
