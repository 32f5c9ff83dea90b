/** Reads the lists of the watched folder, one after the other; a refused one does not stop the next. */
import { logAct } from '../../../kernel/operators/audit-log.ts';
import { importList } from '../../../kernel/screening/import-list.ts';
import { ListFault, type ListFile } from '../../../kernel/screening/list-entry.ts';
import { newestLists } from '../../../kernel/screening/store-lists.ts';
import type { ScreeningDeps } from './deps.ts';
import { sampleList } from './sample-list.ts';

export async function readLists(deps: ScreeningDeps): Promise<void> {
  const { listFolder: folder } = deps;
  if (folder === undefined) return readSample(deps);
  for (const name of await folder.waiting()) {
    const fault = await faultOf(deps, await folder.read(name), name);
    await folder.putAway(name, fault);
    if (fault !== null) deps.log.warn({ file: name, fault }, 'a list of sanctions was refused');
  }
}

/** In paper mode, so that newcomers can see a hit. It is no act: nobody put it there. */
async function readSample({ database, clock, mode }: ScreeningDeps): Promise<void> {
  if (mode !== 'paper' || (await database.many(newestLists, [])).length > 0) return;
  await database.transaction((tx) => importList(tx, sampleList, clock.now()));
}

async function faultOf(
  deps: ScreeningDeps,
  file: Uint8Array | undefined,
  name: string,
): Promise<string | null> {
  if (file === undefined) return 'it is larger than a list';
  try {
    await takeOver(deps, await deps.readList(file, name));
    return null;
  } catch (error) {
    if (error instanceof ListFault) return error.message;
    throw error;
  }
}

async function takeOver({ database, clock, reviews }: ScreeningDeps, file: ListFile) {
  const at = clock.now();
  await database.transaction(async (tx) => {
    const { version, changed, removed } = await importList(tx, file, at);
    if (version === null) return;
    const { list, publishedOn, entries } = file;
    const detail = { list, publishedOn, entries: entries.length, changed, removed };
    const subject = `screeningList:${version}`;
    await logAct(tx, { actor: undefined, action: 'screening.import', subject, detail }, at);
  });
  reviews.announce();
}
