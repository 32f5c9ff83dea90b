/** One market with its live quote, whichever list it belongs to. */
import { useMarkets } from '../../kernel/quotes/market-feed.ts';
import type { Instrument } from '../../kernel/quotes/quote.ts';
import { useInstrument } from '../../kernel/quotes/quote-store.ts';

/** Most markets are crypto; the other list is loaded only if the market is not among them. */
export function useMarketOf(symbol: string) {
  const crypto = useMarkets('crypto');
  const isIn = (list: readonly Instrument[] | undefined) =>
    list?.some((instrument) => instrument.symbol === symbol) ?? false;
  const isElsewhere = crypto.data !== undefined && !isIn(crypto.data);
  const others = useMarkets('metalsAndForex', isElsewhere);
  const query = isElsewhere ? others : crypto;
  const instrument = useInstrument(symbol);
  return { query, instrument: isIn(query.data) ? instrument : undefined };
}
