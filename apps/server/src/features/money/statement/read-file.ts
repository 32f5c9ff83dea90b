/** A file of a sealed month: the document, its receipt, or the drawing of both. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { statementMode } from '@tern/proofs';
import type { MonthDeps } from './close-months.ts';
import { drawPdf } from './draw-pdf.ts';
import type { FileFormat } from './file-links.ts';
import type { Month } from './months.ts';
import { type SealDeps, writeOpenDocument } from './seal-statement.ts';
import { readDocument } from './store.ts';

export interface StatementFile {
  readonly name: string;
  /** Of its content: `text/csv; charset=utf-8`. */
  readonly type: string;
  readonly body: string | Buffer;
}

const FORMATS: Record<FileFormat, { readonly type: string; readonly ending: string }> = {
  pdf: { type: 'application/pdf', ending: 'pdf' },
  csv: { type: 'text/csv; charset=utf-8', ending: 'csv' },
  proof: { type: 'text/plain; charset=utf-8', ending: 'tlog-proof' },
};

const decompress = promisify(gunzip);

/**
 * Of a sealed month the same bytes whenever it is read; of one that is not closed, its CSV to date.
 * Undefined for the others.
 * @throws busy when too many are drawn
 */
export async function readStatementFile(
  deps: Pick<SealDeps, keyof MonthDeps | 'mode'>,
  { memberId, month, format }: { memberId: number; month: Month; format: FileFormat },
): Promise<StatementFile | undefined> {
  const { database, mode } = deps;
  const document = await readDocument(database, memberId, month);
  const { type, ending } = FORMATS[format];
  if (document === undefined) {
    const open = format === 'csv' ? await writeOpenDocument(deps, { memberId, month }) : undefined;
    return open && { name: `tern-statement-${month}-to-date.csv`, type, body: Buffer.from(open) };
  }
  const name = `tern-statement-${month}.${ending}`;
  if (format === 'proof') return { name, type, body: document.receipt };
  const csv = await decompress(document.content);
  if (format === 'csv') return { name, type, body: csv };
  // A database has one mode for good, so it is that of a document which does not say its own.
  const drawn = await drawPdf(csv, document.receipt, statementMode(csv) ?? mode);
  return { name, type, body: Buffer.from(drawn) };
}
