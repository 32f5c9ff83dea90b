import { describe, expect, it } from 'vitest';
import { amountFault, creditedOf, hasFee } from './deposit-sums.ts';

const bounds = { depositMin: '10', depositMax: '500', depositFee: '1.5' };

describe('a deposit', () => {
  it('credits the amount less the fee', () => {
    expect(creditedOf('20', bounds)).toBe('18.5');
    expect(creditedOf('20', { ...bounds, depositFee: '0' })).toBe('20');
    expect(creditedOf('1.5', bounds)).toBeUndefined();
    expect(creditedOf('', bounds)).toBeUndefined();
  });

  it.each([
    ['', { kind: 'missing' }],
    ['0', { kind: 'missing' }],
    ['9.999999999999999999', { kind: 'min', limit: '10' }],
    ['10', undefined],
    ['500', undefined],
    ['500.000000000000000001', { kind: 'max', limit: '500' }],
  ])("of %j is within its network's bounds, or names the violated one", (num, fault) => {
    expect(amountFault(num, bounds)).toEqual(fault);
  });

  it('shows a fee only if there is one', () => {
    expect(hasFee(bounds)).toBe(true);
    expect(hasFee({ ...bounds, depositFee: '0.000000000000000000' })).toBe(false);
  });
});
