import { readFileSync } from 'node:fs';
import { type Amount, decimal, formatDecimal, type Price } from '@tern/money';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Instrument } from '../../../../kernel/catalog/instruments.ts';
import { isOpen, type TradingHours } from '../../../../kernel/catalog/trading-hours.ts';
import type { Candle } from '../../../../kernel/prices/candle.ts';
import type { SourceQuote } from '../price-source.ts';
import { marketModels } from './market-model-table.ts';
import { splitSimulatedDay, splitSimulatedHour } from './history.ts';
import { isLongGap } from './simulated-day.ts';
import { createSimulator } from './simulator.ts';

const SEED_FILE = new URL(
  '../../../../../migrations/seeds/catalog/instruments.json',
  import.meta.url,
);

interface SeedRow {
  readonly id: number;
  readonly symbol: string;
  readonly quote: string;
  readonly class: Instrument['class'];
  readonly hours: TradingHours;
  readonly tick: number;
  readonly lot: number;
}

/** The seeded instruments, with the fields that the simulator uses. */
const instruments = (JSON.parse(readFileSync(SEED_FILE, 'utf8')) as readonly SeedRow[]).map(
  ({ tick, lot, ...row }) =>
    ({
      ...row,
      tickSize: decimal<Price>(tick.toFixed(9)),
      lotSize: decimal<Amount>(lot.toFixed(9)),
    }) as Instrument,
);

const TUESDAY = Date.parse('2026-11-24T12:00:00Z');

function startSimulator(seed: string) {
  const simulator = createSimulator(instruments, seed);
  const quotes: SourceQuote[] = [];
  // Each quote becomes a tick, as in a market with one source.
  const ask = (at: number): void => {
    for (const quote of simulator.quotesAt(at)) {
      quotes.push(quote);
      simulator.resume?.(quote.symbol, quote.price, quote.at);
    }
  };
  const run = (from: number, seconds: number): void => {
    for (let step = 0; step < seconds; step += 1) ask(from + step * 1_000);
  };
  return { simulator, quotes, ask, run };
}

const number = (value: bigint): number => Number(formatDecimal(value));

describe('a gap between two prices', () => {
  const instrumentOf = (hours: TradingHours) => instruments.find((each) => each.hours === hours)!;

  it('is long when more than ten minutes are missing', () => {
    const last = TUESDAY / 1_000;
    const isLong = (missing: number) => isLongGap(instrumentOf('always'), last, last + missing + 1);
    expect([0, 1, 599, 600].map(isLong)).toEqual([false, false, false, false]);
    expect([601, 3_600, 86_400].map(isLong)).toEqual([true, true, true]);
  });

  it('does not count closed hours', () => {
    // Five minutes before the week's close, 299 seconds of which are missing.
    const last = Date.parse('2026-11-27T21:55:00Z') / 1_000;
    const opening = Date.parse('2026-11-29T22:00:00Z') / 1_000;
    const isLong = (seconds: number) => isLongGap(instrumentOf('forex'), last, opening + seconds);
    expect([0, 301].map(isLong)).toEqual([false, false]);
    expect(isLong(302)).toBe(true);
    expect(isLongGap(instrumentOf('always'), last, opening)).toBe(true);
  });
});

describe('the market simulator', () => {
  it('has a model for every seeded instrument and no other', () => {
    expect(marketModels.map((model) => model.symbol).toSorted()).toEqual(
      instruments.map((instrument) => instrument.symbol).toSorted(),
    );
    expect(instruments).toHaveLength(43);
  });

  it('gives equal markets for equal seeds only', () => {
    const [first, second, other] = [startSimulator('a'), startSimulator('a'), startSimulator('b')];
    for (const market of [first, second, other]) market.run(TUESDAY, 120);
    expect(second.quotes).toEqual(first.quotes);
    expect(other.quotes).not.toEqual(first.quotes);
  });

  it('prices each open symbol once a second on its tick and trades it occasionally', () => {
    const { quotes, run } = startSimulator('a');
    run(TUESDAY + 700, 120);
    for (const { symbol, tickSize, lotSize } of instruments) {
      const own = quotes.filter((quote) => quote.symbol === symbol);
      expect(own.map(({ at }) => Math.floor(at / 1000))).toEqual(
        own.map((_, index) => TUESDAY / 1000 + index),
      );
      for (const quote of own) {
        expect(quote.price > 0n && quote.price % tickSize === 0n).toBe(true);
        expect(quote.quantity >= 0n && quote.quantity % lotSize === 0n).toBe(true);
      }
    }
    const tradesOf = (name: string) =>
      quotes.filter(({ symbol, quantity }) => symbol === name && quantity > 0n).length;
    expect(tradesOf('btcusdt')).toBeGreaterThan(2 * tradesOf('hbarusdt'));
    expect(tradesOf('hbarusdt')).toBeLessThan(60);
  });

  it('prices each second only once', () => {
    const { ask, quotes } = startSimulator('a');
    for (const at of [TUESDAY, TUESDAY + 400, TUESDAY - 5_000]) ask(at);
    expect(quotes).toHaveLength(43);
  });

  it('gives no quotes outside trading hours', () => {
    const hours = new Map(instruments.map((instrument) => [instrument.symbol, instrument.hours]));
    for (let hour = 0; hour < 24 * 7; hour += 1) {
      const at = TUESDAY + hour * 3_600_000;
      const { quotes, run } = startSimulator('a');
      run(at, 1);
      const open = instruments.filter((instrument) => isOpen(instrument.hours, at));
      expect(quotes.map(({ symbol }) => symbol).toSorted()).toEqual(
        open.map(({ symbol }) => symbol).toSorted(),
      );
    }
    expect(new Set(hours.values()).size).toBe(3);
  });

  it('reaches the same prices with and without a pause', () => {
    const [steady, paused] = [startSimulator('a'), startSimulator('a')];
    steady.run(TUESDAY, 900);
    paused.run(TUESDAY, 300);
    paused.run(TUESDAY + 800_000, 100);
    const ending = ({ quotes }: typeof steady) =>
      quotes
        .filter(({ at }) => at >= TUESDAY + 800_000)
        .map(({ symbol, at, price }) => `${symbol} ${at} ${price}`);
    expect(ending(paused)).toEqual(ending(steady));
    expect(ending(steady)).toHaveLength(4_300);
  });

  it('continues unchanged after a restart from the last tick and the last one before its day', () => {
    const { quotes, run } = startSimulator('a');
    const from = Date.parse('2026-11-24T23:59:00Z');
    run(from, 300);
    const restarted = startSimulator('a');
    for (const at of [Date.parse('2026-11-24T23:59:59Z'), from + 200_000]) {
      for (const tick of quotes.filter((quote) => quote.at === at)) {
        restarted.simulator.resume?.(tick.symbol, tick.price, at);
      }
    }
    restarted.run(from + 250_000, 50);
    const lines = (all: readonly SourceQuote[]) =>
      all
        .filter(({ at }) => at >= from + 250_000)
        .map(({ symbol, at, price }) => `${symbol} ${at} ${price}`);
    expect(lines(restarted.quotes)).toEqual(lines(quotes));
  });

  it('continues at the last price after a long gap', () => {
    const { simulator, ask, quotes } = startSimulator('a');
    simulator.resume?.('btcusdt', decimal<Price>('50000.10'), TUESDAY - 30 * 86_400_000);
    ask(TUESDAY);
    const own = quotes.filter((quote) => quote.symbol === 'btcusdt');
    expect(own.map(({ price }) => price)).toEqual([decimal<Price>('50000.10')]);
  });

  it('passes midnight without a jump', () => {
    const { quotes, run } = startSimulator('midnight');
    run(Date.parse('2026-11-24T23:58:00Z'), 240);
    for (const { symbol, tickSize } of instruments) {
      const path = quotes
        .filter((quote) => quote.symbol === symbol)
        .map(({ price }) => number(price));
      const start = path[0] ?? 0;
      for (const [index, price] of path.slice(1).entries()) {
        const jump = Math.abs(price - (path[index] ?? price));
        expect([symbol, jump < start * 0.002 + 2 * number(tickSize)]).toEqual([symbol, true]);
      }
    }
  });

  it('moves plausibly over an hour: no jumps, no standstill, correlated coins, a consistent cross', () => {
    const { quotes, run } = startSimulator('plausible');
    run(TUESDAY, 3_600);
    const pathOf = (symbol: string) =>
      quotes.filter((quote) => quote.symbol === symbol).map(({ price }) => number(price));
    for (const { symbol, tickSize } of instruments) {
      const path = pathOf(symbol);
      const start = path[0] ?? 0;
      const steps = path.slice(1).map((price, index) => Math.abs(price - (path[index] ?? price)));
      expect(Math.max(...steps)).toBeLessThan(start * 0.002 + 2 * number(tickSize));
      expect(Math.max(...path) / Math.min(...path)).toBeLessThan(1.15);
      if (symbol !== 'usdtusd') expect(new Set(path).size).toBeGreaterThan(10);
    }
    expect(correlation(pathOf('btcusdt'), pathOf('ethusdt'))).toBeGreaterThan(0.5);
    expect(correlation(pathOf('eurusd'), pathOf('usdchf'))).toBeLessThan(-0.3);
    const euros = pathOf('eurusd');
    const yen = pathOf('usdjpy');
    for (const [index, cross] of pathOf('eurjpy').entries()) {
      expect(Math.abs(cross / ((euros[index] ?? 0) * (yen[index] ?? 0)) - 1)).toBeLessThan(0.0001);
    }
  });
});

/** Of the steps over ten seconds. */
function correlation(left: readonly number[], right: readonly number[]): number {
  const steps = (path: readonly number[]) =>
    path.flatMap((price, index) =>
      index % 10 === 0 && index > 0 ? [price / (path[index - 10] ?? price) - 1] : [],
    );
  const [a, b] = [steps(left), steps(right)];
  const mean = (values: readonly number[]) => values.reduce((x, y) => x + y, 0) / values.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  const covariance = mean(a.map((value, index) => (value - meanA) * ((b[index] ?? 0) - meanB)));
  const deviation = (values: readonly number[], center: number) =>
    Math.sqrt(mean(values.map((value) => (value - center) ** 2)));
  return covariance / (deviation(a, meanA) * deviation(b, meanB));
}

describe('the simulated history', () => {
  const endsAt = Date.parse('2026-11-24T14:23:00Z');
  let history: Map<string, Candle[]> | undefined;
  beforeAll(async () => {
    history = await createSimulator(instruments, 'a').makeHistory?.(endsAt);
  });

  it("ends exactly at the simulator's first price", () => {
    const { quotes, run } = startSimulator('a');
    run(endsAt, 1);
    for (const quote of quotes) {
      expect(history?.get(quote.symbol)?.at(-1)?.close).toBe(quote.price);
    }
  });

  it('is a year of continuous days, without weekends for metals and forex', () => {
    for (const { symbol, hours } of instruments) {
      const days = history?.get(symbol) ?? [];
      expect(days.length).toBeGreaterThanOrEqual(hours === 'always' ? 366 : 310);
      for (const [index, day] of days.entries()) {
        expect(day.low <= day.open && day.low <= day.close).toBe(true);
        expect(day.high >= day.open && day.high >= day.close && day.amount > 0n).toBe(true);
        if (index > 0) expect(day.open).toBe(days[index - 1]?.close);
        const isSaturday = new Date(day.start).getUTCDay() === 6;
        if (hours !== 'always') expect(isSaturday).toBe(false);
      }
      const closes = days.map((day) => number(day.close));
      expect(Math.max(...closes) / Math.min(...closes)).toBeLessThan(40);
    }
  });

  it('moves minute by minute as the live market does, also after a minute that closed at its extreme', () => {
    const symbols = ['btcusdt', 'ethusdt', 'solusdt', 'dogeusdt'];
    const by = { seed: 'a', endsAt };
    const past = symbols.map((symbol) => {
      const instrument = instruments.find((each) => each.symbol === symbol)!;
      const days = history?.get(symbol)?.slice(-13, -1) ?? [];
      const hours = days.flatMap((day) => splitSimulatedDay(day, instrument, by));
      return hours.flatMap((hour) => splitSimulatedHour(hour, instrument, { ...by, minutes: 1 }));
    });
    const before = extremesOf(past);
    const after = extremesOf(liveMinutes(symbols, { from: endsAt, hours: 24 }));
    expect(past.flat()).toHaveLength(symbols.length * 12 * 1_440);
    // Half of them reverse in a market without memory; three quarters did when minutes were cut to fit longer bars.
    expect(before.reversed).toBeCloseTo(0.5, 1);
    expect(after.reversed).toBeCloseTo(0.5, 1);
    expect(before.share / after.share).toBeGreaterThan(0.75);
    expect(before.share / after.share).toBeLessThan(1.25);
  });
});

type Minute = Pick<Candle, 'open' | 'high' | 'low' | 'close'>;

/** The minutes of a running simulator, by symbol. */
function liveMinutes(
  symbols: readonly string[],
  { from, hours }: { readonly from: number; readonly hours: number },
): Minute[][] {
  const some = instruments.filter(({ symbol }) => symbols.includes(symbol));
  const simulator = createSimulator(some, 'a', 0);
  const minutes = new Map(symbols.map((symbol): [string, Minute[]] => [symbol, []]));
  let isNewMinute = true;
  const keep = ({ symbol, price, at }: SourceQuote): void => {
    simulator.resume?.(symbol, price, at);
    const list = minutes.get(symbol)!;
    const last = list.at(-1);
    const open = isNewMinute ? (last?.close ?? price) : last!.open;
    const known = isNewMinute ? { high: open, low: open } : last!;
    const high = price > known.high ? price : known.high;
    const low = price < known.low ? price : known.low;
    if (!isNewMinute) list.pop();
    list.push({ open, high, low, close: price });
  };
  for (let second = 0; second < hours * 3_600; second += 1) {
    isNewMinute = second % 60 === 0;
    for (const quote of simulator.quotesAt(from + second * 1_000)) keep(quote);
  }
  return [...minutes.values()];
}

/** How many minutes close at their high or low, and how many of those that move after it reverse. */
function extremesOf(markets: readonly (readonly Minute[])[]): { share: number; reversed: number } {
  let all = 0;
  let extreme = 0;
  let moved = 0;
  let reversed = 0;
  for (const minutes of markets) {
    for (const [index, { high, low, close }] of minutes.slice(0, -1).entries()) {
      all += 1;
      if (high === low || (close !== high && close !== low)) continue;
      extreme += 1;
      const next = minutes[index + 1]!.close;
      if (next === close) continue;
      moved += 1;
      if ((close === high) === next < close) reversed += 1;
    }
  }
  return { share: extreme / all, reversed: reversed / moved };
}
