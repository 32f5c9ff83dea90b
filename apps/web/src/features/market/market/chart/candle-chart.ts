/** The candle chart on its canvas: the interface to the charting library. */
import { formatPrice } from '@tern/ui';
import {
  type Chart,
  type Crosshair,
  type DataLoader,
  dispose,
  type KLineData,
  registerIndicator,
} from 'klinecharts';
import { decimalText } from '../../../../kernel/quotes/quote.ts';
import type { CandleHistory } from '../candle-history.ts';
import type { Candle } from '../candle.ts';
import { feedGapBetween } from '../feed-gaps.ts';
import { axisWidthFor, putTimes, thinPrices } from './chart-axes.ts';
import { readColours } from './chart-colours.ts';
import {
  candlesHeight,
  crossAt,
  indexAtX,
  positionBeside,
  priceAtY,
  yOfPrice,
} from './chart-coordinates.ts';
import { quantityOnAxis } from './chart-formats.ts';
import type { CandleChart, CandleChartOptions, Legend, Place } from './chart-handle.ts';
import { chartStyles } from './chart-styles.ts';
import { showIndicators } from './indicator-panes.ts';
import {
  type ChosenIndicators,
  legendOf,
  MAIN_PANE,
  type MainIndicator,
  SUB_PANE,
  type SubIndicator,
} from './indicators.ts';
import { openChart } from './open-chart.ts';
import { drawFeedGaps, drawPriceMarks, type MarksContext } from './price-marks.ts';

const MARKS = 'TERN_MARKS';

registerIndicator<unknown, unknown, MarksContext>({
  name: MARKS,
  figures: [],
  calc: (bars) => bars.map(() => ({})),
  draw: (params) => {
    drawFeedGaps(params);
    return drawPriceMarks(params);
  },
});

/** Calls `draw` once in the next frame, however often it is requested. */
function oncePerFrame(draw: () => void): { ask: () => void; stop: () => void } {
  let frame = 0;
  const stop = () => cancelAnimationFrame(frame);
  const ask = () => {
    stop();
    frame = requestAnimationFrame(draw);
  };
  return { ask, stop };
}

/** What the marks need from a history. */
function marksContext(
  { history, pricePlaces, locale }: CandleChartOptions,
  onPaint: () => void,
): MarksContext {
  return {
    colours: readColours(),
    precision: pricePlaces,
    priceText: (value) => formatPrice(decimalText(value), { locale, places: pricePlaces }),
    quantityText: quantityOnAxis(locale),
    isBrokenBetween: (before, after) =>
      feedGapBetween(history.feedGaps, { before, after }, history.interval) !== undefined,
    onPaint,
  };
}

/** Draws the history into a box and follows it until disposed. */
export function createCandleChart(options: CandleChartOptions): CandleChart {
  const { box, history, pricePlaces, locale, onLegend } = options;
  const context = marksContext(options, () => {
    legend.ask();
    options.onPaint();
  });
  const axisWidth = axisWidthFor(context.priceText(Number(history.candles.at(-1)?.high ?? 0)));
  const chart = openChart(options, context.colours, axisWidth);
  let chosen = options.indicators;
  let pointed: Place | undefined;
  let told = '';
  const legend = oncePerFrame(() => {
    const now = readLegend({ chart, history, chosen, pricePlaces, pointed });
    const text = JSON.stringify(now);
    if (text !== told) onLegend(now);
    told = text;
  });
  const point = (place: Place | undefined) => {
    pointed = place;
    // Its type does not include undefined, which hides the crosshair.
    chart.executeAction('onCrosshairChange', place as Crosshair);
    legend.ask();
  };
  const setIndicators = (next: ChosenIndicators) => {
    chosen = next;
    showIndicators(chart, chosen, context);
    legend.ask();
  };

  setIndicators(chosen);
  const marks = { name: MARKS, precision: pricePlaces, extendData: context };
  chart.createIndicator({ ...marks, paneId: MAIN_PANE }, true);
  thinPrices(chart, pricePlaces);
  putTimes(chart, history.interval, locale);
  const stopFeeding = feedChart(chart, history);
  const watcher = new ResizeObserver(() => chart.resize());
  watcher.observe(box);
  return {
    yOf: (price) => yOfPrice(chart, price),
    priceAt: (y) => priceAtY(chart, y),
    size: () => ({
      height: candlesHeight(chart),
      axis: axisWidth,
      lastY: yOfPrice(chart, chart.getDataList().at(-1)?.close ?? Number.NaN),
    }),
    setIndicators,
    restyle: (isStale) => {
      context.colours = readColours();
      chart.setStyles(chartStyles(context.colours, isStale, axisWidth));
    },
    scrollBy: (distance) => chart.scrollByDistance(distance),
    zoomBy: (factor, x) => chart.zoomAtCoordinate(factor, { x, y: 0 }),
    point,
    pointNext: (steps) => point(positionBeside(chart, pointed?.x, steps)),
    dispose: () => {
      legend.stop();
      watcher.disconnect();
      stopFeeding();
      dispose(chart);
    },
  };
}

/** For drawing only: prices are never printed from the chart's floats. */
function barOf({ start, open, high, low, close, amount }: Candle): KLineData {
  return {
    timestamp: start,
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
    volume: Number(amount),
  };
}

/** Starts feeding; returns the function that stops it. */
function feedChart(chart: Chart, history: CandleHistory): () => void {
  let push: ((bar: KLineData) => void) | undefined;
  const loader: DataLoader = {
    getBars: async ({ type, callback }) => {
      if (type === 'init') callback(history.candles.map(barOf), { forward: history.hasOlder });
      else if (type !== 'forward') callback([]);
      else {
        const older = await history.loadOlder();
        callback(older.map(barOf), { forward: history.hasOlder && older.length > 0 });
      }
    },
    subscribeBar: ({ callback }) => {
      push = callback;
    },
    unsubscribeBar: () => {
      push = undefined;
    },
  };
  chart.setDataLoader(loader);
  return history.subscribe((change) => {
    if (change.kind === 'all') chart.resetData();
    else if (change.kind === 'tail') for (const candle of change.candles) push?.(barOf(candle));
  });
}

interface LegendRequest {
  chart: Chart;
  history: CandleHistory;
  chosen: ChosenIndicators;
  pricePlaces: number;
  /** The crosshair. */
  pointed: Place | undefined;
}

/** The legend values: at the crosshair, or at the newest candle. */
function readLegend(request: LegendRequest): Legend {
  const { chart, history, chosen, pricePlaces, pointed } = request;
  const newest = history.candles.length - 1;
  const at = pointed === undefined ? undefined : indexAtX(chart, pointed.x);
  const index = at === undefined ? newest : Math.max(0, Math.min(newest, at));
  const candle = history.candles[index];
  const items = (name: MainIndicator | SubIndicator | undefined, paneId: string) => {
    if (!name) return [];
    const [indicator] = chart.getIndicators({ name, paneId });
    const row = indicator?.result[index] as Record<string, unknown> | undefined;
    return legendOf(name, row, pricePlaces);
  };
  return {
    main: items(chosen.main, MAIN_PANE),
    volume: candle?.amount,
    sub: items(chosen.sub, SUB_PANE),
    pointed: at === undefined ? undefined : candle,
    cross: pointed && crossAt(chart, pointed),
  };
}
