/** What one gives a candle chart, and what one can do with it. */
import type { Candle } from '../candle.ts';
import type { CandleHistory } from '../candle-history.ts';
import type { ChosenIndicators, LegendItem } from './indicators.ts';

export interface Legend {
  main: LegendItem[];
  /** Traded in base at the candle, decimal text. */
  volume: string | undefined;
  sub: LegendItem[];
  /** The candle under the crosshair. */
  pointed: Candle | undefined;
}

export interface CandleChartOptions {
  box: HTMLElement;
  history: CandleHistory;
  symbol: string;
  pricePlaces: number;
  locale: string;
  indicators: ChosenIndicators;
  isStale: boolean;
  onLegend: (legend: Legend) => void;
}

export interface CandleChart {
  setIndicators: (chosen: ChosenIndicators) => void;
  /** Takes the colours of the page again; a stale feed greys the last price. */
  restyle: (isStale: boolean) => void;
  /** Pixels; positive shows older candles. */
  scrollBy: (distance: number) => void;
  /** More than 1 widens the candles; `x` stays where it is. */
  zoomBy: (factor: number, x: number) => void;
  /** Shows the crosshair at a place of the chart; undefined hides it. */
  point: (place: Place | undefined) => void;
  /** Moves the crosshair by candles, from the newest shown when there is none. */
  pointNext: (steps: number) => void;
  dispose: () => void;
}

export interface Place {
  x: number;
  y: number;
}
