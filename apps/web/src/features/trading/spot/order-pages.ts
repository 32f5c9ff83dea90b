/** Updates cached lists of orders when single orders change; pure. */
import { parseDecimal } from '@tern/money';
import { type CachedPages, withRow } from '../../../kernel/cached-pages.ts';
import type { OrderType, Side } from './order-arithmetic.ts';
import type { Order } from './order-view.ts';

/** Open orders, or those filled or cancelled; absent: all pairs, sides, types or days. */
export interface OrderFilter {
  part: 'open' | 'done';
  symbol?: string;
  side?: Side;
  type?: OrderType;
  /** First and last local day, `2026-11-28`. */
  from?: string;
  to?: string;
}

/** The local days of a filter as moments, epoch ms: from the first to before the day after the last. */
export function momentsOf({ from, to }: Pick<OrderFilter, 'from' | 'to'>) {
  const start = (day: string, more: number) => {
    const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
    return new Date(year, month - 1, date + more).getTime();
  };
  return {
    ...(from === undefined ? {} : { since: start(from, 0) }),
    ...(to === undefined ? {} : { until: start(to, 1) }),
  };
}

export type OrderPages = CachedPages<Order>;

function belongs(row: Order, filter: OrderFilter): boolean {
  if ((row.status === 'open') !== (filter.part === 'open')) return false;
  if (filter.symbol !== undefined && row.symbol !== filter.symbol) return false;
  if (filter.side !== undefined && row.side !== filter.side) return false;
  if (filter.type !== undefined && row.type !== filter.type) return false;
  const { since = 0, until = Number.POSITIVE_INFINITY } = momentsOf(filter);
  const placed = Date.parse(row.CreatedAt);
  return placed >= since && placed < until;
}

/** An order never returns to an earlier status. */
const RANK = { open: 0, filled: 1, cancelled: 2 };

/** Whether `next` is newer than what is known: answers and events can arrive out of order. */
export function isNewer(next: Order, known: Order | undefined): boolean {
  if (known === undefined) return true;
  const later = Date.parse(next.UpdatedAt) - Date.parse(known.UpdatedAt);
  if (later !== 0) return later > 0;
  if (next.status !== known.status) return RANK[next.status] > RANK[known.status];
  return (parseDecimal(next.filledQuantity) ?? 0n) > (parseDecimal(known.filledQuantity) ?? 0n);
}

/** The list of a filter after one order changed. */
export function withOrder(data: OrderPages, row: Order, filter: OrderFilter): OrderPages {
  return withRow(data, row, belongs(row, filter));
}
