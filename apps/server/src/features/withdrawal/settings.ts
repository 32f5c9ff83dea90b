/** The numbers of withdrawals that operators may change (rules §6). */
import { wholeNumber } from '../../kernel/settings.ts';

export const withdrawalSettings = {
  targetHours: wholeNumber({
    key: 'withdrawal.targetHours',
    unit: 'h until a withdrawal is decided, as published',
    fallback: 24,
    min: 1,
  }),
  addressHoldHours: wholeNumber({
    key: 'withdrawal.addressHoldHours',
    unit: 'h until a new address may be used; 0 also allows addresses outside of the book',
    fallback: 0,
    min: 0,
  }),
  addressesMax: wholeNumber({
    key: 'withdrawal.addressesMax',
    unit: 'addresses a member may keep',
    fallback: 50,
    min: 1,
  }),
};
