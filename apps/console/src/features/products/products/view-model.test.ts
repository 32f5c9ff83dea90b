import { expect, test } from 'vitest';
import type { Field, Treasury } from './api.ts';
import {
  barsOf,
  changedFields,
  coverOf,
  minutesOf,
  sentTerms,
  termText,
  unitOf,
} from './view-model.ts';

const field = (name: string, more: Partial<Field> = {}): Field => ({
  name,
  input: 'amount',
  label: name,
  unit: '',
  note: '',
  isOptional: false,
  choices: [],
  ...more,
});

test('a rate is shown in percent, exactly', () => {
  expect(termText(field('rate', { input: 'rate' }), '0.05')).toBe('5');
});

test('a time of day is shown and typed as a clock', () => {
  expect(termText(field('at', { input: 'clock' }), 495)).toBe('08:15');
  expect(minutesOf('08:15')).toBe(495);
  expect(minutesOf('')).toBeNull();
});

test('only changed fields are compared, texts by their content', () => {
  const fields = [field('min'), field('content', { input: 'texts' })];
  const before = { min: '10', content: { en: 'A coin.' } };
  expect(changedFields(fields, before, { min: '10', content: { en: 'A coin.' } })).toEqual([]);
  const changed = changedFields(fields, before, { min: '10', content: { en: 'Another.' } });
  expect(changed.map(({ name }) => name)).toEqual(['content']);
  expect(changedFields(fields, undefined, before)).toHaveLength(2);
});

test('the unit of a term may be the value of another one', () => {
  expect(unitOf(field('price', { unit: '@payAsset' }), { payAsset: 'USDT' })).toBe('USDT');
  expect(unitOf(field('lock', { unit: 'days' }), {})).toBe('days');
});

test('an empty field is sent as none, and a count as a number', () => {
  const fields = [
    field('min'),
    field('days', { input: 'count' }),
    field('content', { input: 'texts' }),
  ];
  expect(sentTerms(fields, { min: '', days: '30', content: { en: 'A coin.', de: ' ' } })).toEqual({
    min: null,
    days: 30,
    content: { en: 'A coin.' },
  });
});

const treasury: Treasury = {
  days: ['2026-11-30', '2026-12-01', '2026-12-02'],
  house: [
    {
      account: 'yields',
      coinname: 'USDT',
      total: '110',
      reserved: '10',
      free: '100',
      owed: '12',
      since: null,
    },
  ],
  obligations: [
    { date: '2026-11-30', coinname: 'USDT', payouts: '2', principals: '0' },
    { date: '2026-12-02', coinname: 'USDT', payouts: '1', principals: '7' },
    { date: '2026-12-02', coinname: 'BTC', payouts: '9', principals: '0' },
  ],
};

test('each day has a bar, as high as its share of the highest day', () => {
  expect(barsOf(treasury, 'USDT')).toMatchObject([
    { date: '2026-11-30', total: '2', payoutsShare: 25, principalsShare: 0 },
    { date: '2026-12-01', total: '0', payoutsShare: 0, principalsShare: 0 },
    { date: '2026-12-02', total: '8', payoutsShare: 12.5, principalsShare: 87.5 },
  ]);
});

test('yields that are not set aside are named', () => {
  expect(coverOf(treasury, 'USDT')).toEqual({ sum: '10', reserved: '10', short: '2' });
});
