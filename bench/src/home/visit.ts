/** One visit to the home page on a slow phone: throttled processor and network, every byte counted. */
import type { launchBrowser } from '../../../e2e/support/phone.ts';
import { collectTimings, type PageTimings, readTimings } from './page-timings.ts';

export type Browser = Awaited<ReturnType<typeof launchBrowser>>;
type BrowserContext = Awaited<ReturnType<Browser['newContext']>>;
type DevTools = Awaited<ReturnType<BrowserContext['newCDPSession']>>;

/** A mid-range phone on slow 4G with nine tenths of the nominal rate. */
const CPU_SLOWDOWN = 4;
const ROUND_TRIP_MS = 150;
const BYTES_PER_BIT = 1 / 8;
const DOWN = 1.6e6 * 0.9 * BYTES_PER_BIT;
const UP = 0.75e6 * 0.9 * BYTES_PER_BIT;

const PRICE_WITHIN_MS = 60_000;
const SETTLE_MS = 3_000;

interface Resource {
  readonly url: string;
  readonly type: string;
  /** As transferred, headers included. */
  readonly bytes: number;
}

export interface Visit {
  readonly timings: PageTimings;
  readonly resources: readonly Resource[];
}

/** @throws Error when no price appears */
export async function visitHome(context: BrowserContext, url: string): Promise<Visit> {
  const page = await context.newPage();
  try {
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: ROUND_TRIP_MS,
      downloadThroughput: DOWN,
      uploadThroughput: UP,
    });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    const resources = countBytes(devtools);
    await page.addInitScript(collectTimings);
    await page.goto(`${url}/#/`, { waitUntil: 'commit' });
    await page.waitForFunction(
      () => (window as unknown as { pageTimings?: PageTimings }).pageTimings?.firstPrice,
      undefined,
      { timeout: PRICE_WITHIN_MS, polling: 100 },
    );
    await page.waitForTimeout(SETTLE_MS);
    return { timings: await page.evaluate(readTimings), resources };
  } finally {
    await page.close();
  }
}

/** Returns a list that is filled as responses end. */
function countBytes(devtools: DevTools): Resource[] {
  const resources: Resource[] = [];
  const begun = new Map<string, { url: string; type: string; isCached: boolean }>();
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    const isCached = response.fromDiskCache === true;
    begun.set(requestId, { url: response.url, type, isCached });
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const { url, type, isCached } = begun.get(requestId) ?? { url: '', type: '', isCached: true };
    if (!isCached) resources.push({ url, type, bytes: encodedDataLength });
  });
  return resources;
}

/** Time beyond 50 ms of each task after the first paint: how long a tap would be blocked. */
export function totalBlockingTime({ fcp, longTasks }: PageTimings): number {
  const late = longTasks.filter(([start]) => start >= fcp);
  return late.reduce((sum, [, duration]) => sum + duration - 50, 0);
}
