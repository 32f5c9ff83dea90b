/** Financial records as CSV; pure. */
import type { FinancialRecord } from './api.ts';
import type { RecordType } from './record-types.ts';

export interface CsvTexts {
  /** Columns: time, coin, type, amount, balance after, record number, reference, note. */
  heads: readonly string[];
  typeName: (type: RecordType) => string;
}

/** Spreadsheets treat text that starts with these as a formula. */
const FORMULA_START = /^[=+\-@\t\r]/;

function textCell(text: string): string {
  const safe = FORMULA_START.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Byte order mark: marks the file as Unicode. */
const BYTE_ORDER_MARK = '\uFEFF';

/** RFC 4180 with a header line; times in UTC, exact amounts with a decimal point. */
export function recordsCsv(records: readonly FinancialRecord[], words: CsvTexts): string {
  const lines = records.map((record) => [
    record.CreatedAt,
    textCell(record.asset),
    textCell(words.typeName(record.type)),
    record.amount,
    record.balance,
    String(record.ID),
    textCell(record.reference),
    textCell(record.note),
  ]);
  const rows = [words.heads.map(textCell), ...lines];
  return BYTE_ORDER_MARK + rows.map((cells) => `${cells.join(',')}\r\n`).join('');
}
