/** Waits until a page has loaded: no pending requests and no skeletons. */
import type { Page } from 'playwright-core';
import { untilPage } from './hands.ts';
import { soon } from './story.ts';
import { addressOf } from './visit.ts';
import { requestsOnTheirWay } from './traffic.ts';

/** Whether skeletons are visible. */
export function isGrey(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .some(
        (animation) => animation instanceof CSSAnimation && /shimmer/.test(animation.animationName),
      ),
  );
}

/** Waits until the visible page has loaded. */
export async function untilLoaded(page: Page): Promise<void> {
  await page.locator('[data-page] h1').filter({ visible: true }).first().waitFor();
  let quiet = 0;
  await soon(async () => {
    const isBusy = requestsOnTheirWay(page) > 0 || (await isGrey(page));
    quiet = isBusy ? 0 : quiet + 1;
    return quiet;
  }).toBeGreaterThanOrEqual(3);
}

/** Opens a path in an open page, and waits until it has loaded. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(addressOf(new URL(page.url()).origin, path));
  await untilPage(page, path.split('?')[0] ?? path);
  await untilLoaded(page);
}
