import { expect, it } from 'vitest';
import { afterFee } from './amounts.ts';

it('an amount less the fee is exact; none is left if the fee is as large', () => {
  expect(afterFee('2500.000001', '1')).toBe('2499.000001');
  expect(afterFee('20', '1.5')).toBe('18.5');
  expect(afterFee('20', '0')).toBe('20');
  expect(afterFee('1.5', '1.5')).toBeUndefined();
  expect(afterFee('', '1')).toBeUndefined();
});
