/** Reads the settings of backups from the environment. */
import { relative, resolve } from 'node:path';
import { describeSettings, type Given, type NameOf } from './config-setting.ts';
import { isRecipient } from './platform/backup/encryption.ts';

export interface BackupSettings {
  /** Absolute. */
  dir: string;
  /** Public keys in the age format; each private key opens the backups. */
  recipients: readonly string[];
  /** Each second of so many days can be restored. */
  days: number;
}

export const backupSettings = describeSettings({
  BACKUP_DIR: {
    does: 'The folder of encrypted backups: one of the whole each day, and the log all the time.',
    takes: 'a path outside of `DATA_DIR`, on another disk or machine; not with `DATABASE_URL`',
    prevents: 'The loss of everything with one disk.',
  },
  BACKUP_RECIPIENTS: {
    does: 'The public keys that backups are encrypted to; one private key opens them.',
    takes:
      'keys such as `age1…`, separated by commas; `npm run backup -- --new-key FILE` makes one',
    prevents: 'Backups that anyone can read, or whose key was lost together with the server.',
  },
  BACKUP_DAYS: {
    does: 'How far back each second can be restored.',
    takes: 'whole days from 1 to 3650',
    default: '14',
    prevents: 'A mistake that is noticed only once the last backup before it is gone.',
  },
});

type Name = NameOf<typeof backupSettings> | 'DATABASE_URL';

const DAYS_MAX = 3_650;
const NEW_KEY =
  'npm run backup -- --new-key FILE makes a private key and prints its public one; keep the file away from this machine';

/** Faults are added to `faults`. */
export function readBackup(
  given: Given<Name>,
  dataDir: string,
  faults: string[],
): BackupSettings | undefined {
  const dir = given('BACKUP_DIR');
  if (dir === undefined) {
    if (given('BACKUP_RECIPIENTS') !== undefined || given('BACKUP_DAYS') !== undefined) {
      faults.push('BACKUP_RECIPIENTS and BACKUP_DAYS only go with BACKUP_DIR');
    }
    return undefined;
  }
  const path = resolve(dir);
  if (!relative(dataDir, path).startsWith('..')) {
    faults.push('BACKUP_DIR must be outside of DATA_DIR: one lost disk or folder would take both');
  }
  if (given('DATABASE_URL') !== undefined) {
    faults.push(
      'BACKUP_DIR is for the embedded database only: back up your own PostgreSQL with pgBackRest or similar',
    );
  }
  const recipients = (given('BACKUP_RECIPIENTS') ?? '').split(',').map((each) => each.trim());
  if (!recipients.every(isRecipient)) {
    faults.push(`BACKUP_DIR needs BACKUP_RECIPIENTS, public keys such as age1…: ${NEW_KEY}`);
  }
  const days = given('BACKUP_DAYS') ?? '14';
  if (!/^\d{1,4}$/.test(days) || Number(days) < 1 || Number(days) > DAYS_MAX) {
    faults.push(`BACKUP_DAYS must be a whole number from 1 to ${DAYS_MAX}`);
  }
  return { dir: path, recipients, days: Number(days) };
}
