/** The chart's indicators, their parameters, the names of their values, and the panes they are drawn in (CSS pixels). */
import { textScale } from '@tern/ui';
import { decimalText } from '../../../../kernel/quotes/quote.ts';

export const mainIndicators = ['MA', 'EMA', 'BOLL'] as const;
export const subIndicators = ['MACD', 'KDJ', 'RSI'] as const;
export type MainIndicator = (typeof mainIndicators)[number];
export type SubIndicator = (typeof subIndicators)[number];

/** The indicators over and under the candles; undefined draws none. */
export interface ChosenIndicators {
  main: MainIndicator | undefined;
  hasVolume: boolean;
  sub: SubIndicator | undefined;
}

export const DEFAULT_INDICATORS: ChosenIndicators = { main: 'MA', hasVolume: true, sub: 'MACD' };

interface Recipe {
  params: readonly number[];
  /** Result keys in the order of the line colours; an unnamed line shows only its value. */
  lines: readonly { key: string; name?: string }[];
  /** Its values are percentages, not prices. */
  isShare?: true;
}

/** MA and EMA 7, 25, 60 as in the design; the rest are the usual defaults. */
export const recipes: Record<MainIndicator | SubIndicator, Recipe> = {
  MA: {
    params: [7, 25, 60],
    lines: [
      { key: 'ma1', name: 'MA7' },
      { key: 'ma2', name: 'MA25' },
      { key: 'ma3', name: 'MA60' },
    ],
  },
  EMA: {
    params: [7, 25, 60],
    lines: [
      { key: 'ema1', name: 'EMA7' },
      { key: 'ema2', name: 'EMA25' },
      { key: 'ema3', name: 'EMA60' },
    ],
  },
  BOLL: {
    params: [20, 2],
    lines: [
      { key: 'up', name: 'UP' },
      { key: 'mid', name: 'MID' },
      { key: 'dn', name: 'DN' },
    ],
  },
  MACD: { params: [12, 26, 9], lines: [{ key: 'dif' }, { key: 'dea' }] },
  KDJ: { params: [9, 3, 3], lines: [{ key: 'k' }, { key: 'd' }, { key: 'j' }], isShare: true },
  RSI: {
    params: [6, 12, 24],
    lines: [{ key: 'rsi1' }, { key: 'rsi2' }, { key: 'rsi3' }],
    isShare: true,
  },
};

const SHARE_PLACES = 2;

export interface LegendItem {
  name: string | undefined;
  /** Decimal text; undefined where the indicator has no value yet. */
  value: string | undefined;
  /** Decimal places to show. */
  places: number;
}

/** The named values of an indicator at one candle. `row` is the chart library's result. */
export function legendOf(
  indicator: MainIndicator | SubIndicator,
  row: Readonly<Record<string, unknown>> | undefined,
  pricePlaces: number,
): LegendItem[] {
  const { lines, isShare } = recipes[indicator];
  return lines.map(({ key, name }) => {
    const value = row?.[key];
    const isKnown = typeof value === 'number' && Number.isFinite(value);
    const places = isShare ? SHARE_PLACES : pricePlaces;
    return { name, places, value: isKnown ? decimalText(value) : undefined };
  });
}

export function isChosenIndicators(value: unknown): value is ChosenIndicators {
  const chosen = value as Partial<ChosenIndicators> | null;
  if (typeof chosen !== 'object' || chosen === null) return false;
  const isOneOf = (list: readonly string[], name: unknown) =>
    name === undefined || list.some((known) => known === name);
  return (
    typeof chosen.hasVolume === 'boolean' &&
    isOneOf(mainIndicators, chosen.main) &&
    isOneOf(subIndicators, chosen.sub)
  );
}

/** What is drawn on the canvas grows with the member's font size too. */
export const SCALE = textScale();
/** Each pane below the candles: a legend of 20, then 50 for the volume or 60 for the indicator. */
export const VOLUME_HEIGHT = 70 * SCALE;
export const SUB_HEIGHT = 80 * SCALE;
export const TIME_AXIS_HEIGHT = 20 * SCALE;
export const PRICE_AXIS_WIDTH = 58 * SCALE;
/** 248 for the candles, plus two hairlines. */
export const CHART_HEIGHT = 248 * SCALE + VOLUME_HEIGHT + SUB_HEIGHT + TIME_AXIS_HEIGHT + 2;

export const MAIN_PANE = 'candle_pane';
export const VOLUME_PANE = 'volume';
export const SUB_PANE = 'sub';

/** Where the panes begin; a hidden pane leaves its room to the candles. */
export function paneTops(chosen: ChosenIndicators): { volume: number; sub: number } {
  const sub = CHART_HEIGHT - TIME_AXIS_HEIGHT - (chosen.sub ? SUB_HEIGHT : 0);
  return { sub, volume: sub - (chosen.sub ? 1 : 0) - VOLUME_HEIGHT };
}
