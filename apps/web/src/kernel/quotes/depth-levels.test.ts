import { expect, test } from 'vitest';
import { depthLevels } from './depth-levels.ts';

const depth = (asks: [number, number][], bids: [number, number][]) => ({
  asks,
  bids,
  version: 1,
  ts: 0,
});

test('accumulates depth from the middle outwards, as a share of the deeper side', () => {
  const { asks, bids } = depthLevels(
    depth(
      [
        [101, 1],
        [102, 3],
      ],
      [
        [100, 2],
        [99, 6],
      ],
    ),
  );
  expect(asks.map((level) => level.depthShare)).toEqual(['0.1250', '0.5000']);
  expect(bids.map((level) => level.depthShare)).toEqual(['0.2500', '1.0000']);
});

test('counts only the seven displayed levels', () => {
  const many = Array.from({ length: 20 }, (_, index): [number, number] => [101 + index, 1]);
  const { asks } = depthLevels(depth(many, []));
  expect(asks).toHaveLength(7);
  expect(asks.at(-1)?.depthShare).toBe('1.0000');
});

test('keeps prices and sizes exact, however small', () => {
  const { asks, spread } = depthLevels(depth([[0.0000125, 1e-7]], [[0.0000124, 5]]));
  expect(asks[0]).toMatchObject({ price: '0.0000125', quantity: '0.0000001' });
  expect(spread).toBe('0.0000001');
});

test('the spread is unknown while one side is empty', () => {
  expect(depthLevels(depth([[101, 1]], [])).spread).toBeUndefined();
  expect(depthLevels(depth([], []))).toEqual({ asks: [], bids: [], spread: undefined });
});
