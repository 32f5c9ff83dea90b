/** A phone with a real browser: 375 × 812 points, touch, English, UTC, and reduced motion. */
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { browserPath } from '../../tools/browser.mjs';

export const phone: BrowserContextOptions = {
  viewport: { width: 375, height: 812 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  // Also because a headless browser names its own language "en-US@posix", which Intl refuses.
  locale: 'en-US',
  timezoneId: 'UTC',
  // Stories cannot intercept answers of a worker; only offline stories allow one.
  serviceWorkers: 'block',
  // Pages and sheets are there at once; a story about motion takes `inMotion`.
  reducedMotion: 'reduce',
};

/** What differs on a phone that shows all motion. */
export const inMotion: BrowserContextOptions = { reducedMotion: 'no-preference' };

export async function launchBrowser(): Promise<Browser> {
  const executablePath = await browserPath();
  return chromium.launch({
    ...(executablePath === undefined ? { channel: 'chrome' } : { executablePath }),
    headless: true,
    chromiumSandbox: false,
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--disable-component-update',
      '--disable-sync',
      '--disable-background-networking',
      '--no-first-run',
      // Without it canvases are drawn for a density of one.
      '--force-device-scale-factor=2',
      '--lang=en-US',
    ],
  });
}
