/** How many places of a coin's amounts are shown. */
import { amountPlaces } from '@tern/ui';
import { useCoin } from '../balances.ts';

const UNKNOWN_COIN = 8;

/** Shown places of a coin or currency, also while the coins are not known. */
export function useCoinPlaces(coinname: string): number {
  return amountPlaces(coinname, useCoin(coinname)?.places ?? UNKNOWN_COIN);
}
