/** Earnings as CSV; pure. */
import { csvOf, textCell } from '../../../kernel/csv.ts';
import type { Earning } from './api.ts';

export interface CsvTexts {
  /** Columns: day, product, order, amount, coin, price, value, coin of the value, frozen, time of posting. */
  heads: readonly string[];
  yes: string;
  no: string;
}

/** Dates and times in UTC, exact amounts with a decimal point. */
export function earningsCsv(earnings: readonly Earning[], { heads, yes, no }: CsvTexts): string {
  const rows = earnings.map((earning) => [
    earning.dueAt.slice(0, 10),
    textCell(earning.name),
    String(earning.orderId),
    earning.amount,
    textCell(earning.coin),
    earning.price ?? '',
    earning.value ?? '',
    textCell(earning.payCoin),
    textCell(earning.isFrozen ? yes : no),
    earning.CreatedAt,
  ]);
  return csvOf(heads, rows);
}
