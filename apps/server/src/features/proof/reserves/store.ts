/** The SQL of files of reserves. */
import { int8, text, timestamptz } from '../../../platform/database/columns.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { defineStatement } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';

const reservesFiles = defineTable('reserves_files', { document: text, receipt: text });

const fileQuery = reservesFiles.select('reserves.file', 'where snapshot = $1', [int8]);

/** The file of a snapshot with its receipt, a tlog-proof; undefined when none was made. */
export function findFile(reader: Reader, snapshot: number) {
  return reader.maybe(fileQuery, [snapshot]);
}

const insertFileStatement = defineStatement({
  name: 'reserves.insertFile',
  text: `insert into reserves_files (snapshot, document, salt, entry_index, receipt, made_at)
    values ($1, $2, $3, $4, $5, $6)`,
  params: [int8, text, text, int8, text, timestamptz],
});

export interface NewFile {
  readonly snapshot: number;
  readonly document: string;
  readonly salt: string;
  readonly index: number;
  readonly receipt: string;
  readonly at: number;
}

/** Fails when another instance made the file meanwhile, or the log has another document at this index. */
export async function insertFile(tx: Tx, file: NewFile): Promise<void> {
  const { snapshot, document, salt, index, receipt, at } = file;
  await tx.run(insertFileStatement, [snapshot, document, salt, index, receipt, at]);
}
