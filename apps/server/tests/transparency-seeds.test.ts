import { decimal, type Price } from '@tern/money';
import { commitmentText, hashOfText, isSignedText, seedText } from '@tern/proofs';
import type { MarketSeedRow } from '@tern/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  checkPaperDay,
  type PaperSymbol,
} from '../src/features/market/pricing/simulator/check-paper-day.ts';
import { daySeed, marketDaySpan } from '../src/kernel/prices/market-seed.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { type SealedMarket, sealedMarket } from './support/transparency.ts';

const SYMBOLS = ['btcusdt', 'usdtusd', 'xlmusdt', 'xauusd', 'eurusd', 'usdjpy', 'eurjpy'];

let fresh: FreshDatabase;
beforeEach(async () => {
  fresh = await freshDatabase();
});
afterEach(() => fresh.drop());

async function seedsOf(market: SealedMarket): Promise<MarketSeedRow[]> {
  const { list } = (await market.ask('/transparency/seeds')) as { list: MarketSeedRow[] };
  return list;
}

/** The public ticks of the day, and the one before. */
async function paperSymbols(market: SealedMarket, day: string): Promise<PaperSymbol[]> {
  const { from, to } = marketDaySpan(day);
  const fetched = SYMBOLS.map(async (symbol) => {
    const { ticks } = (await market.ask('/transparency/ticks', { symbol, from })) as {
      ticks: { seq: number; at: number; price: string; source: string }[];
    };
    const ofDay = ticks.filter((tick) => tick.at < to);
    const instrument = market.instruments.find(symbol)!;
    return {
      instrument,
      ticks: ofDay.map((tick) => ({ ...tick, price: decimal<Price>(tick.price) })),
    };
  });
  return Promise.all(fetched);
}

const checkDay = async (market: SealedMarket, day: string, seed: string) =>
  checkPaperDay({ seed, from: marketDaySpan(day).from }, await paperSymbols(market, day));

describe('the seeds of simulated days', () => {
  it('are committed to a week ahead, signed, and revealed when their day is over', async () => {
    const market = await sealedMarket(fresh.database, '2026-11-18T23:59:30.000Z');
    const before = await seedsOf(market);
    expect(before.map(({ day }) => day)).toEqual(
      ['25', '24', '23', '22', '21', '20', '19', '18'].map((day) => `2026-11-${day}`),
    );
    const publicKey = await market.publicKey();
    for (const row of before) {
      expect(isSignedText(commitmentText(row), row.signature, publicKey)).toBe(true);
      expect(row.seed).toBe('');
      expect(JSON.stringify(before)).not.toContain(daySeed('test', row.day));
    }
    market.clock.set(Date.parse('2026-11-18T23:59:59.999Z'));
    expect((await seedsOf(market)).at(-1)?.seed).toBe('');
    market.clock.set(Date.parse('2026-11-19T00:00:00.000Z'));
    const after = await seedsOf(market);
    const revealed = after.filter(({ seed }) => seed !== '');
    expect(revealed.map(({ day }) => day)).toEqual(['2026-11-18']);
    for (const { day, seed, commitment } of revealed) {
      expect(hashOfText(seedText(day, seed))).toBe(commitment);
    }
  });

  it('have an unchangeable commitment', async () => {
    const market = await sealedMarket(fresh.database, '2026-11-18T12:00:00.000Z');
    const first = await seedsOf(market);
    const again = await sealedMarket(fresh.database, '2026-11-19T12:00:00.000Z');
    const second = await seedsOf(again);
    expect(second.slice(1)).toMatchObject(first.map(({ seed: _seed, ...row }) => row));
    expect(second[0]).toMatchObject({ day: '2026-11-26' });
  });
});

it('a day committed to under a seed that was lost is never revealed', async () => {
  await sealedMarket(fresh.database, '2026-11-18T12:00:00.000Z', { marketSeed: 'lost' });
  const market = await sealedMarket(fresh.database, '2026-11-19T12:00:00.000Z');
  market.clock.set(Date.parse('2026-11-27T00:00:00.000Z'));
  const revealed = (await seedsOf(market)).filter(({ seed }) => seed !== '');
  expect(revealed.map(({ day }) => day)).toEqual(['2026-11-26']);
});

describe('a simulated day', () => {
  it('can be reproduced from its seed, tick by tick, over restarts, gaps and midnight', async () => {
    const market = await sealedMarket(fresh.database, '2026-11-18T23:58:50.300Z');
    await market.pass(75);
    await market.transparency.sealChains();
    await market.goTo('2026-11-19T00:00:09.300Z');
    await market.pass(40);
    const again = await sealedMarket(fresh.database, '2026-11-19T00:00:50.100Z');
    await again.pass(60);
    again.clock.set(Date.parse('2026-11-20T00:00:01.000Z'));
    for (const day of ['2026-11-18', '2026-11-19']) {
      const seed = (await seedsOf(again)).find((row) => row.day === day)?.seed ?? '';
      const findings = await checkDay(again, day, seed);
      expect(findings.map(({ symbol }) => symbol).toSorted()).toEqual(SYMBOLS.toSorted());
      for (const finding of findings) {
        expect(finding).toEqual({ symbol: finding.symbol, skipped: 0, checked: finding.checked });
        expect(finding.checked).toBeGreaterThan(60);
      }
    }
  });

  it('differs from one of another seed, or with a single price moved by one tick', async () => {
    const market = await sealedMarket(fresh.database, '2026-11-18T12:00:00.000Z');
    await market.pass(120);
    const day = '2026-11-18';
    const other = await checkDay(market, day, daySeed('another', day));
    expect(other.filter(({ fault }) => fault !== undefined).length).toBeGreaterThan(4);

    const symbols = await paperSymbols(market, day);
    const [first] = symbols as [PaperSymbol];
    const moved = {
      ...first,
      ticks: first.ticks.map((tick) =>
        tick.seq === 60
          ? { ...tick, price: (tick.price + first.instrument.tickSize) as Price }
          : tick,
      ),
    };
    const from = marketDaySpan(day).from;
    const [finding] = checkPaperDay({ seed: daySeed('test', day), from }, [moved]);
    expect(finding).toMatchObject({ symbol: 'btcusdt', checked: 59, fault: { seq: 60 } });
  });
});
