/** The bank card selected for payouts, shared between two pages. */
import { useSyncExternalStore } from 'react';

let chosen: number | undefined;
const listeners = new Set<() => void>();

/** `id` of a card in the list. Kept in memory only, so that nothing is sent to last week's choice. */
export function chooseCard(id: number): void {
  chosen = id;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The id of the selected card; it may have been deleted since. */
export function useChosenCard(): number | undefined {
  return useSyncExternalStore(subscribe, () => chosen);
}
