/** The settings of deposits, withdrawals and fiat that operators may change. */
import { decimal, type Rate } from '@tern/money';
import { settingOf, wholeNumber } from '../../../kernel/settings/settings.ts';
import type { Deps } from './deps.ts';

const DRIFT_MAX = decimal<Rate>('0.1');

export const depositSettings = {
  targetHours: wholeNumber({
    key: 'deposit.targetHours',
    unit: 'h until a deposit is decided, as published',
    fallback: 24,
    min: 1,
  }),
  openMax: wholeNumber({
    key: 'deposit.openMax',
    unit: 'deposits that a member may have under review',
    fallback: 20,
    min: 1,
  }),
};

export const withdrawalSettings = {
  targetHours: wholeNumber({
    key: 'withdrawal.targetHours',
    unit: 'h until a withdrawal is decided, as published',
    fallback: 24,
    min: 1,
  }),
  addressHoldHours: wholeNumber({
    key: 'withdrawal.addressHoldHours',
    unit: 'h until a new address or bank card may be used; 0 also allows addresses outside of the book',
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
    unit: 'min that a rail may not answer before operators may decide in its place',
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

export const fiatSettings = {
  wireTargetHours: wholeNumber({
    key: 'fiat.wireTargetHours',
    unit: 'h until a wire is decided, as published',
    fallback: 120,
    min: 1,
  }),
  payoutTargetHours: wholeNumber({
    key: 'fiat.payoutTargetHours',
    unit: 'h until a payout to a card is decided, as published',
    fallback: 48,
    min: 1,
  }),
  payoutDrift: settingOf({
    key: 'fiat.payoutDrift',
    unit: 'ratio a payout may fall below its estimate, unless the member sets a minimum',
    range:
      'a ratio from 0 to 0.1: a payout further below its estimate is not what the member asked for',
    fallback: '0.005',
    parse(value) {
      const ratio = decimal<Rate>(String(value));
      if (ratio < 0n || ratio > DRIFT_MAX) {
        throw new Error('setting fiat.payoutDrift is not a ratio to 0.1');
      }
      return ratio;
    },
  }),
  wiresPerDay: wholeNumber({
    key: 'fiat.wiresPerDay',
    unit: 'wires a member may announce in 24 h; each sends an e-mail',
    fallback: 10,
    min: 1,
  }),
  cardsMax: wholeNumber({
    key: 'fiat.cardsMax',
    unit: 'bank cards a member may keep',
    fallback: 20,
    min: 1,
  }),
};

/** How many hours a new address must wait before it may be used; 0 where it need not. */
export function addressHoldHours(
  { settings, rails }: Deps<'settings' | 'rails'>,
  { asset, network }: { asset: string; network: string },
): number {
  const { realAddressHoldHours, addressHoldHours: paperHours } = withdrawalSettings;
  return settings.read(rails.movesRealMoney(asset, network) ? realAddressHoldHours : paperHours);
}

/** The same for a new bank card: in live mode its bank pays out real money. */
export function cardHoldHours({ settings, mode }: Deps<'settings' | 'mode'>): number {
  const { realAddressHoldHours, addressHoldHours: paperHours } = withdrawalSettings;
  return settings.read(mode === 'live' ? realAddressHoldHours : paperHours);
}
