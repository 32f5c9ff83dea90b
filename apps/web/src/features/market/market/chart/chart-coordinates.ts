/** Converts between candles and positions in the chart. */
import type { Chart } from 'klinecharts';
import { MAIN_PANE } from './indicators.ts';

const inMainPane = { paneId: MAIN_PANE };

function firstOf<Place>(found: Place | Place[]): Place | undefined {
  return Array.isArray(found) ? found[0] : found;
}

/** Pixels from the left edge to the middle of a candle. */
export function xOfIndex(chart: Chart, dataIndex: number): number {
  return firstOf(chart.convertToPixel([{ dataIndex }], inMainPane))?.x ?? 0;
}

export function indexAtX(chart: Chart, x: number): number | undefined {
  return firstOf(chart.convertFromPixel([{ x }], inMainPane))?.dataIndex;
}

/** Pixels from the top of the candles; undefined while there are none. */
export function yOfPrice(chart: Chart, price: number): number | undefined {
  const y = firstOf(chart.convertToPixel([{ value: price }], inMainPane))?.y;
  return y !== undefined && Number.isFinite(y) ? y : undefined;
}

export function priceAtY(chart: Chart, y: number): number | undefined {
  return firstOf(chart.convertFromPixel([{ y }], inMainPane))?.value;
}

export function candlesHeight(chart: Chart): number {
  return chart.getSize(MAIN_PANE, 'main')?.height ?? 0;
}

/** A place with the price there; undefined below the candles. */
export function crossAt(
  chart: Chart,
  { x, y }: { x: number; y: number },
): { x: number; y: number; price: number } | undefined {
  const price = firstOf(chart.convertFromPixel([{ x, y }], inMainPane))?.value;
  return price !== undefined && y <= candlesHeight(chart) ? { x, y, price } : undefined;
}

/** The close of the shown candle `steps` away from the one at `x`, or of the newest shown one. */
export function positionBeside(
  chart: Chart,
  x: number | undefined,
  steps: number,
): { x: number; y: number } | undefined {
  const bars = chart.getDataList();
  const { from, to } = chart.getVisibleRange();
  const newest = Math.min(to, bars.length) - 1;
  const at = x === undefined ? undefined : indexAtX(chart, x);
  const dataIndex = Math.max(from, Math.min(newest, at === undefined ? newest : at + steps));
  const value = bars[dataIndex]?.close;
  if (value === undefined) return undefined;
  const place = firstOf(chart.convertToPixel([{ dataIndex, value }], inMainPane));
  return { x: place?.x ?? 0, y: place?.y ?? 0 };
}
