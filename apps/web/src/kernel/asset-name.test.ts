import { expect, test } from 'vitest';
import { assetNameIn, namedIn } from './asset-name.ts';

test.each([
  ['US Dollar', 'US-Dollar', '米ドル'],
  ['British Pound', 'Britisches Pfund', '英国ポンド'],
  ['Euro / US Dollar', 'Euro / US-Dollar', 'ユーロ / 米ドル'],
  ['Bitcoin', 'Bitcoin', 'Bitcoin'],
])('%s is named in German and Japanese; a coin keeps its name', (name, german, japanese) => {
  expect(assetNameIn('de-DE', name)).toBe(german);
  expect(assetNameIn('ja-JP', name)).toBe(japanese);
  expect(assetNameIn('en', name)).toBe(name);
});

test('rows keep everything but the name', () => {
  expect(namedIn('de-DE')([{ asset: 'CHF', name: 'Swiss Franc' }])).toEqual([
    { asset: 'CHF', name: 'Schweizer Franken' },
  ]);
});
