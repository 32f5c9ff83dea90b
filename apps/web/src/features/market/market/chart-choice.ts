/** The last chart settings, kept on the device: market, interval, indicators, own lines. */
import { isText, slot } from '../../../platform/storage.ts';
import {
  type ChosenIndicators,
  DEFAULT_INDICATORS,
  isChosenIndicators,
} from './chart/indicators.ts';
import { lineGroups, type ShownLines } from './own-lines.ts';
import { DEFAULT_INTERVAL, type Interval, isInterval } from './intervals.ts';

const FIRST_SYMBOL = 'btcusdt';

const ALL_LINES: ShownLines = { orders: true, alerts: true, average: true };

const isShownLines = (value: unknown): value is ShownLines =>
  typeof value === 'object' &&
  value !== null &&
  lineGroups.every((group) => typeof (value as Partial<ShownLines>)[group] === 'boolean');

const slots = {
  symbol: slot('chart-symbol', isText),
  interval: slot('chart-interval', isInterval),
  indicators: slot('chart-indicators', isChosenIndicators),
  lines: slot('chart-lines', isShownLines),
};

export function lastSymbol(): string {
  return slots.symbol.read() ?? FIRST_SYMBOL;
}

export function rememberSymbol(symbol: string): void {
  slots.symbol.write(symbol);
}

export function lastInterval(): Interval {
  return slots.interval.read() ?? DEFAULT_INTERVAL;
}

export function rememberInterval(interval: Interval): void {
  slots.interval.write(interval);
}

export function lastIndicators(): ChosenIndicators {
  return slots.indicators.read() ?? DEFAULT_INDICATORS;
}

export function rememberIndicators(chosen: ChosenIndicators): void {
  slots.indicators.write(chosen);
}

export function lastLines(): ShownLines {
  return slots.lines.read() ?? ALL_LINES;
}

export function rememberLines(shown: ShownLines): void {
  slots.lines.write(shown);
}
