/** Reads the settings of backups from the environment. */
import { relative, resolve } from 'node:path';
import { readBucket } from './s3.ts';
import { describeSettings, type Given, type NameOf } from './setting.ts';
import { isRecipient } from '../platform/backup/encryption.ts';
import type { BackupPlace } from '../platform/backup/open-store.ts';

export interface BackupSettings {
  place: BackupPlace;
  /** Public keys in the age format; each private key opens the backups. */
  recipients: readonly string[];
  /** Each second of so many days can be restored. */
  days: number;
}

export const backupSettings = describeSettings({
  BACKUP_DIR: {
    description:
      'The folder of encrypted backups: one of the whole each day, and the log all the time.',
    format: 'a path outside of `DATA_DIR`, on another disk or machine; not with `DATABASE_URL`',
    rationale: 'The loss of everything with one disk.',
  },
  BACKUP_S3_URL: {
    description: 'The bucket of encrypted backups, in place of a folder.',
    format: 'the `http://` or `https://` address of a bucket, without user, `?` and `#`',
    rationale: 'The loss of everything with one machine.',
  },
  BACKUP_S3_ACCESS_KEY_ID: {
    description: 'The key that may read, write, list and delete in that bucket.',
    format: 'text',
    rationale: 'A bucket open to anyone: address, key and secret go only together.',
  },
  BACKUP_S3_SECRET_ACCESS_KEY: {
    description: 'The secret of that key; keep it secret.',
    format: 'text',
    rationale: 'As for `BACKUP_S3_ACCESS_KEY_ID`.',
  },
  BACKUP_S3_REGION: {
    description: "The store's region.",
    format: 'text',
    default: '`us-east-1`',
    rationale: 'A signature for another region, which the store refuses.',
  },
  BACKUP_RECIPIENTS: {
    description: 'The public keys that backups are encrypted to; one private key opens them.',
    format:
      'keys such as `age1…`, separated by commas; `npm run backup -- --new-key FILE` makes one',
    rationale: 'Backups that anyone can read, or whose key was lost together with the server.',
  },
  BACKUP_DAYS: {
    description: 'How far back each second can be restored.',
    format: 'whole days from 1 to 3650',
    default: '14',
    rationale: 'A mistake that is noticed only once the last backup before it is gone.',
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
  const ofPlace: string[] = [];
  const place = readBackupPlace(given, ofPlace);
  faults.push(...ofPlace);
  if (place === undefined) {
    const isGiven = given('BACKUP_RECIPIENTS') !== undefined || given('BACKUP_DAYS') !== undefined;
    if (isGiven && ofPlace.length === 0) {
      faults.push('BACKUP_RECIPIENTS and BACKUP_DAYS only go with BACKUP_DIR or BACKUP_S3_URL');
    }
    return undefined;
  }
  if ('dir' in place && !relative(dataDir, place.dir).startsWith('..')) {
    faults.push('BACKUP_DIR must be outside of DATA_DIR: one lost disk or folder would take both');
  }
  if (given('DATABASE_URL') !== undefined) {
    faults.push(
      'BACKUP_DIR and BACKUP_S3_URL are for the embedded database only: back up your own PostgreSQL with pgBackRest or similar',
    );
  }
  const recipients = (given('BACKUP_RECIPIENTS') ?? '').split(',').map((each) => each.trim());
  if (!recipients.every(isRecipient)) {
    faults.push(`Backups need BACKUP_RECIPIENTS, public keys such as age1…: ${NEW_KEY}`);
  }
  const days = given('BACKUP_DAYS') ?? '14';
  if (!/^\d{1,4}$/.test(days) || Number(days) < 1 || Number(days) > DAYS_MAX) {
    faults.push(`BACKUP_DAYS must be a whole number from 1 to ${DAYS_MAX}`);
  }
  return { place, recipients, days: Number(days) };
}

/** Where backups are stored; undefined: none are made. Faults are added to `faults`. */
export function readBackupPlace(given: Given<Name>, faults: string[]): BackupPlace | undefined {
  const dir = given('BACKUP_DIR');
  const names = {
    url: 'BACKUP_S3_URL',
    accessKeyId: 'BACKUP_S3_ACCESS_KEY_ID',
    secretAccessKey: 'BACKUP_S3_SECRET_ACCESS_KEY',
    region: 'BACKUP_S3_REGION',
  } as const;
  const s3 = readBucket<Name>(given, names, faults);
  if (dir !== undefined && s3 !== undefined) {
    faults.push('BACKUP_DIR and BACKUP_S3_URL exclude each other: backups are in one place');
  }
  if (s3 !== undefined) return { s3 };
  return dir === undefined ? undefined : { dir: resolve(dir) };
}
