/** The chart of one market: price, candles, order book, trades, details, and a link to trade it. */
import { BRAND_NAME, IconButton, rotateIcon, ScreenBody } from '@tern/ui';
import { Suspense, use, useEffect, useState } from 'react';
import { OrderFormBeside } from '../../../../kernel/beside.tsx';
import { OneMarket } from '../../../../kernel/market-choice/one-market.tsx';
import { pages } from '../../../../kernel/pages.ts';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import { useIsStale } from '../../../../kernel/quotes/feed-health.tsx';
import { useInstrument } from '../../../../kernel/quotes/quote-store.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import {
  useNavigator,
  usePageTitle,
  useParams,
} from '../../../../platform/navigation/current-page.ts';
import { lastInterval, lastSymbol, rememberInterval, rememberSymbol } from '../chart-choice.ts';
import type { Interval } from '../intervals.ts';
import { useCandleHistory } from '../use-candle-history.ts';
import { type FullView, useFullView, useSideways } from '../use-full-view.ts';
import { type OwnLines, useOwnLines } from '../use-own-lines.ts';
import { FullChart } from '../parts/full-chart.tsx';
import { IntervalRow } from '../parts/interval-row.tsx';
import { LineChoice } from '../parts/line-choice.tsx';
import { useChartScript, MarketChart } from '../parts/market-chart.tsx';
import { ChartHeader } from '../parts/chart-header.tsx';
import { ChartSkeleton } from '../parts/chart-skeleton.tsx';
import { useLiveness } from '../parts/live-pill.tsx';
import { MarketDetail } from '../parts/market-detail.tsx';
import { usePairSheet } from '../../../../kernel/market-choice/pair-sheet.tsx';
import { PriceBlock } from '../parts/price-block.tsx';
import { TradeBar } from '../parts/trade-bar.tsx';
import styles from '../parts/chart.module.css';

export function ChartScreen() {
  const t = useT();
  const navigator = useNavigator();
  const [symbol] = useState(useParams()['symbol'] ?? lastSymbol);
  const pairs = usePairSheet(symbol, (chosen) => {
    if (chosen !== symbol) navigator.redirect(pages.chart, { symbol: chosen });
  });
  const market = useInstrument(symbol);
  const isSideways = useSideways();
  const view = useFullView();
  const isFull = market !== undefined && view.isFull;
  useChartScript();
  const pair = market && `${market.base}/${market.quote}`;
  usePageTitle(pair && `${pair} · ${BRAND_NAME}`);
  useEffect(() => {
    if (pair) rememberSymbol(symbol);
  }, [symbol, pair]);
  return (
    <>
      {!isFull && (
        <ChartHeader
          symbol={symbol}
          pair={pair ?? t('market.chartTitle')}
          onChoosePair={pairs.open}
        />
      )}
      <ScreenBody foot="cta">
        <OneMarket symbol={symbol} skeleton={<ChartSkeleton />} onChoose={pairs.open}>
          {(found) => <ChartOf market={found} view={view} onChoosePair={pairs.open} />}
        </OneMarket>
        {market && !isSideways && !isFull && <TradeBar symbol={symbol} />}
      </ScreenBody>
      {pairs.sheet}
    </>
  );
}

interface ChartOfProps {
  market: Instrument;
  view: FullView;
  onChoosePair: () => void;
}

function ChartOf({ market, view, onChoosePair }: ChartOfProps) {
  const kind = market.class === 'crypto' ? 'crypto' : 'metalsAndForex';
  const isOld = useIsStale(market.symbol);
  const isBehind = useLiveness(kind) === 'behind' || isOld;
  const [interval, setInterval] = useState(lastInterval);
  const history = useCandleHistory(market, interval);
  const own = useOwnLines(market);
  const choose = (chosen: Interval) => {
    setInterval(chosen);
    rememberInterval(chosen);
  };
  const isSideways = useSideways();
  const orderForm = use(OrderFormBeside);
  const isStale = isBehind || !market.isOpen;
  if (view.isFull) {
    return (
      <FullChart {...{ market, history, isStale, view, own, onChoosePair }} onInterval={choose} />
    );
  }
  const chart = (
    <>
      <PriceBlock market={market} history={history} />
      <IntervalRow value={interval} onChange={choose} />
      <MarketChart {...{ market, history, isStale }} lines={own.lines} />
      <ChartTools own={own} onFill={view.open} />
      <MarketDetail key={market.symbol} market={market} history={history} />
    </>
  );
  if (!isSideways || orderForm === undefined) return chart;
  return (
    <div className={styles.sides}>
      <div>{chart}</div>
      <div>
        <Suspense>{orderForm(market.symbol)}</Suspense>
      </div>
    </div>
  );
}

/** Below the chart: which of the member's lines it shows, and the way to the whole screen. */
function ChartTools({ own, onFill }: { own: OwnLines; onFill: () => void }) {
  const t = useT();
  return (
    <div className={styles.tools}>
      <LineChoice own={own} />
      <IconButton icon={rotateIcon} label={t('market.fillScreen')} onPress={onFill} />
    </div>
  );
}
