import { type Amount, decimal } from '@tern/money';
import { expect, it } from 'vitest';
import { coverOf } from './rules.ts';

const amount = (text: string) => decimal<Amount>(text);

it.each([
  ['999.999', '1000', '99.99'],
  ['1000', '1000', '100'],
  ['2', '3', '66.66'],
  ['0', '1000', '0'],
  ['1', '0', null],
])('%s held of %s owed cover %s percent, cut and never rounded up', (held, owed, percent) =>
  expect(coverOf(amount(held), amount(owed))).toBe(percent),
);
