import { expect, test } from 'vitest';
import { readConfig, settingSections } from './config.ts';

const BASE = { HTX_URL: 'https://a.example', HTX_SYMBOLS: 'btcusdt,ethusdt' };

test('a fingerprint follows the value, not spaces around it, and shows nothing of it', () => {
  const { shared } = readConfig(BASE);
  expect(shared['HTX_SYMBOLS']).toMatch(/^[0-9a-f]{16}$/);
  const spaced = readConfig({ ...BASE, HTX_SYMBOLS: ' btcusdt, ethusdt ' }).shared;
  expect(spaced).toEqual(shared);
  const other = readConfig({ ...BASE, HTX_SYMBOLS: 'btcusdt' }).shared;
  expect(other['HTX_SYMBOLS']).not.toBe(shared['HTX_SYMBOLS']);
  expect(other['HTX_URL']).toBe(shared['HTX_URL']);
  expect(shared['PUBLIC_URL']).toBe('');
});

test('no secret is shared, and no setting that belongs to one instance or machine', () => {
  const names = Object.values(settingSections).flatMap((section) =>
    Object.entries(section)
      .filter(([, { isShared, description }]) => isShared === true && /secret/.test(description))
      .map(([name]) => name),
  );
  expect(names).toEqual([]);
  const { shared } = readConfig(BASE);
  for (const name of [
    'QUOTES_TOKEN',
    'ROLES',
    'PORT',
    'DATABASE_URL',
    'METRICS_PORT',
    'DATA_DIR',
  ]) {
    expect(shared).not.toHaveProperty(name);
  }
});
