/** Settings of swaps that operators may change. */
import { type Amount, decimal, type Rate } from '@tern/money';
import { settingOf } from '../../../kernel/settings/settings.ts';

/** More would take a tenth of what a member swaps. */
const RATIO_MAX = decimal<Rate>('0.1');

const ratioOf = (key: string) => (value: unknown) => {
  const ratio = decimal<Rate>(String(value));
  if (ratio < 0n || ratio > RATIO_MAX) throw new Error(`setting ${key} is not a ratio to 0.1`);
  return ratio;
};

const ratio = (key: string, unit: string, fallback: string) =>
  settingOf({
    key,
    unit,
    range: 'a ratio from 0 to 0.1: more would take a tenth of what a member swaps',
    fallback,
    parse: ratioOf(key),
  });

const amountOf = (key: string) => (value: unknown) => {
  const amount = decimal<Amount>(String(value));
  if (amount < 0n) throw new Error(`setting ${key} is below zero`);
  return amount;
};

const usdt = (key: string, unit: string, fallback: string) =>
  settingOf({ key, unit, range: 'an amount of zero or more', fallback, parse: amountOf(key) });

export const swapSettings = {
  spread: ratio('swap.spread', 'ratio below the reference rate', '0.001'),
  feeRatio: ratio('swap.feeRatio', 'ratio of what is received', '0.001'),
  min: usdt('swap.minUsdt', 'USDT worth of what is given', '1'),
  small: usdt('swap.smallUsdt', 'USDT worth below which a balance is small', '5'),
  max: usdt('swap.maxUsdt', 'USDT worth of what is given', '100000'),
};
