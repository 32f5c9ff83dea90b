import { describe, expect, it } from 'vitest';
import { afterFee, limitFault, maxAmount, outgoingFault } from './amounts.ts';

const bounds = { min: '10', max: '500' };

describe('an amount', () => {
  it('less the fee is exact; none is left if the fee is as large', () => {
    expect(afterFee('2500.000001', '1')).toBe('2499.000001');
    expect(afterFee('20', '1.5')).toBe('18.5');
    expect(afterFee('20', '0')).toBe('20');
    expect(afterFee('1.5', '1.5')).toBeUndefined();
    expect(afterFee('', '1')).toBeUndefined();
  });

  it("is limited by the balance, the terms and the coin's precision", () => {
    expect(maxAmount('80.1234567', '500', 6)).toBe('80.123456');
    expect(maxAmount('900', '500', 6)).toBe('500');
    expect(maxAmount('900', undefined, 6)).toBe('900');
  });

  it.each([
    ['', { kind: 'missing' }],
    ['0', { kind: 'missing' }],
    ['9.999999999999999999', { kind: 'min', limit: '10' }],
    ['10', undefined],
    ['500', undefined],
    ['500.000000000000000001', { kind: 'max', limit: '500' }],
  ])('of money in, %j, is within its bounds, or names the violated one', (amount, fault) => {
    expect(limitFault(amount, bounds)).toEqual(fault);
  });

  it.each([
    ['', { kind: 'missing' }],
    ['0', { kind: 'missing' }],
    ['9.999999', { kind: 'min', limit: '10' }],
    ['500.000001', { kind: 'max', limit: '500' }],
    ['300.000001', { kind: 'balance', limit: '300' }],
    ['300', undefined],
    ['10', undefined],
  ])('of money out, %j, has the expected fault', (amount, fault) => {
    expect(outgoingFault(amount, '300', bounds)).toEqual(fault);
  });

  it('of money out is checked only against the balance until the terms are known', () => {
    expect(outgoingFault('1', '300', undefined)).toBeUndefined();
    expect(outgoingFault('301', '300', undefined)).toEqual({ kind: 'balance', limit: '300' });
  });
});
