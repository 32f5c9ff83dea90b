import { describe, expect, it } from 'vitest';
import { type FaultMessages, refusalAtField } from './withdrawal-refusal.ts';

const words: FaultMessages = {
  amount: (fault) => ('limit' in fault ? `${fault.kind} ${fault.limit}` : fault.kind),
  onHold: (until) => `on hold ${until}`,
  wrongPassword: (triesLeft) => `wrong ${triesLeft}`,
  noPassword: 'none',
  wrongPlace: 'address',
};

describe('a refused withdrawal', () => {
  it.each([
    [4020, {}, { num: 'balance 7' }],
    [4022, { fields: ['pay_password'] }, { password: 'none' }],
    [4023, { triesLeft: 3 }, { password: 'wrong 3' }],
    [5009, { until: '2026-11-22' }, { password: 'on hold 2026-11-22' }],
    [5013, { min: '10' }, { num: 'min 10' }],
    [5013, { max: '50' }, { num: 'max 50' }],
    [5001, { fields: ['num'] }, { num: 'missing' }],
    [5001, { fields: ['address'] }, { to: 'address' }],
    [5001, { fields: ['coin_id'] }, undefined],
    [4008, null, undefined],
  ])('with %i and %j is explained at its field', (code, data, shown) => {
    const context = { words, available: '7', place: ['address', 'memo'] };
    expect(refusalAtField({ code, data }, context)).toEqual(shown);
  });
});
