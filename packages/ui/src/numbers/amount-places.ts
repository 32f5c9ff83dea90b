/** How many decimals an asset's amounts show (design language §6). */
const WHOLE_UNITS = new Set(['JPY', 'KRW', 'VND']);
const CENT_UNITS = new Set(
  'USDT USDC USD EUR GBP CHF AUD CAD NZD HKD SGD CNY BRL RUB TRY IDR'.split(' '),
);
const COIN_PLACES_MAX = 8;

/** USDT and fiat show 2 (JPY, KRW, VND none); a coin its own precision, at most 8. */
export function amountPlaces(unit: string, precision: number): number {
  const symbol = unit.toUpperCase();
  if (WHOLE_UNITS.has(symbol)) return 0;
  if (CENT_UNITS.has(symbol)) return 2;
  return Math.min(precision, COIN_PLACES_MAX);
}
