/** One market in a list, redrawn only when its own quote moves; opens the chart. */
import { Pill, QuoteRow } from '@tern/ui';
import { memo, type ReactNode } from 'react';
import { useT } from '../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../platform/navigation/current-page.ts';
import { useLinks } from '../../platform/navigation/links.ts';
import { pages } from '../pages.ts';
import type { Instrument } from './quote.ts';
import { useQuote } from './quote-store.ts';

export interface MarketRowProps {
  instrument: Instrument;
  /** The quiet second line; without it the name. A closed market says so there. */
  sub?: ReactNode;
}

export const MarketRow = memo(function MarketRow({ instrument, sub }: MarketRowProps) {
  const { symbol, base, quote, name, logo, pricePlaces, isOpen, spark } = instrument;
  const live = useQuote(symbol);
  const t = useT();
  const navigator = useNavigator();
  const to = useLinks();
  const link = navigator.has(pages.chart) ? to(pages.chart, { symbol }) : {};
  const closed = t('common.marketClosed');
  return (
    <QuoteRow
      {...link}
      base={base}
      quote={quote}
      name={isOpen ? name : `${name}, ${closed}`}
      sub={isOpen ? (sub ?? name) : <Pill>{closed}</Pill>}
      logo={logo === '' ? undefined : logo}
      price={live?.price}
      places={pricePlaces}
      percent={live?.change}
      points={spark}
      isClosed={!isOpen}
    />
  );
});
