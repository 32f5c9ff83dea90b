/** Compares saved history files with the manifest that names them (docs/features/gateway/history-files.md). */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { CheckedItem } from './paper-day.ts';

const LINE = /^([0-9a-f]{64}) {2}(data\/spot\/(?:\w+\/)+[\w-]+\.zip)$/;

/**
 * Shape: the files are in the folder under the paths of the manifest. Those that are not there are not checked; one at least has to be.
 */
export async function checkFiles(manifest: Uint8Array, folder: string): Promise<CheckedItem[]> {
  const items: CheckedItem[] = [];
  for (const line of Buffer.from(manifest).toString().split('\n')) {
    const [, sha256, path = ''] = LINE.exec(line) ?? [];
    if (sha256 === undefined || !existsSync(join(folder, path))) continue;
    const pass = (await sha256Of(join(folder, path))) === sha256;
    items.push({ name: path, pass, why: pass ? 'as published' : 'is not what was published' });
  }
  if (items.length > 0) return items;
  return [{ name: 'files', pass: false, why: `none of the manifest is in ${folder}` }];
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
