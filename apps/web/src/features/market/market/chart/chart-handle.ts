/** The props of a candle chart, and its methods. */
import type { Candle } from '../candle.ts';
import type { CandleHistory } from '../candle-history.ts';
import type { ChosenIndicators, LegendItem } from './indicators.ts';

export interface Legend {
  main: LegendItem[];
  /** Volume in base, decimal text. */
  volume: string | undefined;
  sub: LegendItem[];
  /** The candle under the crosshair. */
  pointed: Candle | undefined;
  /** The crosshair while it is over the candles: pixels, and the price there, which is on no tick. */
  cross: (Place & { price: number }) | undefined;
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
  /** Called whenever the candles were drawn: their scale may be another one. */
  onPaint: () => void;
}

export interface CandleChart {
  /** Pixels from the top of the candles, also outside of them; undefined before the first candles. */
  yOf: (price: number) => number | undefined;
  /** The price at this many pixels from their top, which is on no tick. */
  priceAt: (y: number) => number | undefined;
  /** Height of the candles, width of their price axis, and where the last price stands on it; pixels. */
  size: () => { height: number; axis: number; lastY: number | undefined };
  setIndicators: (chosen: ChosenIndicators) => void;
  /** Reapplies the page's colours; a stale feed greys the last price. */
  restyle: (isStale: boolean) => void;
  /** Pixels; positive shows older candles. */
  scrollBy: (distance: number) => void;
  /** More than 1 widens the candles; `x` keeps its position. */
  zoomBy: (factor: number, x: number) => void;
  /** Shows the crosshair at a position; undefined hides it. */
  point: (place: Place | undefined) => void;
  /** Moves the crosshair by candles, starting at the newest shown one. */
  pointNext: (steps: number) => void;
  dispose: () => void;
}

export interface Place {
  x: number;
  y: number;
}
