/** Reads a bank's statement file of any known format. */
import {
  assertTied,
  type BankStatement,
  STATEMENT_BYTES_MAX,
  StatementFault,
} from '../../kernel/banks/bank-statement.ts';
import { readCamt053 } from './read-camt053.ts';
import { readMt940 } from './read-mt940.ts';

/** @throws StatementFault for a file that is too large, of no known format, or with a fault in any part */
export function readStatements(file: Uint8Array): BankStatement[] {
  if (file.length > STATEMENT_BYTES_MAX) {
    throw new StatementFault(`it has more than ${STATEMENT_BYTES_MAX / 1024 / 1024} MiB`);
  }
  const text = textOf(file);
  const isXml = /^\s*</.test(text);
  const statements = isXml ? readCamt053(text) : readMt940(text);
  for (const statement of statements) assertTied(statement);
  return statements;
}

const ENCODINGS = /^(?:utf-8|iso-8859-1|iso-8859-15|windows-1252)$/i;

/** @throws StatementFault */
function textOf(file: Uint8Array): string {
  const start = new TextDecoder('latin1').decode(file.subarray(0, 200));
  const encoding =
    /^\s*(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(start)?.[1] ?? 'utf-8';
  if (!ENCODINGS.test(encoding)) throw new StatementFault(`line 1: ${encoding} is not read`);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(file);
  } catch {
    // Older MT940 files have letters of one byte.
    if (/^\s*</.test(start)) throw new StatementFault(`line 1: it is not ${encoding}`);
    return new TextDecoder('windows-1252').decode(file);
  }
}
