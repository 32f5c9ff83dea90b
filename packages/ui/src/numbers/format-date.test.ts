/** Dates are printed day first, with 24 hours. */
import { expect, test } from 'vitest';
import { formatDate, formatDayHeading } from './format-date.ts';

const AT = Date.UTC(2026, 10, 21, 9, 29, 4);
const zone = { locale: 'en', timeZone: 'UTC' };

test('a date shows day, month, year and minutes, with seconds for trades', () => {
  expect(formatDate(AT, zone)).toBe('21 Nov 2026, 09:29');
  expect(formatDate(AT, { ...zone, detail: 'second' })).toBe('21 Nov 2026, 09:29:04');
  expect(formatDate(AT, { ...zone, detail: 'short' })).toBe('21 Nov, 09:29');
  expect(formatDate(AT, { ...zone, detail: 'time' })).toBe('09:29:04');
  expect(formatDate('2026-11-21T23:59:00Z', { ...zone, detail: 'day' })).toBe('21 Nov 2026');
});

test('Russian prints the year without a suffix', () => {
  expect(formatDate(AT, { ...zone, locale: 'ru-RU' })).toBe('21 нояб. 2026, 09:29');
  expect(formatDate(AT, { ...zone, locale: 'ru-RU', detail: 'day' })).toBe('21 нояб. 2026');
});

test('axis labels are the time, the day of the year or the month', () => {
  expect(formatDate(AT, { ...zone, detail: 'clock' })).toBe('09:29');
  expect(formatDate(AT, { ...zone, detail: 'date' })).toBe('21 Nov');
  expect(formatDate(AT, { ...zone, detail: 'month' })).toBe('Nov 2026');
});

test('a weekday is printed alone, so that each language can place it', () => {
  expect(formatDate(AT, { ...zone, detail: 'weekday' })).toBe('Saturday');
  expect(formatDate(AT, { ...zone, locale: 'ja-JP', detail: 'weekdayShort' })).toBe('土');
});

test('midnight is 00, not 24', () => {
  expect(formatDate('2026-11-21T00:05:00Z', { ...zone, detail: 'time' })).toBe('00:05:00');
});

test('an unknown date is three dashes', () => {
  expect(formatDate(undefined, zone)).toBe('---');
  expect(formatDate('soon', zone)).toBe('---');
});

test('a day heading is today or yesterday by the calendar, otherwise the full day', () => {
  const today = (at: string, locale = 'en') =>
    formatDayHeading(at, AT, { locale, timeZone: 'UTC' });
  expect(today('2026-11-21T00:00:00Z')).toBe('Today');
  expect(today('2026-11-20T23:59:59Z')).toBe('Yesterday');
  expect(today('2026-11-19T23:59:59Z')).toBe('Thursday, 19 Nov 2026');
  expect(today('2026-11-19T23:59:59Z', 'ru-RU')).toBe('Четверг, 19 нояб. 2026');
  expect(today('2026-11-20T23:59:59Z', 'de-DE')).toBe('Gestern');
  expect(today('2026-11-21T00:00:00Z', 'ja-JP')).toBe('今日');
  expect(
    formatDayHeading('2026-11-20T23:30:00Z', AT, { locale: 'en', timeZone: 'Asia/Tokyo' }),
  ).toBe('Today');
});
