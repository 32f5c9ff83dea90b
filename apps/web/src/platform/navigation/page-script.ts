/** Loads the script and the texts of a page, once, and says how far they are. */
import { type ComponentType, useSyncExternalStore } from 'react';
import { loadArea } from '../i18n/texts.ts';
import type { RouteDef } from './route.ts';

/** spec §9: a script that has not come after this is a failure, most likely an older build. */
const SCRIPT_LIMIT_MS = 120_000;
/** spec §2: an asynchronous page gives up waiting. */
const PAGE_LIMIT_MS = 60_000;

export type PageScript =
  | { state: 'loading' }
  | { state: 'ready'; Screen: ComponentType }
  /** Still on its way after 60 s; it may yet come. */
  | { state: 'late' }
  /** It will not come: the build has changed, or there is no connection. */
  | { state: 'failed'; isOffline: boolean };

interface Loading {
  script: PageScript;
  settled: Promise<void>;
}

const LOADING: PageScript = { state: 'loading' };
const scripts = new Map<string, Loading>();
const listeners = new Set<() => void>();

function put(path: string, script: PageScript): void {
  const loading = scripts.get(path);
  if (!loading || loading.script.state === 'ready') return;
  loading.script = script;
  for (const listener of listeners) listener();
}

const failed = (): PageScript => ({ state: 'failed', isOffline: !navigator.onLine });

/** Starts loading when needed; resolves when script and texts are there or one has failed. */
export function loadPage(route: RouteDef): Promise<void> {
  const known = scripts.get(route.path);
  if (known && known.script.state !== 'failed') return known.settled;
  const { path } = route;
  const late = setTimeout(() => put(path, { state: 'late' }), PAGE_LIMIT_MS);
  const lost = setTimeout(() => put(path, failed()), SCRIPT_LIMIT_MS);
  const [area = ''] = route.title.split('.');
  const settled = Promise.all([route.load(), ...[area, ...(route.areas ?? [])].map(loadArea)])
    .then(
      ([Screen]) => put(path, { state: 'ready', Screen }),
      () => put(path, failed()),
    )
    .finally(() => {
      clearTimeout(late);
      clearTimeout(lost);
    });
  scripts.set(path, { script: LOADING, settled });
  return settled;
}

/** The script of a page as it stands; loads it when nobody has. */
export function usePageScript(route: RouteDef): PageScript {
  const get = () => {
    const known = scripts.get(route.path);
    if (!known) void loadPage(route);
    return known?.script ?? LOADING;
  };
  return useSyncExternalStore(subscribe, get, get);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
