/** Imports the files of the watched folder, one after the other; a refused one does not stop the next. */
import { StatementFault } from '../../../../kernel/banks/bank-statement.ts';
import type { StatementFolder } from '../../../../kernel/banks/statement-folder.ts';
import { type ImportDeps, importStatements } from './import-statements.ts';

export async function readFolder(deps: ImportDeps, folder: StatementFolder): Promise<void> {
  for (const name of await folder.waiting()) {
    const fault = await faultOf(deps, folder, name);
    await folder.putAway(name, fault);
    if (fault !== null) deps.log.warn({ file: name, fault }, 'a bank statement was refused');
  }
}

async function faultOf(
  deps: ImportDeps,
  folder: StatementFolder,
  name: string,
): Promise<string | null> {
  try {
    return (await importStatements(deps, undefined, await folder.read(name))).fault;
  } catch (error) {
    if (error instanceof StatementFault) return error.message;
    throw error;
  }
}
