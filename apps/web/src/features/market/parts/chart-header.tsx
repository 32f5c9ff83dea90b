/** The chart's header: back, the pair with its sheet, live status, star. */
import {
  chevronDownIcon,
  chevronLeftIcon,
  Icon,
  IconButton,
  ScreenHeader,
  useUiTexts,
} from '@tern/ui';
import { StalePricePill } from '../../../kernel/quotes/stale-price-pill.tsx';
import { useInstrument } from '../../../kernel/quotes/quote-store.ts';
import { useIsStale } from '../../../kernel/quotes/use-feed-health.ts';
import { useBack } from '../../../platform/navigation/links.ts';
import type { Instrument } from '../../../kernel/quotes/quote.ts';
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
  return (
    <ScreenHeader>
      <div className={styles.head}>
        <IconButton icon={chevronLeftIcon} label={texts.back} {...back} />
        <h1 tabIndex={-1} className={styles.title}>
          <button
            type="button"
            aria-haspopup="dialog"
            className={styles.pair}
            onClick={onChoosePair}
          >
            {pair}
            <Icon of={chevronDownIcon} size={16} />
          </button>
        </h1>
        <div className={styles.actions}>
          {market && <MarketPill market={market} />}
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
