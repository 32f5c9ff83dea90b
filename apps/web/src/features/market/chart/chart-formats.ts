/** How the chart's canvas writes prices, volumes and times: as the rest of the product does. */
import { formatAmount, formatDate, formatPrice, formatVolume } from '@tern/ui';
import type { FormatDateParams } from 'klinecharts';
import { decimalText } from '../../../kernel/quotes/quote.ts';
import { type Interval, isDaily, zoneOf } from '../intervals.ts';

/** The full moment, under the crosshair. */
export function momentFormat(interval: Interval, locale: string) {
  const options = { locale, timeZone: zoneOf(interval) };
  const detail = isDaily(interval) ? 'day' : 'minute';
  return ({ timestamp }: FormatDateParams) => formatDate(timestamp, { ...options, detail });
}

/** Under a candle on the axis: the clock, at midnight the date; a month by its name. */
export function axisTime(interval: Interval, locale: string) {
  const options = { locale, timeZone: zoneOf(interval) };
  return (start: number, isMidnight: boolean) => {
    if (interval === '1mon') return formatDate(start, { ...options, detail: 'month' });
    const detail = isMidnight || isDaily(interval) ? 'date' : 'clock';
    return formatDate(start, { ...options, detail });
  };
}

/** The library hands numbers as text with the market's places already on; what is no decimal stays. */
export function groupedPrice(locale: string) {
  return (value: string | number) => {
    const text = typeof value === 'number' ? decimalText(value) : value;
    const printed = formatPrice(text, { locale });
    return printed === '---' ? text : printed;
  };
}

/** A round quantity on the volume's axis. */
export function quantityOnAxis(locale: string) {
  return (value: string | number) => {
    const text = decimalText(Number(value));
    const isLong = Math.abs(Number(value)) >= 1_000_000;
    return isLong ? formatVolume(text, locale) : formatAmount(text, { locale, places: 0 });
  };
}
