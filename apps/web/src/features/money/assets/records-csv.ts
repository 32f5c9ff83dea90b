/** Financial records as CSV; pure. */
import { csvOf, textCell } from '../../../kernel/csv.ts';
import type { FinancialRecord } from './api.ts';

export interface CsvTexts {
  /** Columns: time, coin, type, amount, available after, reserved after, record number, reference, note. */
  heads: readonly string[];
  nameOf: (record: FinancialRecord) => string;
}

/** RFC 4180 with a header line; times in UTC, exact amounts with a decimal point. */
export function recordsCsv(records: readonly FinancialRecord[], words: CsvTexts): string {
  const rows = records.map((record) => [
    record.CreatedAt,
    textCell(record.asset),
    textCell(words.nameOf(record)),
    record.amount,
    record.available,
    record.reserved,
    String(record.ID),
    textCell(record.reference),
    textCell(record.note),
  ]);
  return csvOf(words.heads, rows);
}
