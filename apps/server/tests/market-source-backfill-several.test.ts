/** Backfills from several sources, and candles of closed hours (ADR 16). */
import { type Amount, decimal, formatDecimal, type Price } from '@tern/money';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Candle } from '../src/kernel/prices/candle.ts';
import type {
  BackfillSpan,
  PriceSource,
  SourceQuote,
} from '../src/features/market/pricing/price-source.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { type RunningMarket, runMarket } from './support/running-market.ts';
import { turns } from './support/pass-time.ts';

const MINUTE = 60_000;
const price = (value: number) => decimal<Price>(value.toFixed(4));
const amount = decimal<Amount>('60');

let fresh: FreshDatabase;
let running: RunningMarket;
let emit: ((quote: SourceQuote) => void)[];

beforeEach(async () => {
  fresh = await freshDatabase();
});

afterEach(async () => {
  await running.market.stop?.();
  await fresh.drop();
});

type History = (span: BackfillSpan) => readonly Candle[] | Promise<readonly Candle[]>;

/** Sources with scripted histories, from a time on. */
async function begin(at: string, symbol: string, histories: readonly History[]): Promise<void> {
  emit = [];
  const sources = histories.map(
    (history, index): PriceSource => ({
      name: `source${index}`,
      symbols: new Set([symbol]),
      start: (receive) => {
        emit[index] = receive;
      },
      fetchCandles: async (span) => (await history(span)).filter(({ start }) => start >= span.from),
      stop: () => undefined,
    }),
  );
  running = await runMarket(fresh.database, at, { sources });
}

/** Every source at 100, second by second. */
async function seconds(count: number, symbol = 'btcusdt'): Promise<void> {
  for (let second = 0; second < count; second += 1) {
    running.clock.advance(1_000);
    for (const receive of emit) {
      const at = running.clock.now();
      receive({ symbol, price: price(100), quantity: amount, takerSide: 'buy', at });
    }
    await running.market.advanceTicks();
    await turns(10);
  }
}

const candle = (start: number, [open, high, low, close]: readonly number[]): Candle => ({
  start,
  open: price(open!),
  high: price(high!),
  low: price(low!),
  close: price(close!),
  amount,
  vol: decimal('6000'),
  count: 60,
});

/** Minutes up to now, each by its index. */
const minutes =
  (shape: (index: number) => readonly number[]) =>
  ({ from, to }: BackfillSpan) => {
    const first = Math.floor(from / MINUTE) * MINUTE;
    const count = Math.floor((to - first) / MINUTE) + 1;
    return Array.from({ length: count }, (_, index) =>
      candle(first + index * MINUTE, shape(index)),
    );
  };

const correct = minutes(() => [100, 100.2, 99.8, 100]);
const wick = minutes((index) => (index === 4 ? [100, 109, 99.8, 100] : [100, 100.2, 99.8, 100]));
/** Up and back in small steps. */
const detour = minutes((index) => {
  const at = (step: number) => 100 * 1.015 ** Math.max(0, Math.min(step, 14 - step));
  const [open, close] = [at(index), at(index + 1)];
  return [open, Math.max(open, close), Math.min(open, close), close];
});
const partial: History = (span) => detour(span).slice(0, 1);
const empty: History = () => [];
const hangs: History = () => new Promise(() => undefined);
const fails: History = () => {
  throw new Error('no');
};

async function afterGap(histories: readonly History[], waited = 4) {
  let hasHistory = false;
  const later = histories.map(
    (history): History =>
      (span) =>
        hasHistory ? history(span) : [],
  );
  await begin('2026-11-18T12:00:00Z', 'btcusdt', later);
  await seconds(20);
  hasHistory = true;
  running.clock.advance(14 * MINUTE);
  await seconds(waited);
  const input = { id: 'btcusdt', interval: '1min', num: 100 };
  const { list, told } = (await running.call('/base/getkdata', input)) as {
    list: { high: string }[];
    told: { source: string }[];
  };
  return {
    highest: Math.max(...list.map(({ high }) => Number(high))),
    told: told.map(({ source }) => source),
  };
}

describe('a gap with several sources', () => {
  it.each<[string, readonly History[], string | undefined]>([
    ['one alone', [correct], 'source0'],
    ['three alike', [correct, correct, correct], 'source0'],
    ['a wrong first one', [wick, correct, correct], 'source1'],
    ['a wrong last one', [correct, correct, wick], 'source0'],
    ['one that rises and returns in small steps', [detour, correct, correct], 'source1'],
    ['one with few candles', [partial, correct, correct], 'source1'],
    ['one without candles, and one that fails', [empty, fails, correct], 'source2'],
    ['two that contradict each other', [wick, correct], undefined],
    ['three that contradict each other', [wick, detour, correct], undefined],
  ])(
    'is backfilled with the candles of more than half of them: %s',
    async (_name, histories, expected) => {
      const { highest, told } = await afterGap(histories);
      expect(told).toEqual(expected === undefined ? [] : [expected]);
      expect(highest).toBeLessThan(102);
    },
  );

  it('is backfilled from the others if one never answers, after a limited wait', async () => {
    const { told } = await afterGap([hangs, correct, correct], 18);
    expect(told).toEqual(['source1']);
    expect(running.prices.latest('btcusdt')?.at).toBe(running.clock.now());
  });
});

describe('a market that was closed', () => {
  it('has no candles for its weekend, even if a source that never closes sends some', async () => {
    const all = minutes(() => [100, 100.2, 99.8, 100]);
    await begin('2026-11-20T21:55:00Z', 'xauusd', [
      (span) => (span.interval === '1min' ? all(span) : []),
    ]);
    await seconds(20, 'xauusd');
    running.clock.set(Date.parse('2026-11-22T21:59:30Z'));
    await seconds(50, 'xauusd');
    const closedAt = Date.parse('2026-11-20T22:00:00Z');
    const opensAt = Date.parse('2026-11-22T22:00:00Z');
    const input = { id: 'xauusd', interval: '1min', num: 1_000 };
    const { list } = (await running.call('/base/getkdata', input)) as { list: { id: number }[] };
    const starts = list.map(({ id }) => id * 1_000);
    expect(starts.filter((at) => at >= closedAt && at < opensAt)).toEqual([]);
    expect(starts).toContain(closedAt - MINUTE);
    expect(starts).toContain(opensAt);
    const tick = running.prices.latest('xauusd');
    expect(tick && formatDecimal(tick.price)).toBe('100');
    expect(tick?.at).toBe(running.clock.now());
  });

  it('ignores prices on its weekend and is not live then', async () => {
    await begin('2026-11-20T21:59:40Z', 'xauusd', [empty]);
    await seconds(19, 'xauusd');
    const before = running.prices.latest('xauusd');
    expect(before).toBeDefined();
    await seconds(30, 'xauusd');
    expect(running.prices.latest('xauusd')?.at).toBeLessThan(Date.parse('2026-11-20T22:00:00Z'));
    const { list } = (await running.call('/base/feeds', { symbol: 'xauusd' })) as {
      list: { state: string }[];
    };
    expect(list[0]?.state).toBe('closed');
  });
});
