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

/** Longer animations show that time passes, such as the ring of a rate. */
const LONGEST_MS = 1_000;

/** Waits for the end of all movements. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(
    (longestMs) =>
      Promise.allSettled(
        document
          .getAnimations()
          .filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration) <= longestMs)
          .map((animation) => animation.finished),
      ),
    LONGEST_MS,
  );
}
