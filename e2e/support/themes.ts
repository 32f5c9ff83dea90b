/** The two themes, changed on an open page: that takes less than opening it anew. */
import type { Page } from 'playwright-core';

export type Theme = 'dark' | 'light';

/** Resolves once the colours have changed. */
export async function wear(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((worn) => {
    document.documentElement.dataset['theme'] = worn;
  }, theme);
  await untilStill(page);
}

/** Waits until whatever slides or fades has come to rest; what always moves is not waited for. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getTiming().iterations !== Infinity)
        .map((animation) => animation.finished),
    ),
  );
}
