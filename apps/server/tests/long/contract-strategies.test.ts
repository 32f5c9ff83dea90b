/**
 * Eight strategies play timed contracts on many simulated days and none of them earns anything.
 *
 * Some 1,300 results are looked at, so a few would lie three deviations above zero by luck alone if contracts were worth
 * exactly nothing; but a fair contract is worth -5 to -10 % of the stake, which leaves next to no room for luck. The
 * sharper question is whether wins and losses differ at all, before the payout ratio: of so many fair coins, the furthest
 * lies beyond 4.9 deviations once in eight hundred runs (Bonferroni). The seed is fixed, so a run repeats.
 *
 * Of each day two hours are played, all hours of the day in turn, in every market that is open then: with 200 days some 10.6
 * million bets, which take most of a minute of a core. What would be seen with them, 98 times of 100: that a strategy wins in one
 * market 52.4 % of the contracts of 30 s (22,000 bets; it earns from 55.6 % on), 54.2 % of 120 s (6,900; 54.1 %), 56.3 % of 300 s
 * (3,000; 52.6 %); that one strategy wins 50.8 % in all markets, or all strategies 50.3 % (by the mean square of 8,300 bets a
 * result). So a flaw that pays in single markets of the longest contracts alone may need more days: TERN_STRATEGY_DAYS=1000
 * before the command, as before a release, sees 52.8 % there.
 */
import { describe, expect, it } from 'vitest';
import { futuresSettings } from '../../src/features/trading/futures/settings.ts';
import { offeredIn } from '../../src/features/trading/futures/offered.ts';
import {
  averageProfit,
  winBias,
  play,
  type PublishedMarket,
  type Session,
  strategies,
  type Tally,
} from '../support/contract-strategies.ts';
import { daysFrom, simulatedSession } from '../support/simulated-sessions.ts';
import { turns } from '../support/pass-time.ts';

const DAYS = Number(process.env['TERN_STRATEGY_DAYS'] ?? '200');
const SESSION_HOURS = 2;
/** By the clock: on a busy machine four minutes of a core take many times as long. */
const TIME_MS_MAX = 3_600_000;
/** Fewer bets are not significant. */
const BETS_MIN = 100;
const DEVIATIONS_MAX = 4.9;
const offers = futuresSettings.offers.fallback.usual;
const ratioOf = new Map(offers.map(({ seconds, ratio }) => [seconds, Number(ratio) / 1e18]));

interface Result {
  readonly strategy: string;
  readonly symbol: string;
  readonly seconds: number;
  readonly tally: Tally;
}

async function results(sessions: Iterable<Session>): Promise<Result[]> {
  const found = new Map<string, Result>();
  for (const session of sessions) {
    // Yields to the event loop; otherwise the test runner takes the process for dead.
    await turns();
    for (const market of session.markets) {
      const durations = offeredOf(market);
      if (durations.length === 0) continue;
      for (const [name, strategy] of Object.entries(strategies)) {
        const tallies = play({ strategy, durations }, market, session);
        for (const [index, seconds] of durations.entries()) {
          const key = `${name}|${market.symbol}|${seconds}`;
          const before = found.get(key)?.tally ?? { wins: 0, losses: 0, ties: 0 };
          const { wins, losses, ties } = tallies[index]!;
          const tally = {
            wins: before.wins + wins,
            losses: before.losses + losses,
            ties: before.ties + ties,
          };
          found.set(key, { strategy: name, symbol: market.symbol, seconds, tally });
        }
      }
    }
  }
  return [...found.values()].filter(
    ({ tally }) => tally.wins + tally.losses + tally.ties >= BETS_MIN,
  );
}

const offeredOf = ({ tick, deviation }: PublishedMarket): number[] =>
  offeredIn({ tick, deviation }, offers).map(({ seconds }) => seconds);

/** Results that lie above zero after the payout ratio, by three deviations. */
function profitable(all: readonly Result[]): string[] {
  return all.flatMap(({ strategy, symbol, seconds, tally }) => {
    const { mean, error } = averageProfit(tally, ratioOf.get(seconds) ?? 0);
    return mean > 3 * error
      ? [`${strategy} ${symbol} ${seconds} s: ${(100 * mean).toFixed(1)} %`]
      : [];
  });
}

describe('timed contracts on simulated markets', () => {
  it('earn nothing for any of eight strategies, in any market and duration, on many days', {
    timeout: TIME_MS_MAX,
  }, async () => {
    const all = await results(
      (function* () {
        for (const [index, day] of daysFrom('2026-01-05T00:00:00Z', DAYS).entries()) {
          const fromHour = (index * 5) % (24 - SESSION_HOURS + 1);
          yield simulatedSession('a thousand days', { day, fromHour, hours: SESSION_HOURS });
        }
      })(),
    );
    const bets = all.reduce((sum, { tally }) => sum + tally.wins + tally.losses + tally.ties, 0);
    const leans = all.map(({ tally }) => winBias(tally));
    const spread = leans.reduce((sum, each) => sum + each * each, 0) / leans.length;
    const furthest = Math.max(...leans.map(Math.abs));
    console.info(
      `${all.length} results of ${bets} bets; leans: mean square ${spread.toFixed(3)}, furthest ${furthest.toFixed(2)}`,
    );
    expect(new Set(all.map(({ strategy }) => strategy)).size).toBe(8);
    expect(new Set(all.map(({ symbol }) => symbol)).has('usdtusd')).toBe(false);
    expect(all.length).toBeGreaterThan(1_000);
    expect(profitable(all)).toEqual([]);
    expect(furthest).toBeLessThan(DEVIATIONS_MAX);
    expect(spread).toBeGreaterThan(0.85);
    expect(spread).toBeLessThan(1.15);
  });

  it.each([
    ['a hidden price between coarse ticks', 'reversal', hiddenBetweenTicks],
    ['a hidden trend', 'Kalman filter', hiddenTrend],
    ['a cross that lags behind its markets', 'triangle', laggingCross],
  ])('are exploited by these strategies if there is %s', (_fault, strategy, make) => {
    const sessions = Array.from({ length: 40 }, (_, index) => sessionOf(make(index + 1)));
    const all = sessions.flatMap((session) =>
      play({ strategy: strategies[strategy]!, durations: [300] }, session.markets[0]!, session),
    );
    const sum = (key: keyof Tally) => all.reduce((total, tally) => total + tally[key], 0);
    const tally = { wins: sum('wins'), losses: sum('losses'), ties: sum('ties') };
    const { mean, error } = averageProfit(tally, 0.9);
    expect(mean).toBeGreaterThan(3 * error);
  });
});

const SECONDS = 7_200;
const sessionOf = (market: PublishedMarket): Session => ({ seconds: SECONDS, markets: [market] });

/** A small separate generator, independent of the product. */
function chanceOf(seed: number): () => number {
  let state = seed * 0x9e37_79b1;
  const even = (): number => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  return () => Math.sqrt(-2 * Math.log(1 - even())) * Math.cos(2 * Math.PI * even());
}

const DEVIATION = 1e-4;

function randomWalk(
  { seed, tick }: { readonly seed: number; readonly tick: number },
  priceOf: (level: number, second: number) => number,
): PublishedMarket {
  const normal = chanceOf(seed);
  let level = 0;
  const prices = Float64Array.from({ length: SECONDS }, (_, second) => {
    level += DEVIATION * normal();
    return Math.round(priceOf(level, second) / tick);
  });
  const flow = new Float64Array(SECONDS);
  return { symbol: 'planted', group: 'planted', prices, flow, tick, deviation: DEVIATION };
}

/** As USDT/USD was: its tick is thrice the movement of five minutes. */
function hiddenBetweenTicks(seed: number): PublishedMarket {
  return randomWalk({ seed, tick: 3 * DEVIATION * Math.sqrt(300) }, (level) => level);
}

/** As coins were: a curve that everyone could filter out. */
function hiddenTrend(seed: number): PublishedMarket {
  return randomWalk(
    { seed, tick: DEVIATION / 10 },
    (level, second) => level + 60 * DEVIATION * Math.sin((second + 100 * seed) / 300),
  );
}

/** As EURJPY was: off its two markets by a gap that closes again. */
function laggingCross(seed: number): PublishedMarket {
  const tick = DEVIATION / 10;
  const exact = randomWalk({ seed, tick }, (level) => level);
  const gap = (second: number) => 10 * Math.sqrt(300) * Math.sin((second + 100 * seed) / 95);
  const prices = exact.prices.map((price, second) => Math.round(price + gap(second)));
  return { ...exact, prices, implied: exact.prices };
}
