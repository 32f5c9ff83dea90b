import { describe, expect, it } from 'vitest';
import { emailFault, wireFault } from './wire-faults.ts';

const bounds = { wireMin: '5000', wireMax: '1000000' };

describe('a wire form', () => {
  it.each([
    ['', { kind: 'missing' }],
    ['0', { kind: 'missing' }],
    ['4999.99', { kind: 'min', limit: '5000' }],
    ['1000000.01', { kind: 'max', limit: '1000000' }],
    ['5000', undefined],
  ])('of %j has the expected fault', (num, fault) => {
    expect(wireFault(num, bounds)).toEqual(fault);
  });

  it('needs an e-mail address for its instructions', () => {
    expect(emailFault('  ')).toBe('missing');
    expect(emailFault('me at home')).toBe('wrong');
    expect(emailFault(' me@home.example ')).toBeUndefined();
  });
});
