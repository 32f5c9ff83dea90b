/**
 * How often honest play raises a burst: thousands of players on fair prices, who know the past and not the future. The figures are in
 * ADR 88; a seed makes them repeat.
 */
import { type Amount, decimal, type Rate } from '@tern/money';
import { expect, it } from 'vitest';
import { burstOf, type BurstContract } from '../burst.ts';

const MARKETS = 12;
const SECONDS = 600;
const DURATION = 30;
const STAKE = decimal<Amount>('10');
const RATIO = decimal<Rate>('0.85');
const PROFIT = { win: decimal<Amount>('8.5'), loss: decimal<Amount>('-10'), tie: 0n as Amount };

/** Uniform numbers from a seed (mulberry32). */
function uniformOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Prices by market and second; two thirds of each move's variance are common to all markets. */
function pricesOf(uniform: () => number): number[][] {
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  const prices = Array.from({ length: MARKETS }, () => [0]);
  for (let second = 1; second <= SECONDS + DURATION; second += 1) {
    const common = Math.sqrt(2 / 3) * normal();
    for (const market of prices) market.push(market.at(-1)! + common + Math.sqrt(1 / 3) * normal());
  }
  return prices;
}

/** What a player places at a second: markets and directions, 1 up and 2 down. It reads prices up to that second only. */
type Style = (
  second: number,
  know: { readonly prices: readonly number[][]; readonly uniform: () => number },
) => readonly { readonly market: number; readonly direction: 1 | 2 }[];

const every = (seconds: number, second: number) => second % seconds === 0;
const styles: Readonly<Record<string, Style>> = {
  'a direction by chance each 5 s, in one market': (second, { uniform }) =>
    every(5, second) ? [{ market: 0, direction: uniform() < 0.5 ? 1 : 2 }] : [],
  'up each 5 s, in one market': (second) => (every(5, second) ? [{ market: 0, direction: 1 }] : []),
  'with the last half minute each 5 s, in one market': (second, { prices: [first = []] }) =>
    every(5, second) && second >= DURATION
      ? [{ market: 0, direction: first[second]! > first[second - DURATION]! ? 1 : 2 }]
      : [],
  'up in twelve markets each minute': (second) =>
    every(60, second)
      ? Array.from({ length: MARKETS }, (_, market) => ({ market, direction: 1 as const }))
      : [],
};

function contractsOf(style: Style, seed: number): BurstContract[] {
  const uniform = uniformOf(seed);
  const prices = pricesOf(uniform);
  const contracts: BurstContract[] = [];
  for (let second = 0; second < SECONDS; second += 1) {
    for (const { market, direction } of style(second, { prices, uniform })) {
      const moved = prices[market]![second + DURATION]! - prices[market]![second]!;
      const outcome = moved > 0 === (direction === 1) ? 'win' : 'loss';
      contracts.push({
        acceptedAt: second * 1_000,
        knownAt: (second + DURATION) * 1_000,
        direction,
        outcome,
        stake: STAKE,
        payoutRatio: RATIO,
        profit: PROFIT[outcome],
      });
    }
  }
  return contracts;
}

/** Whether a player is ever stopped: looked at after each fourth end, oftener than every two seconds shows more. */
function isStopped(contracts: readonly BurstContract[]): boolean {
  for (let ended = 28; ended <= contracts.length; ended += 4)
    if (burstOf(contracts.slice(0, ended)) !== undefined) return true;
  return false;
}

/** ADR 88 has the figures of 2,000; each style has its bound. */
const PLAYERS = 400;
const MOST: Readonly<Record<string, number>> = {
  'up each 5 s, in one market': 0.02,
  'with the last half minute each 5 s, in one market': 0.01,
};

it.each(Object.entries(styles))('honest play is seldom stopped: %s', (name, style) => {
  let stopped = 0;
  for (let player = 0; player < PLAYERS; player += 1)
    if (isStopped(contractsOf(style, player + 1))) stopped += 1;
  expect(stopped / PLAYERS).toBeLessThanOrEqual(MOST[name] ?? 0);
});
