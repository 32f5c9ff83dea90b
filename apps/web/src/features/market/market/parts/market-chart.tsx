/** A market's candle chart with indicators, in all its states. */
import { useQuery } from '@tanstack/react-query';
import { formatDate, StateBlock, useNumberLocale } from '@tern/ui';
import { type ReactNode, useId, useState } from 'react';
import { Loaded } from '../../../../kernel/loaded.tsx';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { CandleHistory } from '../candle-history.ts';
import { lastIndicators, rememberIndicators } from '../chart-choice.ts';
import {
  CHART_HEIGHT,
  type ChosenIndicators,
  mainIndicators,
  subIndicators,
} from '../chart/indicators.ts';
import { newestBreak } from '../feed-gaps.ts';
import { zoneOf } from '../intervals.ts';
import type { OwnLine } from '../own-lines.ts';
import { CandleCanvas, type CandleCanvasProps } from './candle-canvas.tsx';
import { CandleReading } from './candle-reading.tsx';
import { PaneSkeleton } from './chart-skeleton.tsx';
import styles from './chart.module.css';

export interface MarketChartProps {
  market: Instrument;
  history: CandleHistory;
  /** The feed is stale, or the market is closed: the last price is not current. */
  isStale: boolean;
  /** The member's own. */
  lines: readonly OwnLine[];
}

export function MarketChart(props: MarketChartProps) {
  const { market, history } = props;
  const trendId = useId();
  const [chosen, setChosen] = useState(lastIndicators);
  const choose = (next: ChosenIndicators) => {
    setChosen(next);
    rememberIndicators(next);
  };
  return (
    <>
      <Framed>
        <CandlePane {...props} chosen={chosen} trendId={trendId} />
      </Framed>
      <IndicatorRow chosen={chosen} onChoose={choose} />
      <Silent history={history} />
      {history.candles.length > 0 && (
        <CandleReading id={trendId} market={market} history={history} />
      )}
    </>
  );
}

const NO_INDICATORS: ChosenIndicators = { main: undefined, hasVolume: false, sub: undefined };

/** Only the candles and the member's own lines. */
export function FullMarketChart(
  props: MarketChartProps & Required<Pick<CandleCanvasProps, 'onPointed'>>,
) {
  const { market, history } = props;
  const trendId = useId();
  return (
    <>
      <CandlePane {...props} chosen={NO_INDICATORS} trendId={trendId} />
      {history.candles.length > 0 && (
        <CandleReading id={trendId} market={market} history={history} />
      )}
    </>
  );
}

type CandlePaneProps = MarketChartProps &
  Pick<CandleCanvasProps, 'chosen' | 'trendId' | 'onPointed'>;

/** The candles, or why there are none. */
function CandlePane(props: CandlePaneProps) {
  const { market, history } = props;
  const script = useChartScript();
  const isReady = history.state === 'ready' && script.data !== undefined;
  const hasFailed = history.state === 'failed' || script.isError;
  const query = {
    data: isReady ? { history, script: script.data } : undefined,
    isError: hasFailed,
    error: (history.error ?? script.error) as Error | null,
    refetch: () => retry(history, script.refetch),
  };
  return (
    <Loaded query={query as never} skeleton={<PaneSkeleton />}>
      {(ready: NonNullable<typeof query.data>) =>
        ready.history.candles.length === 0 ? (
          <NoTrades />
        ) : (
          <CandleCanvas
            {...props}
            key={`${market.symbol} ${history.interval}`}
            create={ready.script.createCandleChart}
            history={ready.history}
          />
        )
      }
    </Loaded>
  );
}

async function retry(history: CandleHistory, reloadScript: () => Promise<unknown>) {
  await Promise.all([history.open(), reloadScript()]);
}

/** The frame keeps its height in every state, so that nothing below it moves. */
function Framed({ children }: { children: ReactNode }) {
  return (
    <div className={styles.state} style={{ minHeight: CHART_HEIGHT + 24 }}>
      {children}
    </div>
  );
}

function NoTrades() {
  const t = useT();
  return <StateBlock kind="empty" title={t('market.noTradesHere')} />;
}

/** Explains the broken line in the chart. */
function Silent({ history }: { history: CandleHistory }) {
  const t = useT();
  const locale = useNumberLocale();
  const { candles, feedGaps, interval } = history;
  const gap = newestBreak(candles, feedGaps, interval);
  if (!gap) return null;
  const moment = (at: number) =>
    formatDate(at, { locale, detail: 'minute', timeZone: zoneOf(interval) });
  return (
    <p className={styles.silent}>
      {t('market.feedGap', { from: moment(gap.from), to: moment(gap.to) })}
    </p>
  );
}

/** Requested as soon as the page is shown, in parallel with the candles. */
export function useChartScript() {
  return useQuery({
    queryKey: ['chart-script'],
    queryFn: () => import('../chart/candle-chart.ts'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

interface IndicatorRowProps {
  chosen: ChosenIndicators;
  onChoose: (chosen: ChosenIndicators) => void;
}

/** One over, volume and one more under; a second tap removes it. */
function IndicatorRow({ chosen, onChoose }: IndicatorRowProps) {
  const t = useT();
  const choice = (name: string, isOn: boolean, next: ChosenIndicators) => (
    <button
      key={name}
      type="button"
      className={styles.indicator}
      aria-pressed={isOn}
      onClick={() => onChoose(next)}
    >
      {name}
    </button>
  );
  return (
    <div className={styles.indicators}>
      <div role="group" aria-label={t('market.overCandles')}>
        <span aria-hidden="true">{t('market.main')}</span>
        {mainIndicators.map((name) => {
          const isOn = chosen.main === name;
          return choice(name, isOn, { ...chosen, main: isOn ? undefined : name });
        })}
      </div>
      <div role="group" aria-label={t('market.underCandles')}>
        <span aria-hidden="true">{t('market.sub')}</span>
        {choice('VOL', chosen.hasVolume, { ...chosen, hasVolume: !chosen.hasVolume })}
        {subIndicators.map((name) => {
          const isOn = chosen.sub === name;
          return choice(name, isOn, { ...chosen, sub: isOn ? undefined : name });
        })}
      </div>
    </div>
  );
}
