/** The installation: paper or live, its features, its clock. */
import type { Output } from '@tern/protocol/client';
import { useSyncExternalStore } from 'react';
import { applySimulation, isSimulated } from '../platform/appearance.ts';
import { call } from '../platform/http/call.ts';
import { isText, slot } from '../platform/storage.ts';

/** The client's built-in version; the site configuration is compared with it. */
export const VERSION = '1.3.5';

export type SiteConfig = Output<'GET /base/site'>;

const refreshedFor = slot('refreshed-for', isText);
const listeners = new Set<() => void>();
let config: SiteConfig | undefined;
let clockOffsetMs = 0;
let isOutdated = false;

/** Milliseconds since 1970 by the server's clock, used for countdowns and sessions. */
export function serverNow(): number {
  return Date.now() + clockOffsetMs;
}

/** Sets the server's clock by an answer with its time; `askedAt` is when the device asked. */
export function correctClock(serverTime: string, askedAt: number): void {
  clockOffsetMs = Date.parse(serverTime) - (askedAt + Date.now()) / 2;
}

/** True once when the server runs another version: the next page change should reload. */
export function takeOutdated(): boolean {
  const was = isOutdated;
  isOutdated = false;
  return was;
}

/** Loads the configuration; a failure changes and shows nothing. */
export async function loadSiteConfig(): Promise<void> {
  const askedAt = Date.now();
  const answer = await call('GET /base/site', {}).catch(() => undefined);
  if (answer === undefined) return;
  config = answer;
  correctClock(answer.serverTime, askedAt);
  applySimulation(answer.mode !== 'live');
  await followVersion(answer.version);
  for (const listener of listeners) listener();
}

/** A version that differs from our own clears the browser's caches. */
async function followVersion(version: string): Promise<void> {
  // Once per version: a server without the matching build must not make us reload forever.
  if (version === VERSION || refreshedFor.read() === version) return;
  refreshedFor.write(version);
  isOutdated = true;
  if (!('caches' in globalThis)) return;
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The configuration, or undefined while unknown. */
export function useSiteConfig(): SiteConfig | undefined {
  const get = () => config;
  return useSyncExternalStore(subscribe, get, get);
}

/** The price source: `simulated`, `live`, or undefined while unknown. */
export function usePriceOrigin(): 'simulated' | 'live' | undefined {
  const source = useSiteConfig()?.priceSource;
  return source === undefined ? undefined : source === 'simulated' ? 'simulated' : 'live';
}

/** `isSimulated` as a hook. */
export function useIsSimulated(): boolean {
  return useSyncExternalStore(subscribe, isSimulated, isSimulated);
}
