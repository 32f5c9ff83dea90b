import { type Amount, decimal } from '@tern/money';
import { expect, it } from 'vitest';
import { coverOf, uptimeOf } from './rules.ts';

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

it('the time between two runs is an outage, unless another process ran; runs may overlap', () => {
  const runs = [
    { from: 50, to: 60 },
    { from: 10, to: 20 },
    { from: 15, to: 30 },
  ];
  expect(uptimeOf(runs, { from: 0, now: 70 })).toEqual({
    from: 10,
    running: 40,
    total: 60,
    outages: [{ from: 30, to: 50 }],
  });
  expect(uptimeOf(runs, { from: 40, now: 70 })).toMatchObject({ running: 20, total: 30 });
  expect(uptimeOf([], { from: 0, now: 70 })).toMatchObject({ running: 0, total: 0, outages: [] });
});
