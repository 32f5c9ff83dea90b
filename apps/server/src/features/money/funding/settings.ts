/** The settings of deposits, withdrawals and fiat that operators may change. */
import { decimal, type Rate } from '@tern/money';
import { amountIn, share, wholeNumber } from '../../../kernel/settings/settings.ts';
import type { Deps } from './deps.ts';

const DRIFT_MAX = decimal<Rate>('0.1');

export const depositSettings = {
  targetHours: wholeNumber({
    key: 'deposit.targetHours',
    name: 'Target time of a deposit',
    effect: 'Members read that a deposit is decided within this time.',
    unit: 'h',
    fallback: 24,
    min: 1,
  }),
  openMax: wholeNumber({
    key: 'deposit.openMax',
    name: 'Deposits under review',
    effect: 'A member may have this many deposits under review.',
    unit: '',
    fallback: 20,
    min: 1,
  }),
};

export const withdrawalSettings = {
  targetHours: wholeNumber({
    key: 'withdrawal.targetHours',
    name: 'Target time of a withdrawal',
    effect: 'Members read that a withdrawal is decided within this time.',
    unit: 'h',
    fallback: 24,
    min: 1,
  }),
  addressHoldHours: wholeNumber({
    key: 'withdrawal.addressHoldHours',
    name: 'Wait of a new address, paper money',
    effect:
      'A new address or bank card can be used after this time; with 0, also addresses outside of the address book.',
    unit: 'h',
    fallback: 0,
    min: 0,
  }),
  realAddressHoldHours: wholeNumber({
    key: 'withdrawal.realAddressHoldHours',
    name: 'Wait of a new address, real money',
    effect: 'A new address or bank card can be used after this time where real money moves.',
    unit: 'h',
    fallback: 24,
    min: 0,
  }),
  haltMinutes: wholeNumber({
    key: 'withdrawal.haltMinutes',
    name: 'Silence of a network',
    effect: 'After this time without an answer of a network, operators may decide in its place.',
    unit: 'min',
    fallback: 60,
    min: 5,
  }),
  addressesMax: wholeNumber({
    key: 'withdrawal.addressesMax',
    name: 'Saved addresses',
    effect: 'A member may keep this many addresses.',
    unit: '',
    fallback: 50,
    min: 1,
  }),
};

export const fiatSettings = {
  wireTargetHours: wholeNumber({
    key: 'fiat.wireTargetHours',
    name: 'Target time of a wire',
    effect: 'Members read that a wire is decided within this time.',
    unit: 'h',
    fallback: 120,
    min: 1,
  }),
  payoutTargetHours: wholeNumber({
    key: 'fiat.payoutTargetHours',
    name: 'Target time of a payout',
    effect: 'Members read that a payout to a card is decided within this time.',
    unit: 'h',
    fallback: 48,
    min: 1,
  }),
  payoutDrift: share({
    key: 'fiat.payoutDrift',
    name: 'Drift of a payout',
    effect: 'A payout may fall this far below its estimate, unless the member sets a minimum.',
    fallback: '0.005',
    max: DRIFT_MAX,
    why: 'a payout further below its estimate is not what the member asked for',
  }),
  withoutFunds: amountIn({
    key: 'fiat.withoutFundsUsdt',
    name: 'Wires without a source of funds',
    effect:
      'Within 30 days a member may announce wires worth this much; more takes a source of funds and a document that has not ended. Withdrawals are not limited by it.',
    asset: 'USDT',
    fallback: '50000',
    why: 'with 0 no wire is taken without',
  }),
  wiresPerDay: wholeNumber({
    key: 'fiat.wiresPerDay',
    name: 'Announced wires',
    effect: 'A member may announce this many wires within 24 hours; each sends an e-mail.',
    unit: '',
    fallback: 10,
    min: 1,
  }),
  cardsMax: wholeNumber({
    key: 'fiat.cardsMax',
    name: 'Bank cards',
    effect: 'A member may keep this many bank cards.',
    unit: '',
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
