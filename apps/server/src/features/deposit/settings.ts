/** The numbers of deposits that operators may change (rules §6). */
import { wholeNumber } from '../../kernel/settings/settings.ts';

export const depositSettings = {
  targetHours: wholeNumber({
    key: 'deposit.targetHours',
    unit: 'h until a deposit is decided, as published',
    fallback: 24,
    min: 1,
  }),
  openMax: wholeNumber({
    key: 'deposit.openMax',
    unit: 'deposits of a member under review at once',
    fallback: 20,
    min: 1,
  }),
};
