/** Whether the window is wider than a phone (design language §7). */
import { useSyncExternalStore } from 'react';

const WIDE = '(min-width: 430.02px)';

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

export function useWideScreen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(WIDE).matches,
    // Prerendering assumes a phone, the usual case.
    () => false,
  );
}
