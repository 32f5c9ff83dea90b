/**
 * Keeps the book of each market after some thousands of its numbers, so that the book around an order is a short replay away, however much
 * a market trades (ADR 102). The engine's own book is written down, as a batch leaves it.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { OrderBook, RestingOrder } from '@tern/matching';
import { formatDecimal } from '@tern/money';
import type { Database } from '../../../../platform/database/database.ts';
import type { Log } from '../../../../platform/log.ts';
import { typeOf, type Order } from '../order.ts';
import type { Units } from '../rules.ts';
import { type KeptBook, insertBook } from '../record/store-books.ts';
import type { RecordedBatch } from './command-record.ts';

/** Numbers from one kept book to the next: a multiple of `between`, the larger the more orders rest, as a large book costs more. */
export interface BookPace {
  readonly between: number;
  /** At least so many numbers for each order of the book. */
  readonly ofOrder: number;
}

/** Our choice: a replay from one takes some hundredths of a second; an order of the book costs 3 µs. */
const PACE: BookPace = { between: 5_000, ofOrder: 2 };

/** What a book is, beside its orders. */
export interface BookParts {
  readonly book: OrderBook;
  readonly units: Units;
  /** The fields of the newest line of terms. */
  readonly terms: string;
  /** Of the quotes of the exchange that stand, in their order. */
  readonly quoteIds: readonly number[];
  readonly find: (id: number) => Order | undefined;
}

/** A book that is kept when its batch has committed. Orders do not change: a later batch has others in their places. */
export interface BookTaken extends Pick<BookParts, 'units' | 'terms'> {
  readonly recorded: Pick<RecordedBatch, 'instrumentId' | 'last' | 'at'>;
  readonly rows: readonly BookRow[];
}

interface BookRow {
  readonly resting: Pick<RestingOrder, 'side' | 'priceTicks' | 'lots'>;
  /** Undefined: a quote of the exchange. */
  readonly order: Order | undefined;
  /** Of the quote in its list. */
  readonly place: number;
}

/** Lines that are written before others get their turn. */
const PER_TURN = 500;

const compress = promisify(gzip);

export class BookKeeper {
  private readonly database: Database;
  private readonly log: Log;
  private readonly pace: BookPace;
  private readonly writing = new Set<Promise<void>>();

  constructor({ database, log, pace = PACE }: KeeperDeps) {
    this.database = database;
    this.log = log;
    this.pace = pace;
  }

  /** The book behind a batch that is matched, if one is due. */
  take(recorded: RecordedBatch | undefined, parts: BookParts): BookTaken | undefined {
    if (recorded === undefined) return undefined;
    const { between, ofOrder } = this.pace;
    const step = between * Math.max(1, Math.ceil((parts.book.size * ofOrder) / between));
    const isDue = Math.floor(recorded.last / step) > Math.floor((recorded.first - 1) / step);
    if (!isDue) return undefined;
    const { instrumentId, last, at } = recorded;
    const { units, terms } = parts;
    return { recorded: { instrumentId, last, at }, units, terms, rows: rowsOf(parts) };
  }

  /** Without the newest books the one before is replayed from, so what cannot be written is only logged. */
  keep(taken: BookTaken): void {
    const { instrumentId, last, at } = taken.recorded;
    const write = async () => {
      try {
        const book = await compress((await linesOf(taken)).join('\n'));
        const kept: KeptBook = { instrumentId, number: last, at, book };
        await this.database.transaction((tx) => insertBook(tx, kept));
      } catch (error) {
        this.log.warn({ err: error, instrumentId }, 'the book of a market could not be kept');
      }
    };
    const written = write().finally(() => this.writing.delete(written));
    this.writing.add(written);
  }

  /** Waits for what is being written. */
  async close(): Promise<void> {
    await Promise.all(this.writing);
  }
}

interface KeeperDeps {
  readonly database: Database;
  readonly log: Log;
  readonly pace?: BookPace | undefined;
}

function rowsOf({ book, quoteIds: [firstQuote = 0], find }: BookParts): BookRow[] {
  const rows: BookRow[] = [];
  for (const side of ['buy', 'sell'] as const) {
    for (const resting of book.orders(side)) {
      rows.push({ resting, order: find(resting.id), place: firstQuote - resting.id });
    }
  }
  return rows;
}

/** As the file of a day begins with it: terms, then each side in the order of matching. */
async function linesOf({ units, terms, rows }: BookTaken): Promise<string[]> {
  const lines = [`terms|${terms}`];
  for (const { resting, order, place } of rows) {
    if (lines.length % PER_TURN === 0) await turn();
    const { side, priceTicks, lots } = resting;
    const price = formatDecimal(units.priceOf(priceTicks));
    if (order === undefined) {
      lines.push(`quote|${place}|${side}|${price}|${formatDecimal(units.quantityOf(lots))}`);
      continue;
    }
    const [quantity, filled] = [order.quantity!, order.filledQuantity].map(formatDecimal);
    lines.push(`rests|${order.number}|${side}|${typeOf(order)}|${price}|${quantity}|${filled}`);
  }
  return lines;
}
