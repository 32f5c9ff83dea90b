/** The live order book of the market. */
import { formatPrice, Ladder, PriceText, StateBlock, useNumberLocale } from '@tern/ui';
import { memo } from 'react';
import { LADDER_LEVELS } from '../../../../kernel/quotes/depth-levels.ts';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import { useQuote } from '../../../../kernel/quotes/quote-store.ts';
import { useDepth } from '../../../../kernel/quotes/use-throttled-topic.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { quoteAtClose } from '../candle.ts';
import type { CandleHistory } from '../candle-history.ts';
import { useClose } from '../use-candle-history.ts';

export interface OrderBookProps {
  market: Instrument;
  /** Of the chart above, whose last candle gives the price. */
  history: CandleHistory;
}

export function OrderBook({ market, history }: OrderBookProps) {
  const t = useT();
  const locale = useNumberLocale();
  const { symbol, base, quote, pricePlaces, lotPlaces } = market;
  const depth = useDepth(symbol);
  if (depth && depth.asks.length + depth.bids.length === 0) {
    return <StateBlock kind="empty" title={t('market.noOrders')} />;
  }
  return (
    <Ladder
      label={t('market.orderBook')}
      priceHead={t('market.priceIn', { unit: quote })}
      quantityHead={t('market.quantityIn', { unit: base })}
      asks={depth?.asks ?? []}
      bids={depth?.bids ?? []}
      depth={LADDER_LEVELS}
      pricePlaces={pricePlaces}
      quantityPlaces={lotPlaces}
      last={<LastPrice market={market} history={history} />}
      spread={
        depth?.spread &&
        t('market.spread', { spread: formatPrice(depth.spread, { locale, places: pricePlaces }) })
      }
    />
  );
}

/** Drawn by itself: it moves without the book. */
const LastPrice = memo(function LastPrice({
  market: { symbol, pricePlaces },
  history,
}: OrderBookProps) {
  const last = quoteAtClose(useQuote(symbol), useClose(history));
  return <PriceText value={last?.price} places={pricePlaces} direction={last?.direction ?? 0} />;
});
