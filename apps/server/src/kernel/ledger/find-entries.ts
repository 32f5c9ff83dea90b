/** Finds entries of the journal by their numbers, or by what they follow from. */
import { recordTypes } from '@tern/ledger';
import { arrayOf, int2, int8, text } from '../../platform/database/columns.ts';
import type { Reader } from '../../platform/database/database.ts';
import { defineQuery } from '../../platform/database/query.ts';

const referencesOfIds = defineQuery({
  name: 'kernel.referencesOfEntries',
  text: 'select id, reference from ledger_entries where id = any($1)',
  params: [arrayOf(int8)],
  row: { id: int8, reference: text },
});

// With the kinds named, an index finds the reference.
const newestOfReference = defineQuery({
  name: 'kernel.newestEntryOfReference',
  text: 'select id from ledger_entries where kind = any($1::smallint[]) and reference = $2 order by id desc limit 1',
  params: [arrayOf(int2), text],
  row: { id: int8 },
});

/** References by number; without entries that do not exist. */
export async function entryReferences(
  reader: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.many(referencesOfIds, [[...new Set(ids)]]);
  return new Map(rows.map(({ id, reference }) => [id, reference]));
}

/** The number of the newest entry with this reference. */
export async function newestEntryOf(
  reader: Reader,
  reference: string,
): Promise<number | undefined> {
  const found = await reader.maybe(newestOfReference, [Object.values(recordTypes), reference]);
  return found?.id;
}
