/** How numbers are shown and announced. */
import { renderToStaticMarkup } from 'react-dom/server';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { UiTextsProvider, type UiTexts } from '../ui-texts.ts';
import { NumberLocale, AmountText, ChangeText, DateText, PriceText } from './number-text.tsx';

const texts: UiTexts = {
  back: 'back',
  close: 'close',
  loading: 'loading',
  showPassword: 'show',
  hidePassword: 'hide',
  hidden: 'hidden',
  unknown: 'unknown',
  up: (change) => `up ${change}`,
  down: (change) => `down ${change}`,
  unchanged: 'unchanged',
  changeUnknown: 'change unknown',
  raise: (field) => `raise ${field}`,
  lower: (field) => `lower ${field}`,
  upToPlaces: (places) => `Up to ${places} decimals`,
  notPasted: {
    unreadable: 'not one plain number',
    partial: 'not into the middle of a number',
    places: (places) => `more than ${places} decimals`,
    unit: (unit) => `not in ${unit}`,
    ambiguous: (one, other) => `${one} or ${other}`,
  },
};

const markup = (node: ReactNode, locale = 'en') =>
  renderToStaticMarkup(
    <UiTextsProvider value={texts}>
      <NumberLocale value={locale}>{node}</NumberLocale>
    </UiTextsProvider>,
  );
const seen = (html: string) => html.replace(/<[^>]+>/g, '|').replace(/\|+/g, '|');

test('a change is shown with its sign and announced as a direction', () => {
  expect(seen(markup(<ChangeText percent="-0.879" />))).toBe('|\u22120.87%|down 0.87%|');
  expect(seen(markup(<ChangeText percent="2.4" />))).toBe('|+2.40%|up 2.40%|');
  expect(seen(markup(<ChangeText percent="0.001" />))).toBe('|0.00%|unchanged|');
  expect(seen(markup(<ChangeText percent={undefined} />))).toBe('|---|change unknown|');
});

test('a hidden balance shows six dots whatever its amount, and never the amount', () => {
  const html = markup(<AmountText value="51306.22" places={2} isHidden />);
  expect(seen(html)).toBe('|••••••|hidden|');
});

test('an unknown price is three dashes and is announced as unknown', () => {
  expect(seen(markup(<PriceText value={null} places={2} />))).toBe('|---|unknown|');
});

test('a converted amount has "≈" before it and its unit after it', () => {
  const html = markup(<AmountText value="27877.259" places={2} unit="USDT" isConverted />, 'de');
  expect(seen(html)).toBe('|≈ 27.877,25| USDT|');
});

test('dims decimals only after a whole unit: below one they carry the value', () => {
  const quiet = /<span class="[^"]*quiet[^"]*">/;
  for (const look of ['quiet', 'hero'] as const) {
    const of = (value: string) => markup(<AmountText value={value} places={8} look={look} />);
    expect(of('1.00777035')).toMatch(quiet);
    expect(of('-1234567.5')).toMatch(quiet);
    expect(of('0.00777035')).not.toMatch(quiet);
    expect(of('-0.5')).not.toMatch(quiet);
    expect(seen(of('0.00777035'))).toContain('0.00777035');
  }
});

test('a date has its machine-readable form', () => {
  expect(markup(<DateText at="2026-11-21T09:29:00Z" />)).toContain(
    'dateTime="2026-11-21T09:29:00.000Z"',
  );
});
