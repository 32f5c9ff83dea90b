/** The book around the prices of an order, as it stood before and after its number (docs/order-record.md). */
import { decimalText, fields, listOf, oneOf, text, whole } from '../field-checks.ts';

export interface BookLevel {
  readonly side: 'buy' | 'sell';
  /** Decimals; 0 for nothing. */
  readonly price: string;
  readonly before: string;
  readonly after: string;
}

/** What rested: an order by its number, a quote of the exchange as `q<place>`. */
export interface QueuedOrder {
  readonly from: string;
  readonly price: string;
  readonly quantity: string;
}

export interface BookAround {
  /** The highest price first. */
  readonly levels: readonly BookLevel[];
  /** What rested on the other side at the prices at which it traded, in the order of matching. */
  readonly queue: readonly QueuedOrder[];
  /** Of an order that waits: what stood in front of it at its price when it began to. */
  readonly ahead?: { readonly orders: number; readonly quantity: string };
}

const queued = listOf(
  fields({ from: text(/^q?\d{1,15}$/), price: decimalText, quantity: decimalText }),
);
const isBook = fields({
  levels: listOf(
    fields({
      side: oneOf('buy', 'sell'),
      price: decimalText,
      before: decimalText,
      after: decimalText,
    }),
  ),
  queue: queued,
});
const isAhead = fields({ orders: whole, quantity: decimalText });

export function isBookAround(value: unknown): value is BookAround {
  if (typeof value !== 'object' || value === null) return false;
  const { ahead, ...book } = value as Partial<BookAround>;
  return isBook(book) && (ahead === undefined || isAhead(ahead));
}
