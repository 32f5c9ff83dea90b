/** Settings of transfers between members that operators may change. */
import { type Amount, decimal } from '@tern/money';
import { settingOf } from '../../../kernel/settings/settings.ts';

const KEY = 'memberTransfer.firstDayMaxUsdt';

export const memberTransferSettings = {
  /** To a receiver who is new to the sender. */
  firstDayMax: settingOf({
    key: KEY,
    unit: 'USDT worth on the first day with a receiver',
    range: 'an amount of zero or more: with 0 no member can send to a new one',
    fallback: '1000',
    parse(value) {
      const amount = decimal<Amount>(String(value));
      if (amount < 0n) throw new Error(`setting ${KEY} is below zero`);
      return amount;
    },
  }),
};
