/** The chart over the whole screen: one row above, the candles, the intervals and the member's lines below. */
import { ButtonLink, ChangeText, IconButton, PriceText, rotateIcon, useUiTexts } from '@tern/ui';
import { useState } from 'react';
import { PairHeading } from '../../../../kernel/market-choice/pair-sheet.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { useOpeningText } from '../../../../kernel/quotes/opening-time.tsx';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import { useQuote } from '../../../../kernel/quotes/quote-store.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { useLinks } from '../../../../platform/navigation/links.ts';
import { type Candle, quoteAtClose } from '../candle.ts';
import type { CandleHistory } from '../candle-history.ts';
import type { Interval } from '../intervals.ts';
import { useClose } from '../use-candle-history.ts';
import type { FullView } from '../use-full-view.ts';
import type { OwnLines } from '../use-own-lines.ts';
import styles from './full-chart.module.css';
import { CandleFigures } from './chart-legends.tsx';
import { IntervalRow } from './interval-row.tsx';
import { LineChoice } from './line-choice.tsx';
import { FullMarketChart } from './market-chart.tsx';

export interface FullChartProps {
  market: Instrument;
  history: CandleHistory;
  isStale: boolean;
  view: FullView;
  own: OwnLines;
  onInterval: (interval: Interval) => void;
  onChoosePair: () => void;
}

export function FullChart(props: FullChartProps) {
  const { market, history, isStale, view, own, onInterval, onChoosePair } = props;
  const texts = useUiTexts();
  const [pointed, setPointed] = useState<Candle>();
  return (
    <div className={styles.full} {...(view.isTurned ? { 'data-turned': '' } : {})}>
      <div className={styles.head}>
        <IconButton icon={rotateIcon} label={texts.back} onPress={view.close} />
        <PairHeading
          pair={`${market.base}/${market.quote}`}
          className={styles.pair}
          onChoose={onChoosePair}
        />
        <Now market={market} history={history} />
        <div className={styles.figures} aria-hidden="true">
          <CandleFigures market={market} candle={pointed} history={history} />
        </div>
        <Trade symbol={market.symbol} />
      </div>
      <div className={styles.chart}>
        <FullMarketChart
          {...{ market, history, isStale }}
          lines={own.lines}
          onPointed={setPointed}
        />
      </div>
      <div className={styles.foot}>
        <IntervalRow value={history.interval} onChange={onInterval} />
        <LineChoice own={own} />
      </div>
    </div>
  );
}

/** The price and its change; of a closed market when it opens. */
function Now({ market, history }: Pick<FullChartProps, 'market' | 'history'>) {
  const opening = useOpeningText();
  const live = quoteAtClose(useQuote(market.symbol), useClose(history));
  const { isOpen, pricePlaces, opensAt } = market;
  return (
    <div className={styles.now}>
      <PriceText
        value={live?.price}
        places={pricePlaces}
        direction={isOpen ? (live?.direction ?? 0) : 0}
        className={styles.price}
      />
      {isOpen ? <ChangeText percent={live?.change} /> : opening(opensAt)}
    </div>
  );
}

function Trade({ symbol }: { symbol: string }) {
  const t = useT();
  const to = useLinks();
  if (!useNavigator().has(pages.deal)) return null;
  return (
    <div className={styles.trade}>
      <ButtonLink isSmall kind="up" {...to(pages.deal, { symbol, side: 'buy' })}>
        {t('market.buy')}
      </ButtonLink>
      <ButtonLink isSmall kind="down" {...to(pages.deal, { symbol, side: 'sell' })}>
        {t('market.sell')}
      </ButtonLink>
    </div>
  );
}
