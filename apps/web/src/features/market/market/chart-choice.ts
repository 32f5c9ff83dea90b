/** The last chart settings, kept on the device: market, interval, indicators. */
import { isText, slot } from '../../../platform/storage.ts';
import {
  type ChosenIndicators,
  DEFAULT_INDICATORS,
  isChosenIndicators,
} from './chart/indicators.ts';
import { DEFAULT_INTERVAL, type Interval, isInterval } from './intervals.ts';

const FIRST_SYMBOL = 'btcusdt';

const slots = {
  symbol: slot('chart-symbol', isText),
  interval: slot('chart-interval', isInterval),
  indicators: slot('chart-indicators', isChosenIndicators),
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
