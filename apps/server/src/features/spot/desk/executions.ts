/** Limit orders with a condition on how they meet the book: whether they may be carried out as it stands. */
import type { Book, LimitOrder } from '@tern/matching';
import type { Execution } from '../order.ts';

/** False where the order must end without a trade. */
export function mayMeetBook(
  book: Pick<Book, 'bestAsk' | 'bestBid' | 'orders'>,
  order: Omit<LimitOrder, 'kind'>,
  execution: Execution | undefined,
): boolean {
  if (execution === 'maker-only') return !wouldTrade(book, order);
  return execution !== 'whole-at-once' || isFilledWhole(book, order);
}

const isWithin = (
  { side, priceTicks }: Pick<LimitOrder, 'side' | 'priceTicks'>,
  makerTicks: number,
) => (side === 'buy' ? makerTicks <= priceTicks : makerTicks >= priceTicks);

function wouldTrade(
  book: Pick<Book, 'bestAsk' | 'bestBid'>,
  order: Omit<LimitOrder, 'kind'>,
): boolean {
  const best = order.side === 'buy' ? book.bestAsk() : book.bestBid();
  return best !== undefined && isWithin(order, best);
}

/** An owner's own order on the way ends the matching, as in the book. */
function isFilledWhole(book: Pick<Book, 'orders'>, order: Omit<LimitOrder, 'kind'>): boolean {
  let lots = 0;
  for (const maker of book.orders(order.side === 'buy' ? 'sell' : 'buy')) {
    if (!isWithin(order, maker.priceTicks) || maker.owner === order.owner) return false;
    lots += maker.lots;
    if (lots >= order.lots) return true;
  }
  return false;
}
