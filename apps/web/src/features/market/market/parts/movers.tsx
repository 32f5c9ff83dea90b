/** Four cards: the markets with the largest 24-hour changes. */
import {
  ChangeText,
  CoinMark,
  formatPrice,
  Inline,
  Pressable,
  PriceText,
  Sparkline,
  useNumberLocale,
  useSpokenChange,
} from '@tern/ui';
import { memo } from 'react';
import { pages } from '../../../../kernel/pages.ts';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import { useQuoteFigure } from '../../../../kernel/quotes/quote-store.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import { biggestMovers } from '../list-order.ts';
import { useSteadyOrder } from '../use-steady-order.ts';
import styles from './movers.module.css';

const SPARK = { width: 122, height: 34 };

export function Movers({ markets }: { markets: readonly Instrument[] }) {
  const t = useT();
  const movers = useSteadyOrder(markets, biggestMovers);
  if (movers.length === 0) return null;
  return (
    <ul className={styles.movers} aria-label={t('market.movers')}>
      {movers.map((market) => (
        <li key={market.symbol}>
          <Mover market={market} />
        </li>
      ))}
    </ul>
  );
}

const Mover = memo(function Mover({ market }: { market: Instrument }) {
  const { symbol, base, quote, name, logo, pricePlaces, spark } = market;
  const to = useLinks();
  const last = useQuoteFigure(symbol, (live) => live?.price);
  const change = useQuoteFigure(symbol, (live) => live?.change);
  const direction = useQuoteFigure(symbol, (live) => live?.direction ?? 0);
  const locale = useNumberLocale();
  const spokenChange = useSpokenChange();
  const price = formatPrice(last, { locale, places: pricePlaces });
  return (
    <Pressable
      {...to(pages.chart, { symbol })}
      label={`${name}, ${price} ${quote}, ${spokenChange(change)}`}
      className={styles.card}
    >
      <Inline as="span" gap={8} align="center" size="label-strong">
        <CoinMark symbol={base} logo={logo} size={20} />
        <span>{base}</span>
        <ChangeText percent={change} className={styles.change ?? ''} />
      </Inline>
      <Sparkline points={spark} direction={direction} {...SPARK} />
      <PriceText value={last} places={pricePlaces} className={styles.price} />
    </Pressable>
  );
});
