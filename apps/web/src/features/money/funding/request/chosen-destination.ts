/** The destinations selected for money out, shared between two pages: an address for each asset, and a bank card. */
import { useSyncExternalStore } from 'react';

const chosen = new Map<string, number>();
const listeners = new Set<() => void>();

export const BANK_CARD = 'bank card';

/** `of` is an asset, or `BANK_CARD`. Kept in memory only, so that nothing is sent to last week's choice. */
export function chooseDestination(of: string, id: number): void {
  chosen.set(of, id);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The id of the selected address or card; it may have been deleted since. */
export function useChosenDestination(of: string): number | undefined {
  return useSyncExternalStore(subscribe, () => chosen.get(of));
}
