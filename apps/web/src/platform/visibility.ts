/** Whether the app is in front: hidden apps neither listen nor poll (spec §7). */
import { useSyncExternalStore } from 'react';

export function isVisible(): boolean {
  return document.visibilityState !== 'hidden';
}

export function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

export function useIsVisible(): boolean {
  return useSyncExternalStore(onVisibility, isVisible);
}
