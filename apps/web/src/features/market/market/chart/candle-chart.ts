/** The candle chart on its canvas: the interface to the charting library. */
import { formatPrice } from '@tern/ui';
import { type Crosshair, dispose, registerIndicator } from 'klinecharts';
import { decimalText } from '../../../../kernel/quotes/quote.ts';
import { axisWidthFor, putTimes, thinPrices } from './chart-axes.ts';
import { quantityOnAxis } from './chart-formats.ts';
import { MAIN_PANE, type ChosenIndicators } from './indicators.ts';
import { readColours } from './chart-colours.ts';
import { positionBeside } from './chart-coordinates.ts';
import { chartStyles } from './chart-styles.ts';
import { feedChart } from './feed-chart.ts';
import { showIndicators } from './indicator-panes.ts';
import type { CandleChart, CandleChartOptions, Place } from './chart-handle.ts';
import { feedGapBetween } from '../feed-gaps.ts';
import { openChart } from './open-chart.ts';
import { drawPriceMarks, type MarksContext, drawFeedGaps } from './price-marks.ts';
import { readLegend } from './read-legend.ts';

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
  const context = marksContext(options, () => legend.ask());
  const axisWidth = axisWidthFor(context.priceText(Number(history.candles.at(-1)?.high ?? 0)));
  const chart = openChart(options, context.colours, axisWidth);
  let chosen = options.indicators;
  let pointed: Place | undefined;
  let told = '';
  const legend = oncePerFrame(() => {
    const now = readLegend({ chart, history, chosen, pricePlaces, pointedX: pointed?.x });
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
