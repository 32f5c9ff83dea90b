/** The chart's dimensions in CSS pixels (design language §3: candle chart frame). */
import type { ChosenIndicators } from './indicators.ts';

/** Each pane below the candles: a legend of 20, then 50 for the volume or 60 for the indicator. */
export const VOLUME_HEIGHT = 70;
export const SUB_HEIGHT = 80;
export const TIME_AXIS_HEIGHT = 20;
export const PRICE_AXIS_WIDTH = 58;
/** 248 for the candles, plus two hairlines. */
export const CHART_HEIGHT = 248 + VOLUME_HEIGHT + SUB_HEIGHT + TIME_AXIS_HEIGHT + 2;

export const MAIN_PANE = 'candle_pane';
export const VOLUME_PANE = 'volume';
export const SUB_PANE = 'sub';

/** Where the panes begin; a hidden pane leaves its room to the candles. */
export function paneTops(chosen: ChosenIndicators): { volume: number; sub: number } {
  const sub = CHART_HEIGHT - TIME_AXIS_HEIGHT - (chosen.sub ? SUB_HEIGHT : 0);
  return { sub, volume: sub - (chosen.sub ? 1 : 0) - VOLUME_HEIGHT };
}
