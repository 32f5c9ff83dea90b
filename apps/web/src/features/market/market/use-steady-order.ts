/** Sorts by live prices without rows jumping under the finger. */
import { useEffect, useState } from 'react';
import type { Instrument } from '../../../kernel/quotes/quote.ts';
import { quoteOf } from '../../../kernel/quotes/quote-store.ts';
import type { QuoteOf } from './list-order.ts';

/** Our choice: prices change four times a second, positions every two seconds. */
const REORDER_MS = 2000;

type Arrange = (markets: readonly Instrument[], quotes: QuoteOf) => readonly Instrument[];

const sameMarkets = (left: readonly Instrument[], right: readonly Instrument[]) =>
  left.length === right.length && left.every((market, index) => market === right[index]);

/**
 * The markets in the order of `arrange`: immediately when the list or `arrange` changes, otherwise every two seconds and
 * never while the page scrolls. Keep `arrange` stable.
 */
export function useSteadyOrder(
  markets: readonly Instrument[],
  arrange: Arrange,
): readonly Instrument[] {
  const [made, setMade] = useState({ markets, arrange, order: arrange(markets, quoteOf) });
  let { order } = made;
  if (made.markets !== markets || made.arrange !== arrange) {
    order = arrange(markets, quoteOf);
    setMade({ markets, arrange, order });
  }
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.documentElement.dataset['scrolling'] !== undefined) return;
      setMade((known) => {
        const next = known.arrange(known.markets, quoteOf);
        return sameMarkets(known.order, next) ? known : { ...known, order: next };
      });
    }, REORDER_MS);
    return () => clearInterval(timer);
  }, []);
  return order;
}
