/** Finds markets by what a member types. */
import type { Instrument } from '../../kernel/quotes/quote.ts';

/** "btc", "BTC/USDT", "btc usdt" and "bitcoin" all find Bitcoin. */
export function matches(
  { symbol, base, name }: Pick<Instrument, 'symbol' | 'base' | 'name'>,
  wanted: string,
): boolean {
  const word = wanted.trim().toLowerCase();
  const pair = word.replaceAll(/[\s/_-]/g, '');
  return (
    symbol.toLowerCase().includes(pair) ||
    base.toLowerCase().includes(word) ||
    name.toLowerCase().includes(word)
  );
}
