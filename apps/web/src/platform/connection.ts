/** Whether there is a connection, and what is done again when it returns. */
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

/** Calls `listener` when the browser is back online, or a live socket opens again after it was lost. Returns how to stop. */
export function onReconnect(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells everybody who waits for the connection that it is back. */
export function connectionReturned(): void {
  for (const listener of listeners) listener();
}

/** Listens to the browser from now on. */
export function followConnection(): void {
  addEventListener('online', connectionReturned);
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** False when the browser knows that it has no connection; true says less: a server may still not answer. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}
