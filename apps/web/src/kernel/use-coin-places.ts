/** How many decimal places of a coin's amounts are shown. */
import { amountPlaces } from '@tern/ui';
import { useCoin } from './balances.ts';

const UNKNOWN_COIN = 8;

/** Decimal places shown of a coin or currency, also before balances are loaded. */
export function useCoinPlaces(coinname: string): number {
  return amountPlaces(coinname, useCoin(coinname)?.places ?? UNKNOWN_COIN);
}
