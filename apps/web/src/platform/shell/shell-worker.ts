/**
 * The service worker: caches the app's files, so that it opens offline, and shows push messages; it never sees API answers
 * (ADR 35, 46).
 */
import { readPush } from './push-message.ts';

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
interface Pushed extends Waiting {
  readonly data: { text(): string } | null;
}
interface Clicked extends Waiting {
  readonly notification: Notification;
}
interface Window {
  focus(): Promise<unknown>;
  navigate(url: string): Promise<Window | null>;
}
interface Worker {
  addEventListener(type: 'push', listener: (event: Pushed) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: Clicked) => void): void;
  addEventListener(type: 'install' | 'activate', listener: (event: Waiting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Asked) => void): void;
  addEventListener(
    type: 'message',
    listener: (event: Waiting & MessageEvent<KeepTexts>) => void,
  ): void;
  skipWaiting(): Promise<void>;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window' }): Promise<readonly Window[]>;
    openWindow(url: string): Promise<unknown>;
  };
  readonly registration: ServiceWorkerRegistration;
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

async function show(text: string | undefined): Promise<void> {
  const message = readPush(text);
  if (message === undefined) return;
  const { title, body, tag, page } = message;
  const icon = '/icons/icon-192.png';
  await worker.registration.showNotification(title, { body, tag, icon, data: page });
}

/** Opens the page in a window of the app, or in a new one. */
async function openPage(page: unknown): Promise<void> {
  const url = `/#${String(page)}`;
  const [open] = await worker.clients.matchAll({ type: 'window' });
  if (open === undefined) return void (await worker.clients.openWindow(url));
  // The page opens even where the browser refuses the focus.
  const shown = await open.navigate(url);
  await (shown ?? open).focus();
}

worker.addEventListener('push', (event) => {
  event.waitUntil(show(event.data?.text()));
});
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data));
});
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
