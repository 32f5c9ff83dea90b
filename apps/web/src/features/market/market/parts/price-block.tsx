/** The current price, its change, and the day's figures. */
import { ChangeText, classNames, Inline, Note, PriceText, Text, VolumeText } from '@tern/ui';
import { formatDecimal, parseDecimal } from '@tern/money';
import type { ReactNode } from 'react';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import { useOpeningText } from '../../../../kernel/quotes/opening-time.tsx';
import { useQuote } from '../../../../kernel/quotes/quote-store.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { quoteAtClose } from '../candle.ts';
import type { CandleHistory } from '../candle-history.ts';
import { useClose } from '../use-candle-history.ts';
import styles from './price-block.module.css';
import { QuantityText } from './candle-reading.tsx';

/** Longer prices use a smaller font, so that the day still fits next to them. */
const LONG_PRICE = 9;

/** Last minus open as text; undefined when either is unknown. */
function movedBy(last: string | undefined, open: string | undefined): string | undefined {
  const [to, from] = [parseDecimal(last ?? ''), parseDecimal(open ?? '')];
  return to && from ? formatDecimal(to - from) : undefined;
}

export interface PriceBlockProps {
  market: Instrument;
  /** Its last candle gives the price, once there is one: tickers and candles arrive separately and differ for moments. */
  history: CandleHistory;
}

export function PriceBlock({ market, history }: PriceBlockProps) {
  const t = useT();
  const { symbol, base, quote, pricePlaces, lotPlaces, isOpen, opensAt } = market;
  const opening = useOpeningText();
  const live = quoteAtClose(useQuote(symbol), useClose(history));
  return (
    <>
      {market.closing && (
        <div className={styles.closing}>
          <Note>{market.closing.text}</Note>
        </div>
      )}
      <section className={styles.block} aria-label={t('market.lastPrice')}>
        <div>
          <PriceText
            value={live?.price}
            places={pricePlaces}
            direction={isOpen ? (live?.direction ?? 0) : 0}
            className={classNames(
              styles.price,
              !isOpen && styles.closed,
              (live?.price.length ?? 0) > LONG_PRICE && styles.long,
            )}
          />
          <Inline as="p" gap={8} size="label-strong" top={2}>
            <ChangeText percent={live?.change} />
            <PriceText
              isSigned
              value={movedBy(live?.price, live?.open)}
              places={pricePlaces}
              className={styles.quiet}
            />
          </Inline>
          {!isOpen && (
            <Text size="cap" tone="soft" top={2}>
              {opening(opensAt)}
            </Text>
          )}
        </div>
        <dl className={styles.day}>
          <Fact name={t('market.high24')}>
            <PriceText value={live?.high} places={pricePlaces} />
          </Fact>
          <Fact name={t('market.volume24', { unit: base })}>
            <QuantityText value={live?.amount} places={lotPlaces} />
          </Fact>
          <Fact name={t('market.low24')}>
            <PriceText value={live?.low} places={pricePlaces} />
          </Fact>
          <Fact name={t('market.amount24', { unit: quote })}>
            <VolumeText value={live?.volume} />
          </Fact>
        </dl>
      </section>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
