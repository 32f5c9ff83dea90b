/** Documents of settings as fields, and back. */
import { expect, test } from 'vitest';
import type { SettingForm } from './setting-forms.ts';
import { changedLines, documentOf, entriesOf, newEntry } from './setting-values.ts';

const form = (kind: SettingForm['kind'], more: Partial<SettingForm> = {}): SettingForm => ({
  kind,
  unit: '',
  min: '',
  max: '',
  parts: [],
  ...more,
});
const ratios = { 30: '0.8', 60: '0.82', markets: { btcusdt: { 30: '0.75' } } };
const day = ['08:00', '20:00'];
const hours = { zone: 'UTC', days: [day, day, day, day, day, null, null] };
const parts = [
  { name: 'name', label: 'Legal name', isNumber: false },
  { name: 'latitude', label: 'Latitude', isNumber: true },
];

test.each([
  ['number', form('number', { unit: 'h' }), 24, ['24']],
  ['share', form('share'), '0.0035', ['0.35']],
  ['amounts', form('amounts'), { USDT: '10', BTC: '0.1' }, ['10', '0.1']],
  ['list', form('list'), ['10', '50'], ['10, 50']],
  ['ratios', form('ratios'), ratios, ['80', '82', '75']],
  ['hours', form('hours'), hours, ['UTC', ...Array(5).fill('08:00–20:00'), '', '']],
  ['fields', form('fields', { parts }), { name: 'Tern', latitude: 52.5 }, ['Tern', '52.5']],
] as const)(
  'a document of %s is typed and read back as it was',
  (_kind, shape, document, texts) => {
    const entries = entriesOf(shape, document);
    expect(entries.map(({ text }) => text)).toEqual(texts);
    expect(documentOf(shape, entries)).toEqual(document);
  },
);

test('an emptied ratio of a market is that of all markets again', () => {
  const entries = entriesOf(form('ratios'), ratios).map((entry) =>
    entry.name === 'btcusdt/30' ? { ...entry, text: ' ' } : entry,
  );
  expect(documentOf(form('ratios'), entries)).toEqual({ 30: '0.8', 60: '0.82' });
});

test('a change is listed by the values that differ, with their units; removed ones last', () => {
  const after = { 30: '0.8', 60: '0.7', 120: '0.85' };
  expect(changedLines(form('ratios'), ratios, after)).toEqual([
    { what: '60 s', from: '82%', to: '70%' },
    { what: '120 s', from: '', to: '85%' },
    { what: 'BTCUSDT, 30 s', from: '75%', to: '' },
  ]);
  expect(changedLines(form('number', { unit: 'h' }), 24, 30)).toEqual([
    { what: '', from: '24 h', to: '30 h' },
  ]);
  expect(
    changedLines(form('hours'), hours, { ...hours, days: [...hours.days.slice(1), day] }),
  ).toEqual([
    { what: 'Friday', from: '08:00–20:00', to: '' },
    { what: 'Sunday', from: '', to: '08:00–20:00' },
  ]);
});

test('a new value of a market is named by both', () => {
  expect(newEntry('ratios', 'btcusdt/30').label).toBe('BTCUSDT, 30 s');
});
