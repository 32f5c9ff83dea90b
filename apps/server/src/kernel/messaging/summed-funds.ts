/** Sums of several coins, as notices about a day or a week name them. */
import { type Amount, formatDecimal } from '@tern/money';

/** In a title. */
const COINS_SHOWN = 2;

/** `funds` are texts such as `2.12 USDT`; `some` are the first of them, for the title. */
export function fundsOf(sums: readonly { asset: string; amount: Amount }[]): {
  funds: string;
  some: string;
} {
  const coins = sums.map(({ asset, amount }) => `${formatDecimal(amount)} ${asset}`);
  const more = coins.length > COINS_SHOWN ? ' …' : '';
  return { funds: coins.join(', '), some: `${coins.slice(0, COINS_SHOWN).join(', ')}${more}` };
}
