/** The console's address: path and parameters in the URL hash. */
import { useMemo, useSyncExternalStore } from 'react';

export interface Address {
  /** "/queue" */
  path: string;
  params: Readonly<Record<string, string>>;
}

/** Empty and absent parameters are left out. */
export function hrefOf(path: string, params: Record<string, string | undefined> = {}): string {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(given as [string, string][]).toString();
  return `#${path}${query === '' ? '' : `?${query}`}`;
}

export function goTo(path: string, params: Record<string, string | undefined> = {}): void {
  location.hash = hrefOf(path, params);
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

export function useAddress(): Address {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  return useMemo(() => {
    const [path = '', query = ''] = hash.slice(1).split('?');
    return { path: path || '/', params: Object.fromEntries(new URLSearchParams(query)) };
  }, [hash]);
}
