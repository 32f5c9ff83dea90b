/** Loads the script and the texts of a page, once, and reports their state. */
import { type ComponentType, useSyncExternalStore } from 'react';
import { loadArea } from '../i18n/texts.ts';
import type { RouteTable } from './route-table.ts';

/** A script that takes longer counts as failed, most likely because of an older build. */
const SCRIPT_LIMIT_MS = 120_000;
/** An async page gives up waiting. */
const PAGE_LIMIT_MS = 60_000;

/**
 * `offline`: no connection. `outdated`: the server answers, but no longer has the file: the build has changed. `stuck`: it
 * failed while offline, and the browser will not fetch it again until the page is reloaded.
 */
export type FailureCause = 'offline' | 'outdated' | 'stuck';

export type PageScript =
  | { state: 'loading' }
  | { state: 'ready'; Screen: ComponentType }
  /** This build has no page at that path. */
  | { state: 'missing' }
  /** Still loading after 60 s; it may yet arrive. */
  | { state: 'late' }
  | { state: 'failed'; cause: FailureCause };

interface Loading {
  script: PageScript;
  settled: Promise<void>;
}

const LOADING: PageScript = { state: 'loading' };
const MISSING: PageScript = { state: 'missing' };
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

/** Its route, if that is not known yet, then its script and texts. */
async function load(path: string, routes: RouteTable): Promise<PageScript> {
  const route = routes.get(path) ?? (await routes.find(path));
  if (!route) return MISSING;
  const [area = ''] = route.title.split('.');
  const areas = [area, ...(route.areas ?? [])];
  const [Screen] = await Promise.all([route.load(), ...areas.map(loadArea)]);
  return { state: 'ready', Screen };
}

/** Starts loading if needed; resolves when script and texts are loaded or one has failed. */
export function loadPage(path: string, routes: RouteTable): Promise<void> {
  const known = scripts.get(path);
  if (known && known.script.state !== 'failed') return known.settled;
  const wasOffline = known?.script.state === 'failed' && known.script.cause === 'offline';
  const fail = async () => put(path, await failure(wasOffline));
  const late = setTimeout(() => put(path, { state: 'late' }), PAGE_LIMIT_MS);
  const lost = setTimeout(() => void fail(), SCRIPT_LIMIT_MS);
  const settled = load(path, routes)
    .then((script) => put(path, script), fail)
    .finally(() => {
      clearTimeout(late);
      clearTimeout(lost);
    });
  // The current state stays until there is a better one: a retry must not flicker.
  scripts.set(path, { script: known?.script ?? LOADING, settled });
  return settled;
}

/** The page's current load state; starts loading if nobody has. */
export function usePageScript(path: string, routes: RouteTable): PageScript {
  const get = () => {
    if (routes.isComplete && !routes.has(path)) return MISSING;
    const known = scripts.get(path);
    if (!known) void loadPage(path, routes);
    return known?.script ?? LOADING;
  };
  return useSyncExternalStore(subscribe, get, get);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
