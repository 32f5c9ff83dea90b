import { expect, it } from 'vitest';
import { together } from './seal-rounds.ts';
import type { NumberedRound } from './store-rounds.ts';

/** Rounds of so many postings, one behind the other. */
function roundsOf(...sizes: readonly number[]): NumberedRound[] {
  let through = 0;
  return sizes.map((size, at) => {
    const firstPosting = through + 1;
    through += size;
    return { round: at + 1, entryIds: [at + 1], firstPosting, lastPosting: through };
  });
}

const numbersOf = (lists: readonly NumberedRound[][]) =>
  lists.map((list) => list.map(({ round }) => round));

it('reads whole rounds together, each once and in order, until there are enough postings', () => {
  expect(numbersOf(together(roundsOf(4, 6, 1, 30, 2, 2), 10))).toEqual([
    [1, 2],
    [3, 4],
    [5, 6],
  ]);
  expect(together([], 10)).toEqual([]);
});
