/** The chart's header: back, the pair with its sheet, live status, alerts, star. */
import { bellIcon, chevronLeftIcon, IconButton, ScreenHeader, useUiTexts } from '@tern/ui';
import { PairHeading } from '../../../../kernel/market-choice/pair-sheet.tsx';
import { StalePricePill, useIsStale } from '../../../../kernel/quotes/feed-health.tsx';
import { useInstrument } from '../../../../kernel/quotes/quote-store.ts';
import { pages } from '../../../../kernel/pages.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack, useLinks } from '../../../../platform/navigation/links.ts';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import styles from './chart.module.css';
import { LivePill, useLiveness } from './live-pill.tsx';
import { StarButton } from './favourite-markets.tsx';

export interface ChartHeaderProps {
  symbol: string;
  pair: string;
  onChoosePair: () => void;
}

export function ChartHeader({ symbol, pair, onChoosePair }: ChartHeaderProps) {
  const back = useBack();
  const texts = useUiTexts();
  const market = useInstrument(symbol);
  const t = useT();
  const to = useLinks();
  return (
    <ScreenHeader>
      <div className={styles.head}>
        <IconButton icon={chevronLeftIcon} label={texts.back} {...back} />
        <PairHeading pair={pair} className={styles.title} onChoose={onChoosePair} />
        <div className={styles.actions}>
          {market && <MarketPill market={market} />}
          {market && (
            <IconButton
              icon={bellIcon}
              label={t('market.alerts')}
              {...to(pages.priceAlerts, { symbol })}
            />
          )}
          {market && <StarButton symbol={symbol} pair={pair} />}
        </div>
      </div>
    </ScreenHeader>
  );
}

/** A single market may be closed while others of its kind are open. */
function MarketPill({ market }: { market: Instrument }) {
  const liveness = useLiveness(market.class === 'crypto' ? 'crypto' : 'metalsAndForex');
  const isStale = useIsStale(market.symbol);
  if (isStale && liveness === 'live') return <StalePricePill />;
  return <LivePill liveness={market.isOpen ? liveness : 'closed'} />;
}
