/** The coins a member withdrew last, remembered on the device. */
import { isTextList, slot } from '../../platform/storage.ts';

const KEPT = 4;
const stored = slot('withdrawCoins', isTextList);

export function recentCoins(): readonly string[] {
  return stored.read() ?? [];
}

/** Puts a coin in front of the others. */
export function rememberCoin(coin: string): void {
  const others = recentCoins().filter((known) => known !== coin);
  stored.write([coin, ...others].slice(0, KEPT));
}
