/** The chart's two axes: a few round prices on the right, a few round times below. */
import type { Chart } from 'klinecharts';
import { decimalText } from '../../../../kernel/quotes/quote.ts';
import type { Interval } from '../intervals.ts';
import { axisTime } from './chart-formats.ts';
import { MAIN_PANE, PRICE_AXIS_WIDTH, SCALE } from './indicators.ts';
import { xOfIndex } from './chart-coordinates.ts';
import { AXIS_FONT } from './chart-styles.ts';
import { timeTicks } from './time-ticks.ts';

/** Pixels between price lines, and between times. */
const PRICE_LINE_GAP = 44 * SCALE;
const TIME_LABEL_GAP = 76 * SCALE;
const HALF_LABEL = 16 * SCALE;
const TAG_HEIGHT = 16 * SCALE;
/** Padding left and right of a price. */
const PRICE_PADDING = 12;

/** Width of a printed price: small coins have many places. */
export function axisWidthFor(price: string): number {
  const ctx = document.createElement('canvas').getContext('2d');
  if (!ctx) return PRICE_AXIS_WIDTH;
  ctx.font = AXIS_FONT;
  return Math.max(PRICE_AXIS_WIDTH, Math.ceil(ctx.measureText(price).width) + PRICE_PADDING);
}

/** Whether a price with this many places is exact. */
function isPrice(value: string | number, places: number): boolean {
  return (decimalText(Number(value)).split('.')[1]?.length ?? 0) <= places;
}

/** Evenly spaced price lines, none under the label of the last price. */
export function thinPrices(chart: Chart, pricePlaces: number): void {
  chart.overrideYAxis({
    paneId: MAIN_PANE,
    createTicks: ({ range, bounding, defaultTicks }) => {
      const ticks = defaultTicks.filter(({ value }) => isPrice(value, pricePlaces));
      const [first, second] = ticks;
      const step = first && second ? Math.abs(first.coord - second.coord) : PRICE_LINE_GAP;
      const every = Math.max(1, Math.ceil(PRICE_LINE_GAP / step));
      const last = chart.getDataList().at(-1)?.close ?? 0;
      const tag = ((range.to - last) / range.range) * bounding.height;
      return ticks.filter(
        ({ coord }, index) => index % every === 0 && Math.abs(coord - tag) > TAG_HEIGHT,
      );
    },
  });
}

/** Round times below the candles, at least one label width apart. */
export function putTimes(chart: Chart, interval: Interval, locale: string): void {
  const textOf = axisTime(interval, locale);
  chart.overrideXAxis({
    createTicks: ({ range, bounding }) => {
      const from = Math.max(0, range.realFrom);
      const shown = chart.getDataList().slice(from, range.realTo);
      const starts = shown.map((bar) => bar.timestamp);
      const gap = TIME_LABEL_GAP / chart.getBarSpace().bar;
      return timeTicks({ starts, gap, interval })
        .map(({ index, isNewDay }) => {
          const value = starts[index] ?? 0;
          return { value, coord: xOfIndex(chart, from + index), text: textOf(value, isNewDay) };
        })
        .filter(({ coord }) => coord > HALF_LABEL && coord < bounding.width - HALF_LABEL);
    },
  });
}
