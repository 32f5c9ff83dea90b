/** The chart's canvas with its legends; a long press or the arrow keys show the crosshair. */
import { formatDate, formatPrice, useNumberLocale } from '@tern/ui';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useDisplay } from '../../../../kernel/display-settings.ts';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { CandleHistory } from '../candle-history.ts';
import type { Candle } from '../candle.ts';
import type { createCandleChart } from '../chart/candle-chart.ts';
import type { CandleChart, Legend } from '../chart/chart-handle.ts';
import { CHART_HEIGHT, type ChosenIndicators } from '../chart/indicators.ts';
import { ChartGestures } from '../chart/chart-gestures.ts';
import { isDaily, zoneOf } from '../intervals.ts';
import { useRunning } from '../use-candle-history.ts';
import type { OwnLine } from '../own-lines.ts';
import { AlertHere } from './alert-here.tsx';
import styles from './chart.module.css';
import { MainLegend, PaneLegends } from './chart-legends.tsx';
import { OwnLinesLayer } from './own-lines-layer.tsx';

export interface CandleCanvasProps {
  create: typeof createCandleChart;
  history: CandleHistory;
  market: Instrument;
  chosen: ChosenIndicators;
  isStale: boolean;
  /** Id of the sentence that describes the trend. */
  trendId: string;
  /** The member's own, drawn over the candles. */
  lines: readonly OwnLine[];
  /** In the view that fills the screen, which shows the figures of the candle at the crosshair itself, without a legend. */
  onPointed?: (candle: Candle | undefined) => void;
}

export function CandleCanvas(props: CandleCanvasProps) {
  const { market, history, chosen, trendId, lines, onPointed } = props;
  const [legend, setLegend] = useState<Legend>();
  const show = useCallback(
    (next: Legend) => {
      setLegend(next);
      onPointed?.(next.pointed);
    },
    [onPointed],
  );
  const { box, surface, chart, onPaint } = useChart(props, show);
  const isFull = onPointed !== undefined;
  return (
    <div className={isFull ? styles.fullCanvas : undefined}>
      {!isFull && <MainLegend market={market} legend={legend} history={history} />}
      <div className={styles.frame} style={{ height: isFull ? '100%' : CHART_HEIGHT }}>
        <div ref={box} className={styles.canvas} inert />
        <PaneLegends market={market} legend={legend} chosen={chosen} />
        <Surface {...{ surface, market, history, legend, trendId }} />
        <OwnLinesLayer {...{ market, lines, chart, onPaint }} />
        {legend?.cross && <AlertHere market={market} cross={legend.cross} />}
      </div>
    </div>
  );
}

/** Creates the chart when the page is shown and disposes of it when the page is hidden. */
function useChart(props: CandleCanvasProps, onLegend: (legend: Legend) => void) {
  const { create, history, market, chosen, isStale } = props;
  const { symbol, pricePlaces } = market;
  const locale = useNumberLocale();
  const { theme, palette, swapped } = useDisplay();
  const box = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const chart = useRef<CandleChart>(undefined);
  const first = useRef({ chosen, isStale });
  const onPaint = useRef<() => void>(undefined);
  const paint = useCallback(() => onPaint.current?.(), []);
  useEffect(() => {
    first.current = { chosen, isStale };
    chart.current?.setIndicators(chosen);
  }, [chosen, isStale]);
  useEffect(() => {
    const [drawn, touched] = [box.current, surface.current];
    if (!drawn || !touched) return undefined;
    const { chosen: indicators, isStale: startsStale } = first.current;
    const made = create({
      box: drawn,
      history,
      symbol,
      pricePlaces,
      locale,
      onLegend,
      onPaint: paint,
      indicators,
      isStale: startsStale,
    });
    const gestures = new ChartGestures(touched, made);
    chart.current = made;
    return () => {
      chart.current = undefined;
      gestures.stop();
      made.dispose();
    };
  }, [create, history, symbol, pricePlaces, locale, onLegend, paint]);
  useEffect(() => chart.current?.restyle(isStale), [isStale, theme, palette, swapped]);
  return { box, surface, chart, onPaint };
}

interface SurfaceProps {
  surface: RefObject<HTMLDivElement | null>;
  market: Instrument;
  history: CandleHistory;
  legend: Legend | undefined;
  trendId: string;
}

/** Receives touch and keyboard. For screen readers it is a slider over the candles that reads the current one. */
function Surface({ surface, market, history, legend, trendId }: SurfaceProps) {
  const t = useT();
  const locale = useNumberLocale();
  const { candles, interval } = history;
  const running = useRunning(history);
  const candle = legend?.pointed ?? running;
  const detail = isDaily(interval) ? 'day' : 'minute';
  const price = (value: string | undefined) =>
    formatPrice(value, { locale, places: market.pricePlaces });
  return (
    <div
      ref={surface}
      className={styles.surface}
      role="slider"
      tabIndex={0}
      aria-label={t('market.chartOf', {
        pair: `${market.base}/${market.quote}`,
        interval: t(`market.of${interval}`),
      })}
      aria-describedby={trendId}
      aria-valuemin={1}
      aria-valuemax={candles.length}
      aria-valuenow={legend?.pointed ? candles.indexOf(legend.pointed) + 1 : candles.length}
      aria-valuetext={t('market.candleReads', {
        time: formatDate(candle?.start, { locale, detail, timeZone: zoneOf(interval) }),
        open: price(candle?.open),
        high: price(candle?.high),
        low: price(candle?.low),
        close: price(candle?.close),
      })}
    />
  );
}
