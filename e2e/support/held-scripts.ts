/** The app's scripts, held back on their way: what is seen meanwhile was in the page itself. */
import type { Page } from 'playwright-core';

export const SCRIPTS = '**/assets/*.js';

/** Holds the app's scripts back until `release` is called. */
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
