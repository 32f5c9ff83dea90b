/** Draws a broken line between two candles separated by a feed gap. */
import type { IndicatorDrawParams } from 'klinecharts';
import type { MarksContext } from './price-marks.ts';

const DASH = [3, 3];

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
