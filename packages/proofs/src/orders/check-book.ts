/** Whether an order matched the book that a receipt shows as the rules of matching say: better prices first, at one price the oldest. */
import { type Amount, parseDecimal, type Price, ZERO } from '@tern/money';
import type { BookAround } from './book-around.ts';
import type { PublishedCommand } from './command-line.ts';
import type { OrderReceiptItem } from './receipt-item.ts';

/** What an order matched at its number. */
export interface StatedMatch {
  /** The number of the order that rested, or `q<place>` of a quote of the exchange. */
  readonly from: string;
  readonly price: string;
  readonly quantity: string;
}

const REFUSED = '!';
const amount = (text: string): bigint => parseDecimal<Amount>(text) ?? ZERO;
const price = (text: string): bigint => parseDecimal<Price>(text) ?? 0n;

/** In the order in which they happened; none of what was refused. */
export function matchesIn({ fields }: Pick<PublishedCommand, 'fields'>): StatedMatch[] {
  const result = fields.at(-1) ?? '';
  if (result === '' || result.startsWith(REFUSED)) return [];
  return result.split(',').map((each) => {
    const [from = '', at = '', quantity = ''] = each.split(':');
    return { from, price: at, quantity };
  });
}

/** The book is that of the receipt: what it has is not in the log, but whoever has the day's file can compute it. */
export function checkBook(book: BookAround, command: PublishedCommand): OrderReceiptItem[] {
  const matches = matchesIn(command);
  const isBuy = command.fields[0] === 'buy';
  const isWorse = (a: string, b: string) => (isBuy ? price(a) > price(b) : price(a) < price(b));
  const last = matches.at(-1)?.price;
  const isOrdered = matches.every((each, at) => {
    const former = matches[at - 1];
    return former === undefined || !isWorse(former.price, each.price);
  });
  const wrong = book.levels.find((level) => {
    if (level.side === command.fields[0]) return false;
    const taken = matches.filter((each) => each.price === level.price);
    const sum = taken.reduce((total, { quantity }) => total + amount(quantity), 0n);
    const isLeft = last !== undefined && isWorse(last, level.price) && amount(level.after) > 0n;
    return isLeft || amount(level.before) - amount(level.after) !== sum;
  });
  const isBest = isOrdered && wrong === undefined;
  const skipped = matches.findIndex((_match, at) => !isNext(book, matches, at));
  return [
    {
      name: 'prices',
      pass: isBest,
      why: isBest
        ? `${matches.length} fills at the best prices of the book shown`
        : `a better price than ${last ?? wrong?.price} was left`,
    },
    {
      name: 'queue',
      pass: skipped < 0,
      why:
        skipped < 0
          ? `${matches.length} fills with what was first at each price of the book shown`
          : `the fill with ${matches[skipped]!.from} was not next at its price`,
    },
  ];
}

/** Whether this fill took what was first of its price in the queue, and all of it unless it was the last. */
function isNext({ queue }: BookAround, matches: readonly StatedMatch[], at: number): boolean {
  const fill = matches[at]!;
  const place = matches.slice(0, at).filter((each) => each.price === fill.price).length;
  const next = queue.filter((each) => each.price === fill.price)[place];
  if (next?.from !== fill.from) return false;
  const isLast = at === matches.length - 1;
  return isLast ? amount(fill.quantity) <= amount(next.quantity) : fill.quantity === next.quantity;
}
