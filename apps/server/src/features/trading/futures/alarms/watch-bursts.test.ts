import { expect, it } from 'vitest';
import { groupsOf } from './watch-bursts.ts';

it('accounts that share a device belong together, also by way of a third one', () => {
  const pairs = [
    { memberId: 1, otherId: 2 },
    { memberId: 3, otherId: 2 },
    { memberId: 5, otherId: 99 },
  ];
  expect(
    groupsOf([1, 2, 3, 4, 5], pairs).map((group) =>
      [...group].toSorted((left, right) => left - right),
    ),
  ).toEqual([[1, 2, 3], [4], [5]]);
});
