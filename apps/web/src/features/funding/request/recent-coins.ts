/** The coins a member used last, stored on the device per direction. */
import { isTextList, slot } from '../../../platform/storage.ts';

const KEPT = 4;

export interface RecentCoins {
  /** Newest first. */
  read: () => readonly string[];
  /** Puts a coin first. */
  remember: (coin: string) => void;
}

/** `name` is the storage slot. */
function recentCoinsIn(name: string): RecentCoins {
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

export const recentDeposits = recentCoinsIn('depositCoins');
export const recentWithdrawals = recentCoinsIn('withdrawCoins');
