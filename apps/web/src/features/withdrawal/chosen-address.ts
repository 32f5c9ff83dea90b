/** Which address of the book a withdrawal of each coin goes to: chosen on one page, needed on another. */
import { useSyncExternalStore } from 'react';

const chosen = new Map<string, number>();
const listeners = new Set<() => void>();

/** `id` is that of an address in the book. Forgotten with the program, so that nothing goes to where it went last week. */
export function chooseAddress(coin: string, id: number): void {
  chosen.set(coin, id);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The id chosen for a coin; it may have been deleted since. */
export function useChosenAddress(coin: string): number | undefined {
  return useSyncExternalStore(subscribe, () => chosen.get(coin));
}
