/** The ladder of a market: live depth, last price and spread. */
import type { DepthMessage } from '@tern/protocol/client';
import { formatPrice, Ladder, PriceText, useNumberLocale } from '@tern/ui';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useMarketTopic } from '../../../kernel/quotes/market-feed.ts';
import type { Instrument } from '../../../kernel/quotes/quote.ts';
import { useQuote } from '../../../kernel/quotes/quote-store.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { type DepthLevels, depthLevels, LADDER_LEVELS } from '../depth-levels.ts';

/** design language §2: at most four repaints a second. */
const REPAINT_MS = 250;
const NOTHING: DepthLevels = { asks: [], bids: [], spread: undefined };

/** The newest depth, let through four times a second. */
function useDepth(symbol: string): DepthLevels {
  const [levels, setLevels] = useState(NOTHING);
  const waiting = useRef<DepthMessage>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = useEffectEvent(() => {
    timer.current = undefined;
    if (waiting.current) setLevels(depthLevels(waiting.current));
    waiting.current = undefined;
  });
  useMarketTopic(`market.${symbol}.depth.step0`, (message) => {
    if (!('tick' in message)) return;
    const isFirst = waiting.current === undefined && levels === NOTHING;
    waiting.current = message.tick as DepthMessage;
    if (isFirst) show();
    else timer.current ??= setTimeout(() => show(), REPAINT_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return levels;
}

export interface OrderBookProps {
  instrument: Instrument;
  onPick: (price: string) => void;
}

/** Give it a `key` of the symbol: another market starts with an empty ladder. */
export function OrderBook({ instrument, onPick }: OrderBookProps) {
  const t = useT();
  const locale = useNumberLocale();
  const { symbol, base, quote, pricePlaces, lotPlaces } = instrument;
  const { asks, bids, spread } = useDepth(symbol);
  const last = useQuote(symbol);
  return (
    <Ladder
      label={t('spot.orderBook')}
      priceHead={<TwoLines over={t('spot.price')} under={quote} />}
      quantityHead={<TwoLines over={t('spot.quantity')} under={base} />}
      asks={asks}
      bids={bids}
      depth={LADDER_LEVELS}
      pricePlaces={pricePlaces}
      quantityPlaces={lotPlaces}
      last={<PriceText value={last?.price} places={pricePlaces} direction={last?.direction ?? 0} />}
      spread={spread && t('spot.spread', { spread: formatPrice(spread, { locale }) })}
      onPick={onPick}
    />
  );
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
