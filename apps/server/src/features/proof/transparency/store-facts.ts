/** The SQL of published facts: their statements, which the triggers of their tables write, and the entries that contain them. */
import { arrayOf, int8, text } from '../../../platform/database/columns.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../../platform/database/query.ts';

/** Statements of one entry; more wait for the next one. */
const TOGETHER_MAX = 5_000;

const stateAuditHead = defineQuery({
  name: 'transparency.stateAuditHead',
  text: 'select 1::int8 as done from transparency_state_audit_head()',
  params: [],
  row: { done: int8 },
});

const openFacts = defineQuery({
  name: 'transparency.openFacts',
  text: `select id, statement from transparency_facts where entry_index is null order by id limit ${TOGETHER_MAX}`,
  params: [],
  row: { id: int8, statement: text },
});

const noteEntry = defineStatement({
  name: 'transparency.noteEntryOfFacts',
  text: 'update transparency_facts set entry_index = $2 where id = any($1) and entry_index is null',
  params: [arrayOf(int8), int8],
});

const statementsOfEntry = defineQuery({
  name: 'transparency.statementsOfEntry',
  text: 'select statement from transparency_facts where entry_index = $1 order by id',
  params: [int8],
  row: { statement: text },
});

const documentOfHash = defineQuery({
  name: 'transparency.documentOfHash',
  text: `select document from transparency_facts
    where document is not null and split_part(statement, '|', 5) = $1 order by id limit 1`,
  params: [text],
  row: { document: text },
});

/** States the head of the operators' audit log if it grew since. */
export async function writeAuditHead(tx: Tx): Promise<void> {
  await tx.one(stateAuditHead, []);
}

/** Statements that no entry contains yet, oldest first. */
export const listOpenFacts = (reader: Reader) => reader.many(openFacts, []);

/** False when another instance sealed one of them. */
export async function noteEntryOfFacts(
  tx: Tx,
  ids: readonly number[],
  index: number,
): Promise<boolean> {
  return (await tx.run(noteEntry, [ids, index])) === ids.length;
}

/** In the order of the entry; none when it has no statements of facts. */
export async function listStatementsOf(reader: Reader, entryIndex: number): Promise<string[]> {
  const rows = await reader.many(statementsOfEntry, [entryIndex]);
  return rows.map(({ statement }) => statement);
}

/** Shape: 64 hexadecimal digits. */
export async function findDocument(reader: Reader, hash: string): Promise<string | undefined> {
  return (await reader.maybe(documentOfHash, [hash]))?.document;
}
