import { expect, test } from 'vitest';
import { isLast, partsOf } from './view-model.ts';

test('the words of two names are the same with or without accents and signs', () => {
  const same = (name: string, other: string) =>
    partsOf(name, other)
      .filter(({ isSame }) => isSame)
      .map(({ text }) => text);
  expect(same('Tomas Varga', 'VARGA, Tamás')).toEqual(['Varga']);
  expect(same('VARGA, Tamás', 'Tamas Varga')).toEqual(['VARGA,', 'Tamás']);
  expect(same('', 'Varga')).toEqual([]);
});

test('a decision is the last if one of this round agrees with it', () => {
  const people = [
    { round: 1, finding: 'match' as const },
    { round: 2, finding: 'notSame' as const },
  ];
  expect([isLast(people, 2, 'notSame'), isLast(people, 2, 'match')]).toEqual([true, false]);
});
