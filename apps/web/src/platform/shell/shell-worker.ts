/** The worker that keeps the app's own files, so that it opens without a connection; it never sees an answer of the API (ADR 35). */

/** Written in front of this script while building (build/shell-worker-plugin.ts). */
interface Shell {
  /** Changes with every build. */
  version: string;
  files: readonly string[];
  /** Where texts lie: `<texts>/<language>/<part>.json`. */
  texts: string;
  parts: readonly string[];
}
declare const SHELL: Shell;

/** What a page says to the worker: the language whose texts are to be kept. */
export interface KeepTexts {
  language: string;
}

// The types of workers and of pages exclude each other in one program: these few are all that is used.
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
/** An open page of the build before may still ask for its own parts. */
const BUILDS_KEPT = 2;
/** Our choice: a line this slow is as good as none for the page itself, whose kept copy is a moment old. */
const PAGE_WAIT_MS = 5_000;
/** Files that are the same for everybody. Everything else, the API above all, goes to the network untouched. */
const PUBLIC_FILE = /^\/(assets|icons)\/|^\/manifest\.webmanifest$/;

async function keep(addresses: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all(
    addresses.map(async (address) => {
      // What an earlier build has already is the same file: its name holds its hash.
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

/** The newest page when it can be had, else the last one. */
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

/** A full disk is no reason to fail: then less is kept. */
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
