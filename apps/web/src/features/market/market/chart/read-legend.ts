/** The legend values: at the crosshair, or at the newest candle. */
import type { Chart } from 'klinecharts';
import type { CandleHistory } from '../candle-history.ts';
import type { Legend } from './chart-handle.ts';
import {
  MAIN_PANE,
  SUB_PANE,
  type ChosenIndicators,
  legendOf,
  type MainIndicator,
  type SubIndicator,
} from './indicators.ts';
import { indexAtX } from './chart-coordinates.ts';

export interface LegendRequest {
  chart: Chart;
  history: CandleHistory;
  chosen: ChosenIndicators;
  pricePlaces: number;
  /** Index under the crosshair. */
  pointedX: number | undefined;
}

export function readLegend(request: LegendRequest): Legend {
  const { chart, history, chosen, pricePlaces, pointedX } = request;
  const newest = history.candles.length - 1;
  const at = pointedX === undefined ? undefined : indexAtX(chart, pointedX);
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
  };
}
