import { describe, expect, it } from 'vitest';
import { amountFault, maxAmount, receivedOf } from './withdrawal-sums.ts';

const bounds = { withdrawMin: '10', withdrawMax: '500', withdrawFee: '1' };

describe('a withdrawal form', () => {
  it('sends the amount less the fee, exactly', () => {
    expect(receivedOf('2500.000001', bounds)).toBe('2499.000001');
    expect(receivedOf('1', bounds)).toBeUndefined();
    expect(receivedOf('', bounds)).toBeUndefined();
  });

  it("is limited by the balance, the network and the coin's precision", () => {
    expect(maxAmount('80.1234567', bounds, 6)).toBe('80.123456');
    expect(maxAmount('900', bounds, 6)).toBe('500');
    expect(maxAmount('900', undefined, 6)).toBe('900');
  });

  it.each([
    ['', { kind: 'missing' }],
    ['0', { kind: 'missing' }],
    ['9.999999', { kind: 'min', limit: '10' }],
    ['500.000001', { kind: 'max', limit: '500' }],
    ['300.000001', { kind: 'balance', limit: '300' }],
    ['300', undefined],
    ['10', undefined],
  ])('of %j has the expected fault', (num, fault) => {
    expect(amountFault(num, '300', bounds)).toEqual(fault);
  });

  it('checks only the balance until a network is selected', () => {
    expect(amountFault('1', '300', undefined)).toBeUndefined();
    expect(amountFault('301', '300', undefined)).toEqual({ kind: 'balance', limit: '300' });
  });
});
