/** Compares a book with the orders it should consist of, and those with the stored ones. Pure. */
import { exchangeAccounts } from '@tern/ledger';
import type { OrderBook } from '@tern/matching';
import type { Instrument } from '../../../../kernel/catalog/instruments.ts';
import { broughtBy } from '../conditional/attached.ts';
import type { ConditionalOrder } from '../conditional/conditional-order.ts';
import type { Order } from '../order.ts';
import type { Units } from '../rules.ts';

const FAULTS_MAX = 20;

/** `expected`: the members' resting orders, also those of batches in flight. Quotes of the exchange are not compared. */
export function faultsOfBook(
  book: OrderBook,
  expected: ReadonlyMap<number, Order>,
  units: Units,
): string[] {
  const faults: string[] = [];
  try {
    book.check();
  } catch (error) {
    faults.push(`the book is broken: ${(error as Error).message}`);
  }
  let resting = 0;
  for (const side of ['buy', 'sell'] as const) {
    for (const { id, owner, lots, priceTicks } of book.orders(side)) {
      if (owner === exchangeAccounts.liquidity) continue;
      resting += 1;
      const order = expected.get(id);
      const isSame =
        order?.side === side &&
        order.memberId === owner &&
        units.priceOf(priceTicks) === order.limitPrice &&
        units.quantityOf(lots) === order.quantity! - order.filledQuantity;
      if (!isSame) faults.push(`order ${id} in the book is not the open order`);
    }
  }
  if (resting < expected.size) {
    const missing = [...expected.keys()].filter((id) => !book.has(id));
    faults.push(...missing.map((id) => `open order ${id} is not in the book`));
  }
  return faults.slice(0, FAULTS_MAX);
}

/** Each waiting stop of an OCO has an open limit order that has filled as much as the stop knows. Both as of the same commit. */
export function faultsOfPairs(
  waiting: Iterable<ConditionalOrder>,
  open: ReadonlyMap<number, Order>,
): string[] {
  const faults: string[] = [];
  for (const { id, pair } of waiting) {
    if (pair === undefined || open.get(pair.orderId)?.filledQuantity === pair.filled) continue;
    faults.push(
      `the limit order ${pair.orderId} of the waiting stop ${id} is another than it knows`,
    );
  }
  return faults.slice(0, FAULTS_MAX);
}

/**
 * Each waiting order that is attached to another one has what that has received, and nothing only as long as it is open. Both as of the
 * same commit.
 */
export function faultsOfAttached(
  waiting: Iterable<ConditionalOrder>,
  open: ReadonlyMap<number, Order>,
  instrument: Pick<Instrument, 'lotSize' | 'quoteScale'>,
): string[] {
  const faults: string[] = [];
  for (const { id, attached, quantity, budget } of waiting) {
    if (attached === undefined) continue;
    const order = open.get(attached.orderId);
    const brought = order && broughtBy(order, instrument);
    const isSame = brought?.quantity === quantity && brought?.budget === budget;
    // What a closed order has received is in the database alone.
    if (order === undefined ? (quantity ?? budget) !== undefined : isSame) continue;
    faults.push(`the attached order ${id} does not have what its order ${attached.orderId} has`);
  }
  return faults.slice(0, FAULTS_MAX);
}

/** Both as of the same commit. */
export function faultsOfStored(
  known: ReadonlyMap<number, Order>,
  stored: readonly Order[],
): string[] {
  const faults: string[] = [];
  const ids = new Set(stored.map(({ id }) => id));
  for (const row of stored) {
    const order = known.get(row.id);
    const isSame =
      order !== undefined &&
      order.memberId === row.memberId &&
      order.side === row.side &&
      order.limitPrice === row.limitPrice &&
      order.quantity === row.quantity &&
      order.filledQuantity === row.filledQuantity;
    if (!isSame) faults.push(`stored order ${row.id} is not the one in memory`);
  }
  for (const id of known.keys()) {
    if (!ids.has(id)) faults.push(`order ${id} in memory is not open in the database`);
  }
  return faults.slice(0, FAULTS_MAX);
}
