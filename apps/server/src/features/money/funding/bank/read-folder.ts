/** Imports the files of the watched folder, one after the other; a refused one does not stop the next. */
import type { WatchedFolder } from '../../../../kernel/files/watched-folder.ts';
import { type ImportDeps, importStatements } from './import-statements.ts';

export async function readFolder(deps: ImportDeps, folder: WatchedFolder): Promise<void> {
  for (const name of await folder.waiting()) {
    const fault = await faultOf(deps, folder, name);
    await folder.putAway(name, fault);
    if (fault !== null) deps.log.warn({ file: name, fault }, 'a bank statement was refused');
  }
}

async function faultOf(
  deps: ImportDeps,
  folder: WatchedFolder,
  name: string,
): Promise<string | null> {
  const file = await folder.read(name);
  if (file === undefined) return 'it is larger than a statement';
  return (await importStatements(deps, undefined, file)).fault;
}
