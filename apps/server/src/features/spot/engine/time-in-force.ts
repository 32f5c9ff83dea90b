/** Whether a limit order's time in force lets it trade with the current book. */
import type { Book, LimitOrder } from '@tern/matching';
import type { TimeInForce } from '../order.ts';

/** False when the order must be cancelled without a trade. */
export function mayTrade(
  book: Pick<Book, 'bestAsk' | 'bestBid' | 'orders'>,
  order: Omit<LimitOrder, 'kind'>,
  timeInForce: TimeInForce | undefined,
): boolean {
  if (timeInForce === 'post-only') return !wouldTrade(book, order);
  return timeInForce !== 'fill-or-kill' || isFilledWhole(book, order);
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

/** Matching stops at an order of the same owner, as in the book. */
function isFilledWhole(book: Pick<Book, 'orders'>, order: Omit<LimitOrder, 'kind'>): boolean {
  let lots = 0;
  for (const maker of book.orders(order.side === 'buy' ? 'sell' : 'buy')) {
    if (!isWithin(order, maker.priceTicks) || maker.owner === order.owner) return false;
    lots += maker.lots;
    if (lots >= order.lots) return true;
  }
  return false;
}
