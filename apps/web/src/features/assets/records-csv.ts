/** Financial records as CSV; pure. */
import { csvOf, textCell } from '../../kernel/csv.ts';
import type { FinancialRecord } from './api.ts';
import type { RecordType } from './record-types.ts';

export interface CsvTexts {
  /** Columns: time, coin, type, amount, balance after, record number, reference, note. */
  heads: readonly string[];
  typeName: (type: RecordType) => string;
}

/** RFC 4180 with a header line; times in UTC, exact amounts with a decimal point. */
export function recordsCsv(records: readonly FinancialRecord[], words: CsvTexts): string {
  const rows = records.map((record) => [
    record.CreatedAt,
    textCell(record.asset),
    textCell(words.typeName(record.type)),
    record.amount,
    record.balance,
    String(record.ID),
    textCell(record.reference),
    textCell(record.note),
  ]);
  return csvOf(words.heads, rows);
}
