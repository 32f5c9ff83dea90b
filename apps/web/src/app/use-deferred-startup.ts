/** Loads the deferred startup script shortly after the first page; immediately when offline, because the script shows that. */
import { useEffect, useState } from 'react';
import { onReconnect } from '../platform/connection.ts';

type DeferredStartup = typeof import('./deferred-startup.ts');

const AFTER_MS = 1_500;

/** Undefined until loaded; a failed load is retried when the connection returns. */
export function useDeferredStartup(): DeferredStartup | undefined {
  const [loaded, setLoaded] = useState<DeferredStartup>();
  useEffect(() => {
    const load = () => void import('./deferred-startup.ts').then(setLoaded, () => undefined);
    const timer = setTimeout(load, navigator.onLine ? AFTER_MS : 0);
    const stop = onReconnect(load);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return loaded;
}
