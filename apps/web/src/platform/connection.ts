/** Whether the browser is online and the app visible, and what to do when the connection returns. */
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

/** Calls `listener` when the browser is online again, or a lost socket reconnects. Returns the unsubscribe function. */
export function onReconnect(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notifies all listeners that the connection is back. */
export function connectionReturned(): void {
  for (const listener of listeners) listener();
}

/** Follows the browser's online state from now on. */
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

/** False if the browser knows that it is offline; true does not guarantee that a server answers. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

/** Hidden apps neither subscribe nor poll. */
export function isVisible(): boolean {
  return document.visibilityState !== 'hidden';
}

export function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
