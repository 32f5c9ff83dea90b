/** Changes the theme of an open page, which is faster than opening it again. */
import type { Page } from 'playwright-core';

export type Theme = 'dark' | 'light';

/** Resolves once the colours have changed. */
export async function wear(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((worn) => {
    document.documentElement.dataset['theme'] = worn;
  }, theme);
  await untilStill(page);
}

/** Waits for the end of all animations, except endless ones. */
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
