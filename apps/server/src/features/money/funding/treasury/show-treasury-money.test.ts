import { type Amount, decimal } from '@tern/money';
import { expect, it } from 'vitest';
import { floatOf } from './show-treasury-money.ts';

const of = (held: string, owed: string) => floatOf(decimal<Amount>(held), decimal<Amount>(owed));

it('less held than owed is short, by the difference', () => {
  expect(of('99.99', '100')).toEqual({ float: decimal('-0.01'), level: 'short' });
});

it('a float below a twentieth of what is owed is low', () => {
  expect(of('100', '100').level).toBe('low');
  expect(of('104.99', '100').level).toBe('low');
  expect(of('105', '100')).toEqual({ float: decimal('5'), level: 'enough' });
});

it('where nothing is owed, nothing has to be held', () => {
  expect(of('0', '0').level).toBe('enough');
});
