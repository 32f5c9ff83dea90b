import { expect, test } from 'vitest';
import { Refusal } from '../requests/refusal.ts';
import { createProductRules, type WithheldProduct, withheldSettings } from './withheld.ts';

/** The country that is named in the refusal; undefined without one. */
function refused(
  product: WithheldProduct,
  residence: string | undefined,
  { mode = 'paper', off }: { mode?: 'paper' | 'live'; off?: readonly string[] } = {},
): unknown {
  const read = (setting: { fallback: unknown }) =>
    off === undefined ? setting.fallback : new Set(off);
  const settings = { read: read as never };
  const proven = residence === undefined ? undefined : { country: residence, isCurrent: true };
  const rules = createProductRules({ settings, mode, residenceOf: async () => proven });
  try {
    rules.refuse(product, proven);
    return undefined;
  } catch (error) {
    return (error as Refusal).is('not-available') && (error as Refusal).detail.data!['residence'];
  }
}

test.each(['DE', 'IS', 'RE', 'GB', 'GI', 'US', 'PR', 'CA', 'AU', 'IL'])(
  'contracts are withheld from who lives in %s, other products are not',
  (country) => {
    expect(refused('contracts', country)).toBe(country);
    for (const product of ['staking', 'fixedTerms', 'loans', 'offerings'] as const)
      expect(refused(product, country)).toBeUndefined();
  },
);

test('nothing is withheld elsewhere, nor without a proven residence', () => {
  expect(refused('contracts', 'CH')).toBeUndefined();
  expect(refused('contracts', undefined)).toBeUndefined();
});

test('a setting replaces the list in paper mode, and only adds to it in live mode', () => {
  expect(refused('contracts', 'DE', { off: ['CH'] })).toBeUndefined();
  expect(refused('contracts', 'DE', { off: ['CH'], mode: 'live' })).toBe('DE');
  expect(refused('contracts', 'CH', { off: ['CH'], mode: 'live' })).toBe('CH');
  expect(refused('loans', 'DE', { off: ['DE'] })).toBe('DE');
  expect(refused('loans', 'AT', { off: ['DE'], mode: 'live' })).toBeUndefined();
});

test('a list of something else than countries is refused', () => {
  expect(() => withheldSettings.contracts.parse(['49'])).toThrow('withheld.contracts');
  expect(() => withheldSettings.loans.parse('DE')).toThrow('withheld.loans');
});
