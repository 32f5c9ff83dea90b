import { describe, expect, it } from 'vitest';
import { emailFault, wireFault } from './wire-faults.ts';

const bounds = { wireMin: '5000', wireMax: '1000000' };

describe('a wire deposit that is being written', () => {
  it.each([
    ['', { kind: 'missing' }],
    ['0', { kind: 'missing' }],
    ['4999.99', { kind: 'min', limit: '5000' }],
    ['1000000.01', { kind: 'max', limit: '1000000' }],
    ['5000', undefined],
  ])('of %j is told what stands in its way', (num, fault) => {
    expect(wireFault(num, bounds)).toEqual(fault);
  });

  it('needs an address to send its details to', () => {
    expect(emailFault('  ')).toBe('missing');
    expect(emailFault('me at home')).toBe('wrong');
    expect(emailFault(' me@home.example ')).toBeUndefined();
  });
});
