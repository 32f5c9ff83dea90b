/** Settings of identity that operators may change. */
import { wholeNumber } from '../../../kernel/settings/settings.ts';

export const identitySettings = {
  targetHours: wholeNumber({
    key: 'identity.targetHours',
    name: 'Target time of a verification',
    effect: 'Members read that their identity is checked within this time.',
    unit: 'h',
    fallback: 24,
    min: 1,
  }),
  youngAccountHours: wholeNumber({
    key: 'identity.youngAccountHours',
    name: 'New account',
    effect: 'Reviewers see an account younger than this as new.',
    unit: 'h',
    fallback: 24,
    min: 0,
  }),
};
