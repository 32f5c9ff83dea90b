/** A simulated month has the statistics of a market, and simulated history those of live simulation. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  makeDailyHistory,
  splitSimulatedDay,
  splitSimulatedHour,
} from '../../src/features/market/pricing/simulator/history.ts';
import {
  autocorrelation,
  correlation,
  deviation,
  excessKurtosis,
  mean,
  returnsOver,
} from '../support/market-statistics.ts';
import { type SimulatedSeries, simulatedMonth } from '../support/simulated-month.ts';
import { daysFrom, seededInstruments } from '../support/simulated-sessions.ts';

const SEED = 'month';
const BEGAN = Date.parse('2026-10-01T00:00:00Z');
const DAYS = 30;
const COINS = ['btcusdt', 'ethusdt', 'hbarusdt'];
const ALL = [...COINS, 'eurusd'];
const by = { seed: SEED, endsAt: BEGAN };
const instrumentOf = (symbol: string) =>
  seededInstruments.find((instrument) => instrument.symbol === symbol)!;

let lived: Map<string, SimulatedSeries>;
let days: Awaited<ReturnType<typeof makeDailyHistory>>;
const minutes = new Map<string, { close: number[]; range: number[] }>();

beforeAll(async () => {
  // The same days as history and as live simulation: calm and busy weeks are the same.
  lived = simulatedMonth(SEED, ALL, daysFrom('2026-09-01T00:00:00Z', DAYS));
  days = await makeDailyHistory(seededInstruments, { seed: SEED, endsAt: BEGAN });
  for (const symbol of [...ALL, 'usdjpy', 'eurjpy']) {
    const instrument = instrumentOf(symbol);
    const made = days
      .get(symbol)!
      .filter(({ start }) => start >= BEGAN - DAYS * 86_400_000)
      .flatMap((day) => splitSimulatedDay(day, instrument, by))
      .flatMap((hour) => splitSimulatedHour(hour, instrument, { ...by, minutes: 1 }));
    minutes.set(symbol, {
      close: made.map(({ close }) => Number(close) / 1e18),
      range: made.map(({ high, low, close }) => Number(high - low) / Number(close)),
    });
  }
}, 600_000);

/** Rows of one market in the given hours or days. */
const volumeAt = ({ start, volume }: SimulatedSeries, isWanted: (date: Date) => boolean) =>
  mean(volume.filter((_, row) => isWanted(new Date(start[row]!))));

describe('a simulated month', () => {
  it.each(ALL)(
    'has fat tails, volatility clusters and no autocorrelation by the minute: %s',
    (symbol) => {
      const returns = returnsOver(lived.get(symbol)!.close, 1);
      const sizes = returns.map(Math.abs);
      expect(excessKurtosis(returns)).toBeGreaterThan(3);
      expect(excessKurtosis(returns)).toBeLessThan(20);
      for (const lag of [1, 2, 10, 60]) {
        expect(Math.abs(autocorrelation(returns, lag))).toBeLessThan(0.04);
        expect(autocorrelation(sizes, lag)).toBeGreaterThan(0.15);
      }
      expect(autocorrelation(sizes, 1)).toBeGreaterThan(autocorrelation(sizes, 60));
    },
  );

  it.each(ALL)('trades more when prices move, during the day and on weekdays: %s', (symbol) => {
    const series = lived.get(symbol)!;
    const sizes = returnsOver(series.close, 1).map(Math.abs);
    expect(correlation(series.volume.slice(1), sizes)).toBeGreaterThan(0.3);
    const hour = (wanted: number) => volumeAt(series, (date) => date.getUTCHours() === wanted);
    expect(hour(14) / hour(4)).toBeGreaterThan(1.4);
    const weekend = volumeAt(series, (date) => date.getUTCDay() % 6 === 0);
    expect(weekend / volumeAt(series, (date) => date.getUTCDay() % 6 !== 0)).toBeLessThan(0.8);
  });

  it('has trades at irregular times, and fewer in the smaller coins', () => {
    const gaps = (symbol: string) => lived.get(symbol)!.gaps;
    // Each change of a price is a trade, so a small coin has one every other second.
    expect(mean(gaps('hbarusdt'))).toBeGreaterThan(1.5 * mean(gaps('btcusdt')));
    expect(deviation(gaps('hbarusdt')) / mean(gaps('hbarusdt'))).toBeGreaterThan(0.9);
  });

  it('correlates coins equally by the minute and by the hour', () => {
    for (const rows of [1, 5, 60]) {
      const [left, right] = ['btcusdt', 'ethusdt'].map((symbol) =>
        returnsOver(lived.get(symbol)!.close, rows),
      );
      expect(correlation(left!, right!)).toBeGreaterThan(0.7);
      expect(correlation(left!, right!)).toBeLessThan(0.92);
    }
  });
});

describe('the history of a new market', () => {
  it('has fat tails by the day', () => {
    const pooled = [...days].flatMap(([, history]) => {
      const returns = returnsOver(
        history.map(({ close }) => Number(close)),
        1,
      );
      const usual = deviation(returns);
      return returns.map((value) => value / usual);
    });
    expect(excessKurtosis(pooled)).toBeGreaterThan(2);
    expect(excessKurtosis(pooled)).toBeLessThan(20);
  });

  it.each(ALL)('has minutes as volatile as running ones: %s', (symbol) => {
    const made = minutes.get(symbol)!;
    const [before, after] = [made.close, lived.get(symbol)!.close].map((close) =>
      returnsOver(close, 1),
    );
    const ratio = deviation(before!) / deviation(after!);
    expect(ratio).toBeGreaterThan(1 / 1.3);
    expect(ratio).toBeLessThan(1.3);
    const ranges = made.range.toSorted((a, b) => a - b);
    const range = ranges[Math.floor(ranges.length / 2)]!;
    expect(range / deviation(before!)).toBeGreaterThan(0.5);
    expect(range / deviation(before!)).toBeLessThan(1.6);
  });

  it('has the same correlations at every interval as running ones', () => {
    for (const rows of [1, 5, 60]) {
      const pair = (close: (symbol: string) => number[]) =>
        correlation(returnsOver(close('btcusdt'), rows), returnsOver(close('ethusdt'), rows));
      const before = pair((symbol) => minutes.get(symbol)!.close);
      const after = pair((symbol) => lived.get(symbol)!.close);
      expect(Math.abs(before - after)).toBeLessThan(0.12);
    }
  });

  it('has cross rates within half a basis point of their two markets, minute by minute', () => {
    const [euro, yen, cross] = ['eurusd', 'usdjpy', 'eurjpy'].map(
      (symbol) => minutes.get(symbol)!.close,
    );
    expect(cross).toHaveLength(euro!.length);
    const apart = cross!.map((price, row) => Math.abs(price / (euro![row]! * yen![row]!) - 1));
    expect(Math.max(...apart)).toBeLessThan(0.00005);
  });
});
