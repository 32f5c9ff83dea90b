/** The starred markets, kept on the device. */
import { useSyncExternalStore } from 'react';
import { isTextList, slot } from '../platform/storage.ts';

const stored = slot('favourites', isTextList);
const listeners = new Set<() => void>();
let favourites: readonly string[] = stored.read() ?? [];

/** Stars or unstars a symbol. */
export function toggleFavourite(symbol: string): void {
  favourites = favourites.includes(symbol)
    ? favourites.filter((other) => other !== symbol)
    : [...favourites, symbol];
  stored.write([...favourites]);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Starred symbols, in the order they were starred. */
export function useFavourites(): readonly string[] {
  return useSyncExternalStore(subscribe, () => favourites);
}
