/** Delays the app's scripts, so that only the prerendered page is visible. */
import type { Page } from 'playwright-core';

export const SCRIPTS = '**/assets/*.js';

/** Delays the app's scripts until `release` is called. */
export function heldScripts() {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const hold = (page: Page) =>
    page.route(SCRIPTS, async (route) => {
      await gate;
      await route.continue();
    });
  return { hold, release: () => release() };
}
