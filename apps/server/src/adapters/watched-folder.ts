/** A watched folder: files are moved into `imported` or `refused` in it. */
import { lstat, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WatchedFolder } from '../kernel/files/watched-folder.ts';
import type { Clock } from '../platform/clock.ts';
import { MINUTE_MS } from '../platform/durations.ts';

/** Of a run; the others wait for the next one. */
const FILES_MAX = 50;

/** A file that changed within the last minute may still be written, and waits. Links and folders are never read. */
export function createWatchedFolder(
  folder: string,
  { clock, bytesMax }: { clock: Clock; bytesMax: number },
): WatchedFolder {
  return {
    async waiting() {
      const whole: string[] = [];
      for (const name of (await readdir(folder)).sort()) {
        if (name.startsWith('.') || whole.length === FILES_MAX) continue;
        const found = await lstat(join(folder, name));
        if (found.isFile() && clock.now() - found.mtimeMs >= MINUTE_MS) whole.push(name);
      }
      return whole;
    },
    async read(name) {
      const { size } = await lstat(join(folder, name));
      return size > bytesMax ? undefined : readFile(join(folder, name));
    },
    async putAway(name, fault) {
      const target = join(folder, fault === null ? 'imported' : 'refused');
      await mkdir(target, { recursive: true });
      if (fault !== null) await writeFile(join(target, `${name}.reason.txt`), `${fault}\n`);
      await rename(join(folder, name), join(target, name));
    },
  };
}
