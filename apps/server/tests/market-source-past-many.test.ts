/** Backfills from several sources, and candles of closed hours (ADR 16). */
import { type Amount, decimal, formatDecimal, type Price } from '@tern/money';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Candle } from '../src/kernel/prices/candle.ts';
import type {
  BackfillSpan,
  PriceSource,
  SourceQuote,
} from '../src/features/pricing/price-source.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { type RunningMarket, runMarket } from './support/running-market.ts';

const MINUTE = 60_000;
const price = (value: number) => decimal<Price>(value.toFixed(4));
const amount = decimal<Amount>('60');

let fresh: FreshDatabase;
let running: RunningMarket;
let say: ((quote: SourceQuote) => void)[];

beforeEach(async () => {
  fresh = await freshDatabase();
});

afterEach(async () => {
  await running.market.stop?.();
  await fresh.drop();
});

type Tell = (span: BackfillSpan) => readonly Candle[] | Promise<readonly Candle[]>;

/** Sources with scripted histories, from a time on. */
async function begin(at: string, symbol: string, tells: readonly Tell[]): Promise<void> {
  say = [];
  const sources = tells.map(
    (tell, index): PriceSource => ({
      name: `source${index}`,
      symbols: new Set([symbol]),
      start: (receive) => {
        say[index] = receive;
      },
      fetchCandles: async (span) => (await tell(span)).filter(({ start }) => start >= span.from),
      stop: () => undefined,
    }),
  );
  running = await runMarket(fresh.database, at, { sources });
}

/** Every source at 100, second by second. */
async function seconds(count: number, symbol = 'btcusdt'): Promise<void> {
  for (let second = 0; second < count; second += 1) {
    running.clock.advance(1_000);
    for (const receive of say) {
      const at = running.clock.now();
      receive({ symbol, price: price(100), quantity: amount, takerSide: 'buy', at });
    }
    await running.market.driveTicks();
    await new Promise((resolve) => setTimeout(resolve, 1));
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

const truth = minutes(() => [100, 100.2, 99.8, 100]);
const wick = minutes((index) => (index === 4 ? [100, 109, 99.8, 100] : [100, 100.2, 99.8, 100]));
/** Up and back in small steps. */
const trip = minutes((index) => {
  const at = (step: number) => 100 * 1.015 ** Math.max(0, Math.min(step, 14 - step));
  const [open, close] = [at(index), at(index + 1)];
  return [open, Math.max(open, close), Math.min(open, close), close];
});
const few: Tell = (span) => trip(span).slice(0, 1);
const nothing: Tell = () => [];
const hangs: Tell = () => new Promise(() => undefined);
const fails: Tell = () => {
  throw new Error('no');
};

async function afterSilence(tells: readonly Tell[], waited = 4) {
  let isAsked = false;
  const later = tells.map(
    (tell): Tell =>
      (span) =>
        isAsked ? tell(span) : [],
  );
  await begin('2026-11-18T12:00:00Z', 'btcusdt', later);
  await seconds(20);
  isAsked = true;
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
  it.each<[string, readonly Tell[], string | undefined]>([
    ['one alone', [truth], 'source0'],
    ['three alike', [truth, truth, truth], 'source0'],
    ['one that lies first', [wick, truth, truth], 'source1'],
    ['one that lies last', [truth, truth, wick], 'source0'],
    ['one that makes a trip of it', [trip, truth, truth], 'source1'],
    ['one that tells only a little', [few, truth, truth], 'source1'],
    ['one that knows nothing, and one that fails', [nothing, fails, truth], 'source2'],
    ['two that contradict each other', [wick, truth], undefined],
    ['three that tell three things', [wick, trip, truth], undefined],
  ])('is that of more than half of them: %s', async (_name, tells, believed) => {
    const { highest, told } = await afterSilence(tells);
    expect(told).toEqual(believed === undefined ? [] : [believed]);
    expect(highest).toBeLessThan(102);
  });

  it('is backfilled from the others if one never answers, after a limited wait', async () => {
    const { told } = await afterSilence([hangs, truth, truth], 18);
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
    await begin('2026-11-20T21:59:40Z', 'xauusd', [nothing]);
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
