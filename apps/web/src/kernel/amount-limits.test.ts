import { describe, expect, it } from 'vitest';
import { faultOfRefusal, limitFault, maxAmount, outgoingFault } from './amount-limits.ts';

const bounds = { min: '10', max: '500' };

describe('an amount', () => {
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

describe('an amount that the server refused', () => {
  const shown = { ...bounds, available: '7' };

  it.each([
    ['amount-missing', {}, { kind: 'missing' }],
    ['below-minimum', {}, { kind: 'min', limit: '10' }],
    ['below-minimum', { min: '20' }, { kind: 'min', limit: '20' }],
    ['above-maximum', { max: '400' }, { kind: 'max', limit: '400' }],
    ['above-maximum', null, { kind: 'max', limit: '500' }],
    ['insufficient-balance', {}, { kind: 'balance', limit: '7' }],
    ['terms-changed', {}, undefined],
  ] as const)('with %s and %j names the bound', (refusal, data, fault) => {
    expect(faultOfRefusal({ refusal, data }, shown)).toEqual(fault);
  });

  it('shows no balance while it is unknown', () => {
    expect(faultOfRefusal({ refusal: 'insufficient-balance', data: {} }, bounds)).toBeUndefined();
  });
});
