/** The watched folder of bank statements: files are moved into `imported` or `refused` in it. */
import { lstat, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { STATEMENT_BYTES_MAX, StatementFault } from '../../kernel/banks/bank-statement.ts';
import type { StatementFolder } from '../../kernel/banks/statement-folder.ts';
import type { Clock } from '../../platform/clock.ts';
import { MINUTE_MS } from '../../platform/durations.ts';

/** Of a run; the others wait for the next one. */
const FILES_MAX = 50;

/** A file that changed within the last minute may still be written, and waits. Links and folders are never read. */
export function createWatchedFolder(folder: string, clock: Clock): StatementFolder {
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
      if (size > STATEMENT_BYTES_MAX) throw new StatementFault('it is larger than a statement');
      return readFile(join(folder, name));
    },
    async putAway(name, fault) {
      const target = join(folder, fault === null ? 'imported' : 'refused');
      await mkdir(target, { recursive: true });
      if (fault !== null) await writeFile(join(target, `${name}.reason.txt`), `${fault}\n`);
      await rename(join(folder, name), join(target, name));
    },
  };
}
