/** Creates the chart library's instance in a box, configured in our style. */
import { type Chart, init } from 'klinecharts';
import { type Interval, isDaily } from '../intervals.ts';
import type { CandleChartOptions } from './chart-handle.ts';
import { groupedPrice, momentFormat } from './chart-formats.ts';
import type { ChartColours } from './chart-colours.ts';
import { chartStyles } from './chart-styles.ts';

/** Initial width of a candle with its gap, pixels: 45 candles fill the column. */
const FIRST_BAR_SPACE = 7;
const BAR_SPACE = { min: 2, max: 32 };
const RIGHT_MARGIN = 12;
const VOLUME_PRECISION = 2;

const LONG_PERIODS = {
  '60min': { type: 'hour', span: 1 },
  '1day': { type: 'day', span: 1 },
  '1week': { type: 'week', span: 1 },
  '1mon': { type: 'month', span: 1 },
} as const;

function periodOf(interval: Interval) {
  return interval in LONG_PERIODS
    ? LONG_PERIODS[interval as keyof typeof LONG_PERIODS]
    : ({ type: 'minute', span: Number.parseInt(interval, 10) } as const);
}

/** Without bars. Throws if there is no canvas to draw on. */
export function openChart(
  options: CandleChartOptions,
  colours: ChartColours,
  axisWidth: number,
): Chart {
  const { box, history, locale, isStale, symbol, pricePlaces } = options;
  const { interval } = history;
  const chart = init(box, {
    styles: chartStyles(colours, isStale, axisWidth),
    ...(isDaily(interval) ? { timezone: 'UTC' } : {}),
    formatter: { formatDate: momentFormat(interval, locale) },
    thousandsSeparator: { format: groupedPrice(locale) },
    decimalFold: { format: String },
    hotkey: { enabled: false },
    layout: {
      barSpaceLimit: BAR_SPACE,
      pane: { dragEnabled: false },
      yAxis: { gap: { top: 0.08, bottom: 0.08 }, scrollZoomEnabled: false },
    },
  });
  if (!chart) throw new Error('No canvas to draw the chart on');
  chart.setBarSpace(FIRST_BAR_SPACE);
  chart.setOffsetRightDistance(RIGHT_MARGIN);
  const precision = { pricePrecision: pricePlaces, volumePrecision: VOLUME_PRECISION };
  chart.setSymbol({ ticker: symbol, ...precision });
  chart.setPeriod(periodOf(interval));
  return chart;
}
