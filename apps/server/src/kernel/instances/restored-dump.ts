/** The first start on a database that was restored from a dump: what a dump does not bring along is put right (ADR 70). */
import { bool } from '../../platform/database/columns.ts';
import type { Database } from '../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';

const finish = defineQuery({
  name: 'kernel.finishRestore',
  text: 'select schema_finish_restore() as was_restored',
  params: [],
  row: { wasRestored: bool },
});

/** Which postings this database wrote itself: those of a dump do not show which transaction wrote them. */
const noteOrigin = defineStatement({
  name: 'kernel.noteOrigin',
  text: 'select ledger_note_origin()',
  params: [],
});

/** By the owner of the database, before the instance works. Returns whether it was dumped from another server and is started the first time. */
export async function finishRestore(owner: Database): Promise<boolean> {
  return owner.transaction(async (tx) => {
    await tx.run(noteOrigin, []);
    return (await tx.one(finish, [])).wasRestored;
  });
}
