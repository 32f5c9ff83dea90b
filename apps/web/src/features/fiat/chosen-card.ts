/** Which bank card payouts go to: chosen on one page, needed on another. */
import { useSyncExternalStore } from 'react';

let chosen: number | undefined;
const listeners = new Set<() => void>();

/** `id` is that of a card in the list. Forgotten with the program, so that nothing goes to where it went last week. */
export function chooseCard(id: number): void {
  chosen = id;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The id of the chosen card; it may have been deleted since. */
export function useChosenCard(): number | undefined {
  return useSyncExternalStore(subscribe, () => chosen);
}
