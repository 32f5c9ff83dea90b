/** A market's order book: live depth, last price and spread. */
import { formatPrice, Ladder, PriceText, useNumberLocale } from '@tern/ui';
import { memo, useCallback, useEffect, useRef } from 'react';
import { LADDER_LEVELS } from '../../../../kernel/quotes/depth-levels.ts';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import { useQuoteFigure } from '../../../../kernel/quotes/quote-store.ts';
import { useDepth } from '../../../../kernel/quotes/use-throttled-topic.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';

export interface OrderBookProps {
  instrument: Instrument;
  /** Prices of each side. */
  levels?: number;
  onPick: (price: string) => void;
}

/** Use it with `key={symbol}`: another market starts with an empty book. */
export function OrderBook({ instrument, levels = LADDER_LEVELS, onPick }: OrderBookProps) {
  const t = useT();
  const locale = useNumberLocale();
  const { symbol, base, quote, pricePlaces, lotPlaces } = instrument;
  const { asks = [], bids = [], spread } = useDepth(symbol) ?? {};
  const pick = useStable(onPick);
  return (
    <Ladder
      label={t('spot.orderBook')}
      priceHead={<TwoLines over={t('spot.price')} under={quote} />}
      quantityHead={<TwoLines over={t('spot.quantity')} under={base} />}
      asks={asks}
      bids={bids}
      depth={levels}
      pricePlaces={pricePlaces}
      quantityPlaces={lotPlaces}
      last={<LastPrice instrument={instrument} />}
      spread={
        spread && t('spot.spread', { spread: formatPrice(spread, { locale, places: pricePlaces }) })
      }
      onPick={pick}
    />
  );
}

/** Drawn by itself: it moves without the book. */
const LastPrice = memo(function LastPrice({
  instrument: { symbol, pricePlaces },
}: Pick<OrderBookProps, 'instrument'>) {
  const price = useQuoteFigure(symbol, (live) => live?.price);
  const direction = useQuoteFigure(symbol, (live) => live?.direction ?? 0);
  return <PriceText value={price} places={pricePlaces} direction={direction} />;
});

/** A stable function, so that rows rerender only when they change. */
function useStable(act: (price: string) => void): (price: string) => void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((price) => latest.current(price), []);
}

function TwoLines({ over, under }: { over: string; under: string }) {
  return (
    <>
      {over}
      <br />
      {under}
    </>
  );
}
