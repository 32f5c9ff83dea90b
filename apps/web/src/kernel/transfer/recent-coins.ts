/** The coins a member moved last, remembered on the device for each way they move. */
import { isTextList, slot } from '../../platform/storage.ts';

const KEPT = 4;

export interface RecentCoins {
  /** Newest first. */
  read: () => readonly string[];
  /** Puts a coin in front of the others. */
  remember: (coin: string) => void;
}

/** `name` is the slot of the device's storage. */
export function recentCoinsIn(name: string): RecentCoins {
  const stored = slot(name, isTextList);
  const read = () => stored.read() ?? [];
  return {
    read,
    remember: (coin) => {
      const others = read().filter((known) => known !== coin);
      stored.write([coin, ...others].slice(0, KEPT));
    },
  };
}
