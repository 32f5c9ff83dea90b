/** A file of a sealed month: the document, its receipt, or the drawing of both. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Reader } from '../../platform/database/database.ts';
import { drawPdf } from './draw-pdf.ts';
import type { FileFormat, FileLink } from './file-links.ts';
import { readDocument, type SealedDocument } from './store.ts';

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

/** The same bytes whenever it is read. Fails with: `undefined` when the month is not sealed; busy when too many are drawn. */
export async function readStatementFile(
  reader: Reader,
  { memberId, month, format }: Omit<FileLink, 'expiresAt'>,
): Promise<StatementFile | undefined> {
  const document = await readDocument(reader, memberId, month);
  if (document === undefined) return undefined;
  const { type, ending } = FORMATS[format];
  return { name: `tern-statement-${month}.${ending}`, type, body: await bodyOf(document, format) };
}

async function bodyOf({ content, receipt }: SealedDocument, format: FileFormat) {
  if (format === 'proof') return receipt;
  const document = await decompress(content);
  return format === 'csv' ? document : Buffer.from(await drawPdf(document, receipt));
}
