/** The numbers of withdrawals that operators may change (rules §6). */
import type { Rails } from '../../kernel/rails/rail.ts';
import { type Settings, wholeNumber } from '../../kernel/settings/settings.ts';

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
  realAddressHoldHours: wholeNumber({
    key: 'withdrawal.realAddressHoldHours',
    unit: 'the same in h where real money moves',
    fallback: 24,
    min: 0,
  }),
  haltMinutes: wholeNumber({
    key: 'withdrawal.haltMinutes',
    unit: 'min that a rail may be silent before people may decide in its place',
    fallback: 60,
    min: 5,
  }),
  addressesMax: wholeNumber({
    key: 'withdrawal.addressesMax',
    unit: 'addresses a member may keep',
    fallback: 50,
    min: 1,
  }),
};

/** How long a new address waits, in hours; 0 where none does (rules §6). */
export function addressHoldHours(
  { settings, rails }: { settings: Settings; rails: Rails },
  { asset, network }: { asset: string; network: string },
): number {
  const { realAddressHoldHours, addressHoldHours: paperHours } = withdrawalSettings;
  return settings.read(rails.movesRealMoney(asset, network) ? realAddressHoldHours : paperHours);
}
