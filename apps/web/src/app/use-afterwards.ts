/** Loads what the first page does without, a moment after it is there; at once when there is no connection to show it. */
import { useEffect, useState } from 'react';
import { onReconnect } from '../platform/connection.ts';

type Afterwards = typeof import('./afterwards.ts');

const AFTER_MS = 1_500;

/** Undefined until it is loaded; what could not be loaded is asked for when the connection returns. */
export function useAfterwards(): Afterwards | undefined {
  const [loaded, setLoaded] = useState<Afterwards>();
  useEffect(() => {
    const load = () => void import('./afterwards.ts').then(setLoaded, () => undefined);
    const timer = setTimeout(load, navigator.onLine ? AFTER_MS : 0);
    const stop = onReconnect(load);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return loaded;
}
