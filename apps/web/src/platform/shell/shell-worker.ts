/** The service worker that caches the app's files, so that it opens offline; it never sees API answers (ADR 35). */

/** Prepended by the build (build/shell-worker-plugin.ts). */
interface Shell {
  /** Changes with every build. */
  version: string;
  files: readonly string[];
  /** The URL prefix of texts: `<texts>/<language>/<part>.json`. */
  texts: string;
  parts: readonly string[];
}
declare const SHELL: Shell;

/** The message from a page: the language whose texts to cache. */
export interface KeepTexts {
  language: string;
}

// TypeScript cannot combine worker and page types in one program: these are the few that are used.
interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Asked extends Waiting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Worker {
  addEventListener(type: 'install' | 'activate', listener: (event: Waiting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Asked) => void): void;
  addEventListener(
    type: 'message',
    listener: (event: Waiting & MessageEvent<KeepTexts>) => void,
  ): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
}

const worker = globalThis as unknown as Worker;
const PREFIX = 'tern-shell-';
const CACHE = PREFIX + SHELL.version;
const PAGE = '/';
/** A page of the previous build may still request its own chunks. */
const BUILDS_KEPT = 2;
/** Our choice: on a slower connection the cached page is better, and only a moment older. */
const PAGE_WAIT_MS = 5_000;
/** Files that are the same for everyone. Everything else, above all the API, goes to the network untouched. */
const PUBLIC_FILE = /^\/(assets|icons)\/|^\/manifest\.webmanifest$/;

async function keep(addresses: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all(
    addresses.map(async (address) => {
      // A file cached by an earlier build is identical: its name contains its hash.
      const known = address === PAGE ? undefined : await caches.match(address);
      if (known) await cache.put(address, known);
      else await cache.add(address);
    }),
  );
}

const textsOf = (language: string): string[] =>
  SHELL.parts.map((part) => `${SHELL.texts}/${language}/${part}.json`);

async function forgetOldBuilds(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  const old = others.slice(0, Math.max(0, others.length - (BUILDS_KEPT - 1)));
  await Promise.all(old.map((name) => caches.delete(name)));
}

const isPage = ({ mode }: Request, { pathname }: URL): boolean =>
  mode === 'navigate' && (pathname === PAGE || pathname === '/index.html');

/** The newest page if reachable, otherwise the cached one. */
async function answerPage(event: Asked): Promise<Response> {
  const asking = fetch(event.request).then((answer) => {
    if (answer.ok) event.waitUntil(putAway(PAGE, answer.clone()));
    return answer;
  });
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PAGE_WAIT_MS));
  const first = await Promise.race([asking, late]).catch(() => undefined);
  return first ?? (await caches.match(PAGE)) ?? asking;
}

async function answerFile(event: Asked): Promise<Response> {
  const known = await caches.match(event.request, { ignoreVary: true });
  if (known) return known;
  const answer = await fetch(event.request);
  if (answer.ok) event.waitUntil(putAway(event.request, answer.clone()));
  return answer;
}

/** A full disk is not an error: then less is cached. */
async function putAway(what: Request | string, answer: Response): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.put(what, answer).catch(() => undefined);
}

worker.addEventListener('install', (event) => {
  event.waitUntil(keep([PAGE, ...SHELL.files]).then(() => worker.skipWaiting()));
});
worker.addEventListener('activate', (event) => {
  event.waitUntil(forgetOldBuilds().then(() => worker.clients.claim()));
});
worker.addEventListener('message', (event) => {
  event.waitUntil(keep(textsOf(event.data.language)));
});
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (isPage(request, url)) event.respondWith(answerPage(event));
  else if (PUBLIC_FILE.test(url.pathname)) event.respondWith(answerFile(event));
});
