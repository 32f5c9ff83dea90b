/** Loads the script and the texts of a page, once, and reports their state. */
import { type ComponentType, useSyncExternalStore } from 'react';
import { loadArea } from '../i18n/texts.ts';
import type { RouteDef } from './route.ts';

/** spec §9: a script that takes longer counts as failed, most likely because of an older build. */
const SCRIPT_LIMIT_MS = 120_000;
/** spec §2: an async page gives up waiting. */
const PAGE_LIMIT_MS = 60_000;

/**
 * `offline`: no connection. `outdated`: the server answers, but no longer has the file: the build has changed. `stuck`: it
 * failed while offline, and the browser will not fetch it again until the page is reloaded.
 */
export type FailureCause = 'offline' | 'outdated' | 'stuck';

export type PageScript =
  | { state: 'loading' }
  | { state: 'ready'; Screen: ComponentType }
  /** Still loading after 60 s; it may yet arrive. */
  | { state: 'late' }
  | { state: 'failed'; cause: FailureCause };

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

const PROBE_LIMIT_MS = 4_000;

async function isServerReached(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    const signal = AbortSignal.timeout(PROBE_LIMIT_MS);
    await fetch('/', { method: 'HEAD', cache: 'no-store', signal });
    return true;
  } catch {
    return false;
  }
}

/** A browser remembers a failed script and does not fetch it again for the same page. */
async function failure(wasOffline: boolean): Promise<PageScript> {
  if (!(await isServerReached())) return { state: 'failed', cause: 'offline' };
  return { state: 'failed', cause: wasOffline ? 'stuck' : 'outdated' };
}

/** Starts loading if needed; resolves when script and texts are loaded or one has failed. */
export function loadPage(route: RouteDef): Promise<void> {
  const known = scripts.get(route.path);
  if (known && known.script.state !== 'failed') return known.settled;
  const { path } = route;
  const wasOffline = known?.script.state === 'failed' && known.script.cause === 'offline';
  const fail = async () => put(path, await failure(wasOffline));
  const late = setTimeout(() => put(path, { state: 'late' }), PAGE_LIMIT_MS);
  const lost = setTimeout(() => void fail(), SCRIPT_LIMIT_MS);
  const [area = ''] = route.title.split('.');
  const settled = Promise.all([route.load(), ...[area, ...(route.areas ?? [])].map(loadArea)])
    .then(([Screen]) => put(path, { state: 'ready', Screen }), fail)
    .finally(() => {
      clearTimeout(late);
      clearTimeout(lost);
    });
  // The current state stays until there is a better one: a retry must not flicker.
  scripts.set(path, { script: known?.script ?? LOADING, settled });
  return settled;
}

/** The page's current load state; starts loading if nobody has. */
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
