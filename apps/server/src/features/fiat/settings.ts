/** The numbers of fiat that operators may change (rules §6). */
import { decimal, ONE, type Rate } from '@tern/money';
import { settingOf, wholeNumber } from '../../kernel/settings/settings.ts';

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
    unit: 'ratio a payout may fall below its estimate, unless the member sets another least',
    fallback: '0.005',
    parse(value) {
      const ratio = decimal<Rate>(String(value));
      if (ratio < 0n || ratio >= ONE) {
        throw new Error('setting fiat.payoutDrift is not a ratio below 1');
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
