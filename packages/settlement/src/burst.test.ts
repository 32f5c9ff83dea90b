import { type Amount, decimal, type Rate } from '@tern/money';
import { expect, it } from 'vitest';
import type { Outcome } from './amounts.ts';
import { burstOf, type BurstContract, winsWithin } from './burst.ts';

/** One contract each `everyMs`, over 30 s for 10 USDT at 80 %. */
function placed(
  outcomes: readonly Outcome[],
  { everyMs = 5_000, stake = '10', direction = 1 } = {},
): BurstContract[] {
  const profits = { win: '8', loss: '-10', tie: '0' } as const;
  return outcomes.map((outcome, index) => ({
    acceptedAt: index * everyMs,
    knownAt: index * everyMs + 30_000,
    direction,
    outcome,
    stake: decimal<Amount>(stake),
    payoutRatio: decimal<Rate>('0.8'),
    profit: ((decimal<Amount>(profits[outcome]) * BigInt(Number(stake))) / 10n) as Amount,
  }));
}
const wins = (count: number, losses = 0): Outcome[] => [
  ...Array.from({ length: losses }, () => 'loss' as const),
  ...Array.from({ length: count }, () => 'win' as const),
];

it('to win 30 of 30 is beyond chance at one in a billion, 29 of 29 is not', () => {
  expect(winsWithin(29)).toBe(29);
  expect(winsWithin(30)).toBe(29);
  // The tail of 60 decisions from 54 on is 4.98e-11, from 53 on 3.85e-10, from 52 on 2.6e-9.
  expect(winsWithin(60)).toBe(52);
  expect(winsWithin(0)).toBe(0);
});

it('60 wins of 60 within five minutes are a burst, with its figures', () => {
  expect(burstOf(placed(wins(60)))).toEqual({
    wins: 60,
    losses: 0,
    ties: 0,
    winsLimit: 52,
    net: decimal('480'),
    expectedNet: decimal('-60'),
    // −60 + the root of 42 × 60 × 9².
    netLimit: decimal('391.796414328400795908'),
  });
});

it('an ordinary lucky streak is none', () => {
  expect(burstOf(placed(wins(20)))).toBeUndefined();
  expect(burstOf(placed(wins(40, 20)))).toBeUndefined();
  expect(burstOf([])).toBeUndefined();
});

it('contracts of one direction that share their time count once, as their first did', () => {
  expect(burstOf(placed(wins(60), { everyMs: 100 }))).toBeUndefined();
  const late = placed([...wins(1, 1), ...wins(58)], { everyMs: 4_999 });
  expect(burstOf(late)).toBeUndefined();
});

it('one direction hides nothing in the other, and ties decide nothing', () => {
  const up = placed(wins(20));
  const down = placed(wins(20), { direction: 2 });
  const both = [...up, ...down].sort((one, other) => one.acceptedAt - other.acceptedAt);
  expect(burstOf(both)).toMatchObject({ wins: 40, winsLimit: 37 });
  const tied = placed(Array.from({ length: 60 }, () => 'tie' as const));
  expect(burstOf(tied)).toBeUndefined();
});

it('a net gain that chance does not explain is one, though as many are lost as won', () => {
  const small = placed(wins(0, 45), { stake: '10' });
  const large = placed(wins(45), { stake: '1000', direction: 2 });
  const mixed = [...small, ...large].sort((one, other) => one.acceptedAt - other.acceptedAt);
  expect(burstOf(mixed)).toMatchObject({ wins: 45, losses: 45 });
});
