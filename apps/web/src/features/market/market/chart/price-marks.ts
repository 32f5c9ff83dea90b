/** Labels the highest and lowest shown price, and marks feed gaps; also reports when a frame was drawn. */
import type { Chart, IndicatorDrawParams } from 'klinecharts';
import type { ChartColours } from './chart-colours.ts';
import { AXIS_FONT } from './chart-styles.ts';

/** Inputs of the chart's custom drawings. */
export interface MarksContext {
  colours: ChartColours;
  /** Decimal places of the market's prices; without them the chart treats the differences of small coins as none. */
  precision: number;
  /** Decimal places of the volume axis. */
  quantityText: (value: string | number) => string;
  priceText: (value: number) => string;
  /** Whether a feed gap lies between two candles, by their starts. */
  isBrokenBetween: (before: number, after: number) => boolean;
  /** Called after every drawing of the candles. */
  onPaint: () => void;
}

const LEADER = 14;
const GAP = 5;
const HALO = 3;

interface Extreme {
  index: number;
  price: number;
}

function extremesOf(chart: Chart): { high: Extreme; low: Extreme } | undefined {
  const bars = chart.getDataList();
  const { from, to } = chart.getVisibleRange();
  const first = bars[from];
  if (!first) return undefined;
  const high = { index: from, price: first.high };
  const low = { index: from, price: first.low };
  for (let index = from; index < Math.min(to, bars.length); index++) {
    const bar = bars[index];
    if (bar && bar.high > high.price) Object.assign(high, { index, price: bar.high });
    if (bar && bar.low < low.price) Object.assign(low, { index, price: bar.low });
  }
  return { high, low };
}

/** The text is on the side with more room. */
function drawMark(
  ctx: CanvasRenderingContext2D,
  { x, y, width }: { x: number; y: number; width: number },
  { text, colours }: { text: string; colours: ChartColours },
): void {
  const sign = x > width / 2 ? -1 : 1;
  const lineEnd = x + sign * LEADER;
  ctx.strokeStyle = colours.text2;
  ctx.lineWidth = 1;
  ctx.setLineDash([]);
  ctx.beginPath();
  ctx.moveTo(x, Math.round(y) + 0.5);
  ctx.lineTo(lineEnd, Math.round(y) + 0.5);
  ctx.stroke();
  ctx.font = AXIS_FONT;
  ctx.textAlign = sign < 0 ? 'right' : 'left';
  ctx.textBaseline = 'middle';
  ctx.lineJoin = 'round';
  ctx.lineWidth = HALO;
  ctx.strokeStyle = colours.canvas;
  ctx.strokeText(text, lineEnd + sign * GAP, y);
  ctx.fillStyle = colours.text2;
  ctx.fillText(text, lineEnd + sign * GAP, y);
}

/** Drawn as an indicator of the candle pane: the only place with access to the current axes. */
export function drawPriceMarks(
  params: IndicatorDrawParams<unknown, unknown, MarksContext>,
): boolean {
  const { ctx, chart, indicator, bounding, xAxis, yAxis } = params;
  const { colours, priceText, onPaint } = indicator.extendData;
  const extremes = extremesOf(chart);
  if (extremes) {
    ctx.save();
    for (const { index, price } of [extremes.high, extremes.low]) {
      const place = { x: xAxis.convertToPixel(index), y: yAxis.convertToPixel(price) };
      drawMark(ctx, { ...place, width: bounding.width }, { text: priceText(price), colours });
    }
    ctx.restore();
  }
  onPaint();
  return true;
}

const DASH = [3, 3];

/** Draws a broken line between two candles separated by a feed gap. */
export function drawFeedGaps(params: IndicatorDrawParams<unknown, unknown, MarksContext>): void {
  const { ctx, chart, indicator, bounding, xAxis } = params;
  const { colours, isBrokenBetween } = indicator.extendData;
  const bars = chart.getDataList();
  const { from, to } = chart.getVisibleRange();
  ctx.save();
  ctx.strokeStyle = colours.text3;
  ctx.lineWidth = 1;
  ctx.setLineDash(DASH);
  for (let index = Math.max(1, from); index < Math.min(to + 1, bars.length); index += 1) {
    const [before, after] = [bars[index - 1]!.timestamp, bars[index]!.timestamp];
    if (!isBrokenBetween(before, after)) continue;
    const middle = (xAxis.convertToPixel(index - 1) + xAxis.convertToPixel(index)) / 2;
    ctx.beginPath();
    ctx.moveTo(Math.round(middle) + 0.5, 0);
    ctx.lineTo(Math.round(middle) + 0.5, bounding.height);
    ctx.stroke();
  }
  ctx.restore();
}
