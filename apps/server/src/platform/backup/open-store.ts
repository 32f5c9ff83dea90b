/** Opens the store of backups where the operator wants it. */
import type { S3Settings } from '../s3.ts';
import { type BackupStore, createFolderStore } from './backup-store.ts';
import { createS3Store } from './s3-store.ts';

/** A folder, absolute, or a bucket. */
export type BackupPlace = { readonly dir: string } | { readonly s3: S3Settings };

export const openBackupStore = (place: BackupPlace): BackupStore =>
  'dir' in place ? createFolderStore(place.dir) : createS3Store(place.s3);

/** The folder or the address of the bucket, for messages. */
export const nameOfPlace = (place: BackupPlace): string =>
  'dir' in place ? place.dir : place.s3.url;
