/** The chart of one market: price, candles, order book, trades, details, and a link to trade it. */
import { BRAND_NAME, ScreenBody } from '@tern/ui';
import { Suspense, use, useEffect, useState } from 'react';
import { OrderFormBeside, useSideways } from '../../../../kernel/beside.tsx';
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
import { type Interval, intervals } from '../intervals.ts';
import { useCandleHistory } from '../use-candle-history.ts';
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
  useChartScript();
  const pair = market && `${market.base}/${market.quote}`;
  usePageTitle(pair && `${pair} · ${BRAND_NAME}`);
  useEffect(() => {
    if (pair) rememberSymbol(symbol);
  }, [symbol, pair]);
  return (
    <>
      <ChartHeader
        symbol={symbol}
        pair={pair ?? t('market.chartTitle')}
        onChoosePair={pairs.open}
      />
      <ScreenBody foot="cta">
        <OneMarket symbol={symbol} skeleton={<ChartSkeleton />} onChoose={pairs.open}>
          {(found) => <ChartOf market={found} />}
        </OneMarket>
        {market && !isSideways && <TradeBar symbol={symbol} />}
      </ScreenBody>
      {pairs.sheet}
    </>
  );
}

function ChartOf({ market }: { market: Instrument }) {
  const kind = market.class === 'crypto' ? 'crypto' : 'metalsAndForex';
  const isOld = useIsStale(market.symbol);
  const isBehind = useLiveness(kind) === 'behind' || isOld;
  const [interval, setInterval] = useState(lastInterval);
  const history = useCandleHistory(market, interval);
  const choose = (chosen: Interval) => {
    setInterval(chosen);
    rememberInterval(chosen);
  };
  const isSideways = useSideways();
  const orderForm = use(OrderFormBeside);
  const chart = (
    <>
      <PriceBlock market={market} history={history} />
      <IntervalRow value={interval} onChange={choose} />
      <MarketChart market={market} history={history} isStale={isBehind || !market.isOpen} />
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

interface IntervalRowProps {
  value: Interval;
  onChange: (interval: Interval) => void;
}

/** The eight intervals in one row. */
function IntervalRow({ value, onChange }: IntervalRowProps) {
  const t = useT();
  return (
    <div className={styles.intervals} role="group" aria-label={t('market.interval')}>
      {intervals.map((interval) => (
        <button
          key={interval}
          type="button"
          className={styles.interval}
          aria-pressed={interval === value}
          aria-label={t(`market.of${interval}`)}
          onClick={() => onChange(interval)}
        >
          {t(`market.in${interval}`)}
        </button>
      ))}
    </div>
  );
}
