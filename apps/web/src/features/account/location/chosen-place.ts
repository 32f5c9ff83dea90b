/** Where the member is, as they chose it: for the page that asked, in memory only and never sent. */
import { useSyncExternalStore } from 'react';
import type { Place } from './place.ts';

let chosen: Place | undefined;
const listeners = new Set<() => void>();

export function choosePlace(place: Place): void {
  chosen = place;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useChosenPlace(): Place | undefined {
  return useSyncExternalStore(subscribe, () => chosen);
}
