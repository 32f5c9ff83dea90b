/** Formats dates in the local time zone, 24 hours. */
import { UNKNOWN } from './format-number.ts';

/**
 * `minute` "21 Nov 2026, 09:29" · `second` adds seconds · `day` the date · `short` "21 Nov, 09:29" · `time` "09:29:14".
 * `dayName` "Saturday, 21 Nov 2026".
 * `clockZone` "09:29 GMT+1", with the time zone. For chart axes: `clock` "09:29" · `date` "21 Nov" · `month` "Nov 2026". In full: `monthName` "November 2026" · `dayMonth` "21 November".
 * Alone: `weekday` "Saturday" · `weekdayShort` "Sat".
 */
export type DateDetail =
  | 'minute'
  | 'second'
  | 'day'
  | 'dayName'
  | 'short'
  | 'time'
  | 'clock'
  | 'clockZone'
  | 'date'
  | 'month'
  | 'monthName'
  | 'dayMonth'
  | 'weekday'
  | 'weekdayShort';

/** Milliseconds since 1970, or ISO 8601 text. */
export type Moment = number | string | null | undefined;

const DAY = { day: 'numeric', month: 'short' } as const;
const YEAR = { ...DAY, year: 'numeric' } as const;
const MINUTE = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const SECOND = { ...MINUTE, second: '2-digit' } as const;

const DETAILS: Record<DateDetail, Intl.DateTimeFormatOptions> = {
  minute: { ...YEAR, ...MINUTE },
  second: { ...YEAR, ...SECOND },
  day: YEAR,
  dayName: { weekday: 'long', ...YEAR },
  short: { ...DAY, ...MINUTE },
  time: SECOND,
  clock: MINUTE,
  clockZone: { ...MINUTE, timeZoneName: 'short' },
  date: DAY,
  month: { month: 'short', year: 'numeric' },
  monthName: { month: 'long', year: 'numeric' },
  dayMonth: { day: 'numeric', month: 'long' },
  weekday: { weekday: 'long' },
  weekdayShort: { weekday: 'short' },
};

const formatters = new Map<string, Intl.DateTimeFormat>();

export interface DateOptions {
  readonly locale: string;
  readonly detail?: DateDetail | undefined;
  /** IANA time zone; the device's by default. */
  readonly timeZone?: string | undefined;
}

/** Returns `---` if the date is unknown or invalid. */
export function formatDate(
  at: Moment,
  { locale, detail = 'minute', timeZone }: DateOptions,
): string {
  const time = typeof at === 'string' ? Date.parse(at) : at;
  if (time === null || time === undefined || Number.isNaN(time)) return UNKNOWN;
  // Plain "en" puts the month first; the product prints day, month, year.
  const tag = locale === 'en' ? 'en-GB' : locale;
  const key = `${tag} ${detail} ${timeZone ?? ''}`;
  let formatter = formatters.get(key);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat(tag, {
      ...DETAILS[detail],
      ...(timeZone === undefined ? {} : { timeZone }),
    });
    formatters.set(key, formatter);
  }
  // Russian appends "г." for "year" to every year, which lists have no room for.
  const text = formatter.format(time).replace(/\sг\./, '');
  return detail === 'dayName' || detail === 'monthName' ? asHeading(text, locale) : text;
}

/** Many languages write days of the week in small letters, but not at the start of a heading. */
const asHeading = (text: string, locale: string) =>
  text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);

const DAY_MS = 86_400_000;

/** The calendar day of a date as a number that increases by one per day. */
function dayNumber(at: number, timeZone: string | undefined): number {
  const text = new Intl.DateTimeFormat('en-CA', {
    dateStyle: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(at);
  return Date.parse(text) / DAY_MS;
}

/** "Today", "Yesterday", or the full day, as a heading. */
export function formatDayHeading(
  at: number | string,
  now: number,
  { locale, timeZone }: Pick<DateOptions, 'locale' | 'timeZone'>,
): string {
  const time = typeof at === 'string' ? Date.parse(at) : at;
  const days = dayNumber(time, timeZone) - dayNumber(now, timeZone);
  if (days !== 0 && days !== -1) return formatDate(at, { locale, detail: 'dayName', timeZone });
  const word = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
  return asHeading(word, locale);
}
