/** The first start on a database that was restored from a dump: what a dump does not bring along is put right (ADR 70). */
import { bool } from '../../platform/database/columns.ts';
import type { Database } from '../../platform/database/database.ts';
import { defineQuery } from '../../platform/database/query.ts';

const finish = defineQuery({
  name: 'kernel.finishRestore',
  text: 'select schema_finish_restore() as was_restored',
  params: [],
  row: { wasRestored: bool },
});

/** By the owner of the database, before the instance works. Returns whether it was dumped from another server and is started the first time. */
export async function finishRestore(owner: Database): Promise<boolean> {
  const { wasRestored } = await owner.transaction((tx) => tx.one(finish, []));
  return wasRestored;
}
