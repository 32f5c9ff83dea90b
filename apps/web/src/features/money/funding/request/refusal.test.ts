import { describe, expect, it } from 'vitest';
import type { AmountFault } from '../../../../kernel/amount-limits.ts';
import { refusalAtField } from './refusal.ts';

const amount = (fault: AmountFault) =>
  'limit' in fault ? `${fault.kind} ${fault.limit}` : fault.kind;

describe('a refused withdrawal', () => {
  const texts = {
    amount,
    wrong: { to: 'address' },
    password: {
      wrong: (triesLeft: number | undefined) => `wrong ${triesLeft}`,
      missing: 'none',
    },
  };
  const fields = { num: 'amount', address: 'to', memo: 'to' } as const;

  it.each([
    ['insufficient-balance', {}, { amount: 'balance 7' }],
    ['withdrawal-password-missing', { fields: ['pay_password'] }, { password: 'none' }],
    ['wrong-withdrawal-password', { triesLeft: 3 }, { password: 'wrong 3' }],
    ['not-yet', { until: '2026-11-22' }, { password: 'Paused until.' }],
    ['not-yet', { until: '2026-11-22', fields: ['address'] }, { to: 'Paused until.' }],
    ['out-of-bounds', { min: '10' }, { amount: 'min 10' }],
    ['out-of-bounds', { max: '50' }, { amount: 'max 50' }],
    ['invalid-request', { fields: ['num'] }, { amount: 'missing' }],
    ['invalid-request', { fields: ['address'] }, { to: 'address' }],
    ['invalid-request', { fields: ['coin_id'] }, undefined],
    ['account-frozen', null, undefined],
  ] as const)('with %s and %j is explained at its field', (refusal, data, shown) => {
    const context = { texts, available: '7', fields };
    const refused = { refusal, msg: 'Paused until.', data };
    expect(refusalAtField<'amount' | 'to'>(refused, context)).toEqual(shown);
  });
});

describe('a refused deposit', () => {
  const texts = { amount, wrong: { proof: 'gone' } };
  const fields = { num: 'amount', payimg: 'proof' } as const;

  it.each([
    ['out-of-bounds', { min: '10' }, { amount: 'min 10' }],
    ['out-of-bounds', { max: '50' }, { amount: 'max 50' }],
    ['invalid-request', { fields: ['num'] }, { amount: 'missing' }],
    ['invalid-request', { fields: ['payimg'] }, { proof: 'gone' }],
    ['invalid-request', { fields: ['czline'] }, undefined],
    ['account-frozen', null, undefined],
  ] as const)('with %s and %j is explained at its field', (refusal, data, shown) => {
    const refused = { refusal, msg: '', data };
    expect(refusalAtField<'amount' | 'proof'>(refused, { texts, fields })).toEqual(shown);
  });
});
