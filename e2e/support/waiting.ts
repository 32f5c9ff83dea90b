/** Waits until a page has loaded: no pending requests and no skeletons. */
import type { Page } from 'playwright-core';
import { pathOf, untilPage } from './hands.ts';
import { soon } from './story.ts';
import { addressOf } from './visit.ts';
import { requestsOnTheirWay } from './traffic.ts';

/** Whether skeletons are in view; one at the end of a long list waits for the member to scroll. */
export function isGrey(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[class*="_block_"]')].some((element) => {
      const { top, bottom, height } = element.getBoundingClientRect();
      // Their sheen, which is still when motion is reduced.
      const isSkeleton = getComputedStyle(element).backgroundImage.includes('gradient(100deg');
      return isSkeleton && height > 0 && top < innerHeight && bottom > 0;
    }),
  );
}

/** Waits until the visible page has loaded. */
export async function untilLoaded(page: Page): Promise<void> {
  await page.locator('[data-page] h1').filter({ visible: true }).first().waitFor();
  await untilQuiet(page);
}

/** Waits until no request is pending and no skeleton is visible, for any page of either app. */
export async function untilQuiet(page: Page): Promise<void> {
  let quiet = 0;
  await soon(async () => {
    const isBusy = requestsOnTheirWay(page) > 0 || (await isGrey(page));
    quiet = isBusy ? 0 : quiet + 1;
    return quiet;
  }).toBeGreaterThanOrEqual(3);
}

/** Waits until the page of the address is visible and has loaded, also after a redirect. */
export async function untilArrived(page: Page): Promise<void> {
  await soon(() =>
    page
      .locator(`[data-page="${pathOf(page)}"] h1`)
      .filter({ visible: true })
      .count(),
  ).toBeGreaterThan(0);
  await untilQuiet(page);
}

/** Opens a path in an open page, and waits until it has loaded. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(addressOf(new URL(page.url()).origin, path));
  await untilPage(page, path.split('?')[0] ?? path);
  await untilLoaded(page);
}
