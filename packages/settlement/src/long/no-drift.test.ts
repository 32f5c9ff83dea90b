import type { Amount, Price, Rate } from '@tern/money';
import { describe, expect, it } from 'vitest';
import {
  type Contract,
  type Outcome,
  RULE_TERMS,
  settle,
  type Terms,
  type Tick,
} from '../index.ts';

const CONTRACTS = 1_000_000;
const TICKS = 20_000;
const UNIT = 10n ** 18n;
const GROUPS = 10;
/** A fair rule exceeds this in one of ten thousand runs; these runs are seeded and reproducible. */
const CHI_SQUARE_9_DEGREES = 33.72;

const terms: Terms = {
  ...RULE_TERMS,
  symbol: 'btcusdt',
  durationSeconds: 30,
  payoutRatio: 850_000_000_000_000_000n as Rate,
  asset: 'USDT',
  assetScale: 6,
};

interface Member {
  readonly stakeGroup: number;
  readonly ageGroup: number;
}

type Settle = (contract: Contract, ticks: readonly Tick[], member: Member) => Outcome | 'none';

const honest: Settle = (contract, ticks) => settle(contract, ticks).outcome;

/** Reproducible random numbers in [0, 1): the mulberry32 generator. */
function chanceFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function walk(chance: () => number): Tick[] {
  let price = 6_400_000n;
  let at = 1_763_700_000_000;
  return Array.from({ length: TICKS }, (_, index) => {
    price += BigInt(Math.floor(chance() * 41) - 20);
    at += 900 + Math.floor(chance() * 200);
    return { seq: index + 1, at, price: (price * UNIT) as Price };
  });
}

/** Wins and losses by stake and by account age. */
function simulate(run: Settle): { byStake: number[][]; byAge: number[][]; decided: number } {
  const chance = chanceFrom(20_261_121);
  const ticks = walk(chance);
  const empty = () => Array.from({ length: GROUPS }, () => [0, 0]);
  const [byStake, byAge] = [empty(), empty()];
  let decided = 0;
  for (let count = 0; count < CONTRACTS; count += 1) {
    const first = Math.floor(chance() * (TICKS - 50)) + 1;
    const acceptedAt = (ticks[first]?.at ?? 0) - 1 - Math.floor(chance() * 800);
    const member = {
      stakeGroup: Math.floor(chance() * GROUPS),
      ageGroup: Math.floor(chance() * GROUPS),
    };
    const stake = (BigInt(10 + member.stakeGroup * 100) * UNIT) as Amount;
    const direction = chance() < 0.5 ? 'up' : 'down';
    const contract: Contract = { terms, acceptedAt, direction, stake };
    const outcome = run(contract, ticks.slice(first - 1, first + 38), member);
    if (outcome !== 'win' && outcome !== 'loss') continue;
    decided += 1;
    const column = outcome === 'win' ? 0 : 1;
    for (const row of [byStake[member.stakeGroup], byAge[member.ageGroup]]) {
      if (row !== undefined) row[column] = (row[column] ?? 0) + 1;
    }
  }
  return { byStake, byAge, decided };
}

function chiSquare(table: readonly (readonly number[])[]): number {
  const wins = table.reduce((sum, [win = 0]) => sum + win, 0);
  const all = table.reduce((sum, [win = 0, loss = 0]) => sum + win + loss, 0);
  return table.reduce((sum, [win = 0, loss = 0]) => {
    const expected = ((win + loss) * wins) / all;
    const other = win + loss - expected;
    return sum + (win - expected) ** 2 / expected + (loss - other) ** 2 / other;
  }, 0);
}

describe('a million contracts', () => {
  it('are won equally often with large and small stakes, and by old and new accounts', () => {
    const { byStake, byAge, decided } = simulate(honest);
    expect(decided).toBeGreaterThan(CONTRACTS * 0.95);
    expect(chiSquare(byStake)).toBeLessThan(CHI_SQUARE_9_DEGREES);
    expect(chiSquare(byAge)).toBeLessThan(CHI_SQUARE_9_DEGREES);
  });

  it('would reveal a rule that rigs one in fifty wins of the largest stakes', () => {
    let turn = 0;
    const rigged: Settle = (contract, ticks, member) => {
      const outcome = honest(contract, ticks, member);
      if (outcome !== 'win' || member.stakeGroup !== GROUPS - 1) return outcome;
      turn += 1;
      return turn % 50 === 0 ? 'loss' : 'win';
    };
    const { byStake, byAge } = simulate(rigged);
    expect(chiSquare(byStake)).toBeGreaterThan(CHI_SQUARE_9_DEGREES);
    expect(chiSquare(byAge)).toBeLessThan(CHI_SQUARE_9_DEGREES);
  });
});
