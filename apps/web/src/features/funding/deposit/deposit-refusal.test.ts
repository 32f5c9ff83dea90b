import { describe, expect, it } from 'vitest';
import { refusalAtField } from './deposit-refusal.ts';

const words = {
  amount: (fault: { kind: string; limit?: string }) => [fault.kind, fault.limit].join(' ').trim(),
  proofGone: 'gone',
};

describe('a refused deposit', () => {
  it.each([
    [5013, { min: '10' }, { num: 'min 10' }],
    [5013, { max: '50' }, { num: 'max 50' }],
    [5001, { fields: ['num'] }, { num: 'missing' }],
    [5001, { fields: ['payimg'] }, { proof: 'gone' }],
    [5001, { fields: ['czline'] }, undefined],
    [4008, null, undefined],
  ])('with %i and %j is explained at its field', (code, data, shown) => {
    expect(refusalAtField({ code, data }, words)).toEqual(shown);
  });
});
