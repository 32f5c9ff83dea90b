import { fitsScale, formatDecimal, ONE } from '@tern/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AssetRegistry, loadAssets } from '../src/kernel/catalog/assets.ts';
import { type InstrumentRegistry, loadInstruments } from '../src/kernel/catalog/instruments.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';

let fresh: FreshDatabase;
let assets: AssetRegistry;
let instruments: InstrumentRegistry;

beforeAll(async () => {
  fresh = await freshDatabase();
  assets = await loadAssets(fresh.database);
  instruments = await loadInstruments(fresh.database);
});
afterAll(() => fresh.drop());

describe('the seeded markets', () => {
  it('are 30 coins in USDT, USDT in dollars, 4 metals and 8 currency pairs', () => {
    const of = (group: string) => instruments.all.filter((entry) => entry.class === group);
    expect(of('crypto').filter((entry) => entry.quote === 'USDT')).toHaveLength(30);
    expect(instruments.find('usdtusd')).toMatchObject({ base: 'USDT', quote: 'USD' });
    expect(of('metal').map((entry) => entry.symbol)).toEqual([
      'xauusd',
      'xagusd',
      'xptusd',
      'xpdusd',
    ]);
    expect(of('forex')).toHaveLength(8);
    for (const { symbol, base, quote } of instruments.all) {
      expect(symbol).toBe(`${base}${quote}`.toLowerCase());
    }
  });

  it('include every currency of wires, with its decimal places', () => {
    const scales = { USD: 2, EUR: 2, CAD: 2, VND: 0, HKD: 2, JPY: 0, KRW: 0, USDT: 6, BTC: 8 };
    for (const [code, scale] of Object.entries(scales)) expect(assets.get(code).scale).toBe(scale);
  });

  it('have lots that HTX programs can express: whole in the base asset and not above 1', () => {
    for (const { symbol, base, lotSize } of instruments.all) {
      expect([symbol, lotSize <= ONE]).toEqual([symbol, true]);
      expect([symbol, fitsScale(lotSize, assets.get(base).scale)]).toEqual([symbol, true]);
    }
  });

  it('count the largest order in tick × lot units below 2^53', () => {
    for (const { symbol, tickSize, lotSize, minNotional, maxNotional } of instruments.all) {
      const unit = (tickSize * lotSize) / ONE;
      expect([symbol, maxNotional / unit < 2n ** 53n]).toEqual([symbol, true]);
      expect(minNotional > 0n && minNotional < maxNotional).toBe(true);
    }
  });

  it('have the same small fee and protection band', () => {
    for (const entry of instruments.all) {
      const { makerFee, takerFee, priceBand, marketBand } = entry;
      expect([makerFee, takerFee, priceBand, marketBand].map(formatDecimal)).toEqual([
        '0.001',
        '0.001',
        '0.1',
        '0.02',
      ]);
    }
  });
});
