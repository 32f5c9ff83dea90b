/** Settings of identity that operators may change. */
import { wholeNumber } from '../../../kernel/settings/settings.ts';

export const identitySettings = {
  targetHours: wholeNumber({
    key: 'identity.targetHours',
    unit: 'h until a promised decision',
    fallback: 24,
    min: 1,
  }),
  youngAccountHours: wholeNumber({
    key: 'identity.youngAccountHours',
    unit: 'h below which an account counts as new for reviewers',
    fallback: 24,
    min: 0,
  }),
};
