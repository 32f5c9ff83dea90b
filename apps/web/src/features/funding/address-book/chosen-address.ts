/** The address selected for each coin's withdrawals, shared between two pages. */
import { useSyncExternalStore } from 'react';

const chosen = new Map<string, number>();
const listeners = new Set<() => void>();

/** `id` of an address in the book. Kept in memory only, so that nothing is sent to last week's choice. */
export function chooseAddress(coin: string, id: number): void {
  chosen.set(coin, id);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The id selected for a coin; it may have been deleted since. */
export function useChosenAddress(coin: string): number | undefined {
  return useSyncExternalStore(subscribe, () => chosen.get(coin));
}
