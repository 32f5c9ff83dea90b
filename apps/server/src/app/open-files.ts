/** Where private files lie: the operator's own S3 store, or a folder beside the books. */
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Files } from '../platform/files/files.ts';
import { createFolderFiles } from '../platform/files/folder-files.ts';
import { createS3Files } from '../platform/files/s3-files.ts';

export function openFiles({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): Files {
  return s3 === undefined ? createFolderFiles(join(dataDir, 'files')) : createS3Files(s3);
}
