/** Formats prices, volumes and times on the chart's canvas, as in the rest of the product. */
import { formatAmount, formatDate, formatPrice, formatVolume } from '@tern/ui';
import type { FormatDateParams } from 'klinecharts';
import { decimalText } from '../../../../kernel/quotes/quote.ts';
import { type Interval, isDaily, zoneOf } from '../intervals.ts';

/** The full date and time, below the crosshair. */
export function momentFormat(interval: Interval, locale: string) {
  const options = { locale, timeZone: zoneOf(interval) };
  const detail = isDaily(interval) ? 'day' : 'minute';
  return ({ timestamp }: FormatDateParams) => formatDate(timestamp, { ...options, detail });
}

/** An axis label: the time of day, for the first candle of a day the date; for months their name. */
export function axisTime(interval: Interval, locale: string) {
  const options = { locale, timeZone: zoneOf(interval) };
  return (start: number, isNewDay: boolean) => {
    if (interval === '1mon') return formatDate(start, { ...options, detail: 'month' });
    const detail = isNewDay || isDaily(interval) ? 'date' : 'clock';
    return formatDate(start, { ...options, detail });
  };
}

/** The library passes numbers as text with the market's places; leaves other text unchanged. */
export function groupedPrice(locale: string) {
  return (value: string | number) => {
    const text = typeof value === 'number' ? decimalText(value) : value;
    const printed = formatPrice(text, { locale });
    return printed === '---' ? text : printed;
  };
}

/** A round quantity on the volume axis. */
export function quantityOnAxis(locale: string) {
  return (value: string | number) => {
    const text = decimalText(Number(value));
    const isLong = Math.abs(Number(value)) >= 1_000_000;
    return isLong ? formatVolume(text, locale) : formatAmount(text, { locale, places: 0 });
  };
}
