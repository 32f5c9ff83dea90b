/** One market of a list, rerendered only when its own price or change moves; opens the chart. */
import { QuoteRow } from '@tern/ui';
import { memo, type ReactNode } from 'react';
import { useT } from '../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../platform/navigation/current-page.ts';
import { useLinks } from '../../platform/navigation/links.ts';
import { pages } from '../pages.ts';
import { ClosedLine, useOpeningText } from './opening-time.tsx';
import type { Instrument } from './quote.ts';
import { useQuoteFigure } from './quote-store.ts';

export interface MarketRowProps {
  instrument: Instrument;
  /** The second line; the name by default. A closed market shows its opening time there. */
  sub?: ReactNode;
}

export const MarketRow = memo(function MarketRow({ instrument, sub }: MarketRowProps) {
  const { symbol, base, quote, name, logo, pricePlaces, isOpen, opensAt, spark } = instrument;
  const price = useQuoteFigure(symbol, (live) => live?.price);
  const change = useQuoteFigure(symbol, (live) => live?.change);
  const t = useT();
  const navigator = useNavigator();
  const to = useLinks();
  const link = navigator.has(pages.chart) ? to(pages.chart, { symbol }) : {};
  const opening = useOpeningText();
  const closed = [name, t('common.marketClosed'), opening(opensAt)].filter(Boolean).join(', ');
  return (
    <QuoteRow
      {...link}
      base={base}
      quote={quote}
      name={isOpen ? name : closed}
      sub={isOpen ? (sub ?? name) : <ClosedLine opensAt={opensAt} />}
      logo={logo === '' ? undefined : logo}
      price={price}
      places={pricePlaces}
      percent={change}
      points={spark}
      isClosed={!isOpen}
    />
  );
});
