/** The book around an order: replayed from the nearest book that is kept, up to its number and one further (docs/order-record.md). */
import { setImmediate as turn } from 'node:timers/promises';
import { quoteId } from '@tern/matching';
import { formatDecimal } from '@tern/money';
import { type BookAround, matchesIn, readLine } from '@tern/proofs';
import type { Reader } from '../../../../platform/database/database.ts';
import type { Side } from '../rules.ts';
import { replayBatch, type ReplayedRecord, resumed } from './kept-books.ts';
import { type NumberedLine, RecordReplay } from './replay-record.ts';
import { findBookBefore, listBatchesAfter } from './store-books.ts';

/** Ten times as many as between two kept books, unless more than 25,000 orders rest: some tenths of a second. */
const REPLAYED_MAX = 50_000;
const BATCHES = 100;
/** Prices beside those at which it traded or waits. */
const BESIDE = 2;

/** Undefined where the book is not kept any more, or not yet. */
export async function findBookAround(
  reader: Reader,
  { instrumentId, number }: { instrumentId: number; number: number },
): Promise<BookAround | undefined> {
  const kept = await findBookBefore(reader, instrumentId, number);
  const begun = kept === undefined ? { replay: new RecordReplay(), number: 0 } : resumed(kept);
  if (number - begun.number > REPLAYED_MAX) return undefined;
  const line = await replayTo(reader, begun, { instrumentId, number });
  return line && bookAround(begun.replay, line);
}

/** Returns the line of the number; its batch is durable. Undefined where numbers between are missing: the book would be another. */
async function replayTo(
  reader: Reader,
  { replay, number: from }: ReplayedRecord,
  { instrumentId, number }: { instrumentId: number; number: number },
): Promise<NumberedLine | undefined> {
  for (let after = from; ; ) {
    const batches = await listBatchesAfter(reader, { instrumentId, after, most: BATCHES });
    for (const batch of batches) {
      if (batch.firstNumber !== after + 1) return undefined;
      after = batch.lastNumber;
      replayBatch(replay, batch, number);
      if (batch.lastNumber < number) continue;
      const { kind, rest } = readLine(batch.lines.split('\n')[number - batch.firstNumber]!);
      return { number, kind, fields: rest.split('|') };
    }
    if (batches.length === 0) return undefined;
    // Other requests get their turn.
    await turn();
  }
}

/** What stands at each price of a side, the best first: lots. */
type Levels = ReadonlyMap<number, number>;

/** Applies the line, which is that of a new order. */
function bookAround(replay: RecordReplay, line: NumberedLine): BookAround {
  const { number, fields } = line;
  const own = fields[0] as Side;
  const other = own === 'buy' ? 'sell' : 'buy';
  const matches = matchesIn(line);
  const before = { buy: levelsOf(replay, 'buy'), sell: levelsOf(replay, 'sell') };
  const { units } = replay;
  if (units === undefined) return { levels: [], queue: [] };
  const price = (ticks: number) => formatDecimal(units.priceOf(ticks));
  const lots = (count: number) => formatDecimal(units.quantityOf(count));
  const traded = new Set(matches.map((match) => match.price));
  const queue = [...replay.replay.book.orders(other)]
    .map((each) => ({ ...each, price: price(each.priceTicks) }))
    .filter((each) => traded.has(each.price))
    .slice(0, matches.length + 1)
    .map((each) => ({ from: nameOf(each.id), price: each.price, quantity: lots(each.lots) }));
  replay.apply(line);
  const after = { buy: levelsOf(replay, 'buy'), sell: levelsOf(replay, 'sell') };
  const rested = replay.replay.book.get(number);
  const ownPrices = near(after[own], before[own], rested?.priceTicks);
  const otherPrices = [...before[other].keys()].slice(0, traded.size + BESIDE);
  const level = (side: Side) => (ticks: number) => ({
    side,
    price: price(ticks),
    before: lots(before[side].get(ticks) ?? 0),
    after: lots(after[side].get(ticks) ?? 0),
  });
  const rows = [...ownPrices.map(level(own)), ...otherPrices.map(level(other))];
  const ticksOf = new Map([...ownPrices, ...otherPrices].map((ticks) => [price(ticks), ticks]));
  rows.sort((a, b) => ticksOf.get(b.price)! - ticksOf.get(a.price)!);
  const levels = rows;
  if (rested === undefined) return { levels, queue };
  return {
    levels,
    queue,
    ahead: aheadOf(replay, { side: own, id: number, priceTicks: rested.priceTicks }, lots),
  };
}

const nameOf = (id: number): string => (id > 0 ? String(id) : `q${quoteId(id)}`);

function levelsOf(replay: RecordReplay, side: Side): Levels {
  const levels = new Map<number, number>();
  for (const { priceTicks, lots } of replay.replay.book.orders(side)) {
    levels.set(priceTicks, (levels.get(priceTicks) ?? 0) + lots);
  }
  return levels;
}

/** The prices of a side around that at which an order waits, else its best ones. */
function near(after: Levels, before: Levels, at: number | undefined): number[] {
  const prices = [...(after.size > 0 ? after : before).keys()];
  const place = at === undefined ? 0 : prices.indexOf(at);
  return prices.slice(Math.max(0, place - BESIDE), place + BESIDE + (at === undefined ? 0 : 1));
}

/** What stands before an order at its price. */
function aheadOf(
  replay: RecordReplay,
  { side, id, priceTicks }: { side: Side; id: number; priceTicks: number },
  lots: (count: number) => string,
): { orders: number; quantity: string } {
  let [orders, sum] = [0, 0];
  for (const each of replay.replay.book.orders(side)) {
    if (each.id === id) break;
    if (each.priceTicks !== priceTicks) continue;
    orders += 1;
    sum += each.lots;
  }
  return { orders, quantity: lots(sum) };
}
