/** The head of the contract page: the price with its day, and the line of reference prices. */
import { ChangeText, classNames, PriceText, Text } from '@tern/ui';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import { useQuote } from '../../../../kernel/quotes/quote-store.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useTickLine } from '../use-tick-line.ts';
import styles from './contract.module.css';
import { TickChart } from './tick-chart.tsx';

/** Longer prices use a smaller font, so that the day still fits next to them. */
const LONG_PRICE = 9;
const SHOWN_MS = 120_000;
/** Keeps the last price away from the edge. */
const AHEAD_MS = 3_000;

export function PriceHead({ instrument }: { instrument: Instrument }) {
  const t = useT();
  const { symbol, pricePlaces, isOpen } = instrument;
  const live = useQuote(symbol);
  const points = useTickLine(symbol);
  const last = points.at(-1);
  const direction = isOpen ? (live?.direction ?? 0) : 0;
  return (
    <section aria-label={t('futures.lastPrice')}>
      <div className={styles.price}>
        <PriceText
          value={last?.price ?? live?.price}
          places={pricePlaces}
          direction={direction}
          className={classNames(
            styles.big,
            !isOpen && styles.closed,
            (live?.price.length ?? 0) > LONG_PRICE && styles.long,
          )}
        />
        <Text as="div" size="cap" tone="faint" align="end" isAtEnd>
          <ChangeText percent={live?.change} className={styles.change ?? ''} />
          <div>
            {t('futures.day')} <PriceText value={live?.low} places={pricePlaces} />–
            <PriceText value={live?.high} places={pricePlaces} />
          </div>
        </Text>
      </div>
      <TickChart
        points={points}
        from={(last?.at ?? 0) - SHOWN_MS}
        to={(last?.at ?? 0) + AHEAD_MS}
        height={168}
        places={pricePlaces}
        direction={direction}
      />
    </section>
  );
}
