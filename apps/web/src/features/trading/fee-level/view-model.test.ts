import { expect, test } from 'vitest';
import { comingLevels, type FeeLevel, nextLevelOf } from './view-model.ts';

const levels = [
  { level: 1, from: '0', maker: '0.001', taker: '0.001' },
  { level: 2, from: '50000', maker: '0.0009', taker: '0.00095' },
];
const own = (changes: Partial<FeeLevel> = {}): FeeLevel => ({
  level: 1,
  maker: '0.001',
  taker: '0.001',
  day: '2026-11-22',
  since: '2026-11-22T00:10:00.000Z',
  traded: '31840',
  waited: '14000',
  atOnce: '10200',
  swapped: '7640',
  orderFees: '24.2',
  swapFees: '7.64',
  ending: '0',
  levels,
  markets: [],
  ...changes,
});

test('the next level names what is missing, what it would have saved, and what getting there costs', () => {
  expect(nextLevelOf(own())).toEqual({
    level: 2,
    from: '50000',
    toGo: '18160',
    saving: { cost: '29.93', less: '1.91' },
    costToGet: '18.16',
  });
});

test('nothing is said to be saved when nothing was traded; the highest level has no next one', () => {
  const none = {
    traded: '0',
    waited: '0',
    atOnce: '0',
    swapped: '0',
    orderFees: '0',
    swapFees: '0',
  };
  expect(nextLevelOf(own(none))?.saving).toBeUndefined();
  expect(nextLevelOf(own({ level: 2 }))).toBeUndefined();
});

test('the levels that are announced next', () => {
  const change = (changes: object) =>
    ({
      key: 'spot.feeLevels',
      state: 'announced',
      value: '{"from2":"10","maker2":"0.0005","taker2":"0.0006","maker1":"0.001","taker1":"0.001"}',
      effectiveAt: '2026-12-01T09:00:00.000Z',
      ...changes,
    }) as Parameters<typeof comingLevels>[0][number];
  const earlier = change({ effectiveAt: '2026-12-01T00:00:00.000Z' });
  expect(comingLevels([change({}), earlier])?.effectiveAt).toBe('2026-12-01T00:00:00.000Z');
  expect(comingLevels([change({})])?.levels.map(({ level }) => level)).toEqual([1, 2]);
  expect(
    comingLevels([change({ state: 'inForce' }), change({ key: 'swap.spread' })]),
  ).toBeUndefined();
});
