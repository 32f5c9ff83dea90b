/** Financial records as CSV; pure. */
import type { RowOf } from '@tern/protocol/client';

export type RecordRow = RowOf<'GET /user_money_log/getUser_money_logList'>;

export interface CsvTexts {
  /** Columns: time, coin, type, amount, balance after, record number, reference, note. */
  heads: readonly string[];
  typeName: (type: number) => string;
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
export function recordsCsv(records: readonly RecordRow[], words: CsvTexts): string {
  const lines = records.map((record) => [
    record.CreatedAt,
    textCell(record.coinname),
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
