/** The header of the trading page: pair, change, links to chart and order records. */
import {
  candlesIcon,
  changeDirection,
  ChangeText,
  historyIcon,
  IconButton,
  Inline,
  Pill,
  ScreenHeader,
} from '@tern/ui';
import { PairHeading } from '../../../../kernel/market-choice/pair-sheet.tsx';
import { pages } from '../../../../kernel/pages.ts';
import {
  ReconnectingPill,
  StalePricePill,
  useIsFeedLost,
  useIsStale,
} from '../../../../kernel/quotes/feed-health.tsx';
import { useQuoteFigure } from '../../../../kernel/quotes/quote-store.ts';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { useLinks } from '../../../../platform/navigation/links.ts';
import styles from './trade.module.css';

const PILL = { '1': 'up', '-1': 'down', '0': 'neutral' } as const;

export interface TradeHeaderProps {
  symbol: string;
  instrument: Instrument | undefined;
  onChoosePair: () => void;
}

export function TradeHeader({ symbol, instrument, onChoosePair }: TradeHeaderProps) {
  const t = useT();
  const to = useLinks();
  const navigator = useNavigator();
  return (
    <ScreenHeader>
      <div className={styles.head}>
        <PairHeading
          pair={instrument ? `${instrument.base}/${instrument.quote}` : t('spot.title')}
          className={styles.title}
          iconSize={18}
          onChoose={onChoosePair}
        />
        {instrument && <PairPill symbol={symbol} />}
        <Inline isAtEnd>
          {navigator.has(pages.chart) && (
            <IconButton
              icon={candlesIcon}
              label={t('spot.chart')}
              {...to(pages.chart, { symbol })}
            />
          )}
          <IconButton icon={historyIcon} label={t('spot.records')} {...to(pages.orderHistory)} />
        </Inline>
      </div>
    </ScreenHeader>
  );
}

/** The pair's change, or a mark that price and order book may be old. */
function PairPill({ symbol }: { symbol: string }) {
  const change = useQuoteFigure(symbol, (live) => live?.change);
  const isStale = useIsStale(symbol);
  const isLost = useIsFeedLost();
  if (isStale) return <StalePricePill />;
  if (isLost) return <ReconnectingPill />;
  return (
    <Pill kind={PILL[`${changeDirection(change)}`]}>
      <ChangeText percent={change} isColoured={false} />
    </Pill>
  );
}
