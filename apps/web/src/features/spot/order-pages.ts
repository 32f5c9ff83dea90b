/** Updates cached lists of orders when single orders change; pure. */
import { parseDecimal } from '@tern/money';
import type { OrderType, Side } from './order-arithmetic.ts';
import type { Order } from './order-view.ts';

/** Open orders, or those filled or cancelled; absent: all pairs, sides or types. */
export interface OrderFilter {
  part: 'open' | 'done';
  symbol?: string;
  side?: Side;
  type?: OrderType;
}

interface OrderPage {
  list: Order[];
  total: number;
  page: number;
  pageSize: number;
}

export interface OrderPages {
  pages: OrderPage[];
  pageParams: unknown[];
}

function belongs(row: Order, filter: OrderFilter): boolean {
  if ((row.status === 'open') !== (filter.part === 'open')) return false;
  if (filter.symbol !== undefined && row.symbol !== filter.symbol) return false;
  if (filter.side !== undefined && row.side !== filter.side) return false;
  return filter.type === undefined || row.type === filter.type;
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

/** The lists with one order added, replaced or removed; pages after the first keep their rows. */
export function withOrder(data: OrderPages, row: Order, filter: OrderFilter): OrderPages {
  const isListed = data.pages.some((page) => page.list.some((other) => other.ID === row.ID));
  if (belongs(row, filter)) return isListed ? replaced(data, row) : added(data, row);
  return isListed ? removed(data, row.ID) : data;
}

const eachPage = (data: OrderPages, change: (page: OrderPage, index: number) => OrderPage) => ({
  ...data,
  pages: data.pages.map(change),
});

function replaced(data: OrderPages, row: Order): OrderPages {
  return eachPage(data, (page) => ({
    ...page,
    list: page.list.map((other) => (other.ID === row.ID ? row : other)),
  }));
}

/** Newest first; a closed order is sorted into the done list by its number. */
function added(data: OrderPages, row: Order): OrderPages {
  const [first] = data.pages;
  if (first === undefined) return data;
  const isLastLoaded = data.pages.length === 1 && first.list.length >= first.total;
  const oldest = data.pages.at(-1)?.list.at(-1);
  const isBelow = oldest !== undefined && row.ID < oldest.ID && !isLastLoaded;
  const home = data.pages.findIndex((page) => (page.list.at(-1)?.ID ?? 0) < row.ID);
  const target = home < 0 ? data.pages.length - 1 : home;
  return eachPage(data, (page, index) => ({
    ...page,
    total: page.total + 1,
    list:
      index === target && !isBelow
        ? [...page.list, row].toSorted((left, right) => right.ID - left.ID)
        : page.list,
  }));
}

function removed(data: OrderPages, id: number): OrderPages {
  return eachPage(data, (page) => ({
    ...page,
    total: Math.max(0, page.total - 1),
    list: page.list.filter((other) => other.ID !== id),
  }));
}
