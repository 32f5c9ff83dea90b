import { decimal, formatDecimal, type Rate } from '@tern/money';
import { describe, expect, it } from 'vitest';
import type { FuturesDeps } from './deps.ts';
import { isOpenThrough, offeredIn, offersOf, opensForContracts } from './offered.ts';
import { futuresSettings, ratedFor } from './settings.ts';

const offers = futuresSettings.offers.fallback.usual;
const perSecond = (yearly: number) => yearly / Math.sqrt(365 * 86_400);
const offered = (tick: number, yearly: number) =>
  offeredIn({ tick, deviation: perSecond(yearly) }, offers).map(({ seconds }) => seconds);

describe('the durations offered in a market', () => {
  it('are those in which it typically moves by at least ten ticks', () => {
    expect(offered(1e-6, 0.5)).toEqual([30, 60, 120, 180, 300]);
    // Over 120 s a market of 74 % a year moves by 14.4 basis points, over 180 s by 17.7.
    expect(offered(1.7e-4, 0.74)).toEqual([180, 300]);
    expect(offered(3e-4, 0.74)).toEqual([]);
  });

  it('are none for a stable pair, even with a fine tick', () => {
    expect(offered(1e-12, 0.012)).toEqual([]);
    expect(offered(1e-12, 0.06)).toHaveLength(5);
    expect(offeredIn({ tick: 0, deviation: 0 }, offers)).toEqual([]);
    expect(offeredIn({ tick: 0, deviation: Number.NaN }, offers)).toEqual([]);
  });
});

it('a coin that was listed without contracts has none', () => {
  const offersWith = (uses: readonly string[]) =>
    offersOf(
      {
        settings: { read: () => futuresSettings.offers.fallback },
        prices: { latest: () => undefined },
        movements: { secondDeviation: () => perSecond(0.5) },
        ticks: { sourcesOf: () => undefined },
        assets: { find: () => ({ uses }) },
      } as unknown as FuturesDeps,
      { symbol: 'ostusdt', base: 'OST', tickSize: decimal('0.00001') },
    );
  expect(offersWith(['swap'])).toEqual([]);
  expect(offersWith(['contracts'])).toHaveLength(5);
});

describe('the ratios of a market', () => {
  const { parse } = futuresSettings.offers;
  const ratioIn = (document: object, symbol: string) =>
    ratedFor(parse(document), symbol).map(({ ratio }) => formatDecimal(ratio));
  const usual = { 30: '0.8', 60: '0.82' };

  it('are its own, else those of all markets', () => {
    const document = { ...usual, markets: { btcusdt: { 30: '0.75' } } };
    expect(ratioIn(document, 'btcusdt')).toEqual(['0.75', '0.82']);
    expect(ratioIn(document, 'ethusdt')).toEqual(['0.8', '0.82']);
    expect(ratioIn(usual, 'btcusdt')).toEqual(['0.8', '0.82']);
    expect(ratedFor(parse(usual), 'btcusdt')[0]!.ratio).toBe(decimal<Rate>('0.8'));
  });

  it.each([
    ['a ratio outside of the range', { btcusdt: { 30: '0.99' } }],
    ['a duration that is not offered', { btcusdt: { 45: '0.8' } }],
    ['a market without a ratio', { btcusdt: {} }],
    ['no symbol', { 'BTC/USDT': { 30: '0.8' } }],
  ])('are refused with %s', (_, markets) => {
    expect(() => parse({ ...usual, markets })).toThrow(/futures\.ratios/);
  });
});

describe('a market with trading hours', () => {
  it('is not open for a contract that runs into a break', () => {
    const evening = Date.parse('2026-11-18T21:30:00Z');
    const HOUR = 3_600_000;
    expect(isOpenThrough('metal', evening, evening + HOUR / 2 - 1)).toBe(true);
    expect(isOpenThrough('metal', evening, evening + HOUR)).toBe(false);
    // Open at placement and at the end, but not between.
    expect(isOpenThrough('metal', evening, evening + 2 * HOUR)).toBe(false);
    expect(isOpenThrough('metal', evening, evening + 24 * HOUR - HOUR)).toBe(false);
    expect(isOpenThrough('forex', evening, evening + 24 * HOUR)).toBe(true);
    const friday = Date.parse('2026-11-20T21:59:00Z');
    expect(isOpenThrough('forex', friday, friday + 24 * HOUR)).toBe(false);
    expect(isOpenThrough('always', friday, friday + 24 * HOUR)).toBe(true);
  });

  it('has a next time for placing, also when a contract would only end too late', () => {
    const MINUTE = 60_000;
    const opening = (hours: 'metal' | 'forex', iso: string) => {
      const from = Date.parse(iso);
      const at = opensForContracts(hours, from, from + MINUTE);
      return at === undefined ? undefined : new Date(at).toISOString();
    };
    expect(opening('forex', '2026-11-18T12:00:00Z')).toBeUndefined();
    expect(opening('forex', '2026-11-20T21:59:30Z')).toBe('2026-11-22T22:00:00.000Z');
    expect(opening('metal', '2026-11-18T21:59:30Z')).toBe('2026-11-18T23:00:00.000Z');
    // Closed now, open at the end: not before the opening.
    expect(opening('metal', '2026-11-18T22:59:30Z')).toBe('2026-11-18T23:00:00.000Z');
  });
});
