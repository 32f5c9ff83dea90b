/** CSV (RFC 4180) that a spreadsheet shows without running formulas; numbers stay numbers. */

/** Spreadsheets treat text that starts with these as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const NEGATIVE = /^-\d+(\.\d+)?$/;

function cell(value: string): string {
  const safe = FORMULA.test(value) && !NEGATIVE.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One line with its end. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;
