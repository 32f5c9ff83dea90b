/** Tables as CSV, and saving them as a file. */
import { saveFile } from './save-file.ts';

/** Spreadsheets treat text that starts with these as a formula. */
const FORMULA_START = /^[=+\-@\t\r]/;

/** Quoted where needed, and never a formula. */
export function textCell(text: string): string {
  const safe = FORMULA_START.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Byte order mark: marks the file as Unicode. */
const BYTE_ORDER_MARK = '\uFEFF';

/** RFC 4180 with a header line. Cells of `rows` are written as they are: texts go through `textCell`. */
export function csvOf(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads.map(textCell), ...rows];
  return BYTE_ORDER_MARK + lines.map((cells) => `${cells.join(',')}\r\n`).join('');
}

export function saveCsv(name: string, text: string): void {
  saveFile(name, text, 'text/csv;charset=utf-8');
}
