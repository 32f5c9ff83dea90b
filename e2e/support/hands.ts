/** Gestures and elements of the phone, named as a member sees them. */
import type { Locator, Page } from 'playwright-core';
import { soon } from './story.ts';
import { passTime } from '../../apps/server/tests/support/pass-time.ts';

type Role = 'button' | 'link' | 'tab' | 'radio' | 'checkbox' | 'switch';

/** The control with a name on the visible page. */
export function control(within: Page | Locator, role: Role, name: string | RegExp): Locator {
  return within.getByRole(role, { name, exact: true });
}

/** The app ignores a second tap within half a second. */
const BETWEEN_TAPS_MS = 520;

interface Tapped extends Element {
  tappedAt?: number;
}

/** Taps a button of that exact name, or a link when `role` says so. */
export async function tap(
  within: Page | Locator,
  name: string | RegExp,
  role: Role = 'button',
): Promise<void> {
  const target = control(within, role, name);
  const element = await target.elementHandle();
  const sinceMs = await target.evaluate(
    (seen: Tapped) => performance.now() - (seen.tappedAt ?? Number.NEGATIVE_INFINITY),
  );
  await passTime(Math.max(0, BETWEEN_TAPS_MS - sinceMs), 'the app ignores a tap before');
  // A finger on a busy machine may rest too long and so press instead of tapping.
  await target.click();
  const remember = (seen: Tapped) => {
    seen.tappedAt = performance.now();
  };
  // The tap may have closed the page or loaded another document.
  await element?.evaluate(remember).catch(() => undefined);
}

/** Visible text; pages below keep theirs in the document. */
export function words(page: Page, text: string | RegExp): Locator {
  return page.getByText(text).filter({ visible: true });
}

/** Opens a tab page by the tab bar. */
export async function switchTab(page: Page, name: string): Promise<void> {
  await tap(page.getByRole('navigation', { name: 'Main' }), name, 'link');
}

/** The input under a label. */
export function field(within: Page | Locator, label: string | RegExp): Locator {
  return within.getByRole('textbox', { name: label, exact: true });
}

/** A password field has no textbox role, so it is found by its label. */
export function secret(within: Page | Locator, label: string): Locator {
  return within.locator('input[type=password]').and(within.getByLabel(label, { exact: true }));
}

/** A confirmation dialog. */
export function dialog(page: Page, question: string): Locator {
  return page.getByRole('alertdialog', { name: question });
}

/** Answers a dialog and waits until it is closed. */
export async function answer(asked: Locator, label: string): Promise<void> {
  await tap(asked, label);
  await asked.waitFor({ state: 'hidden' });
}

/** Waits for a message over the page. */
export async function untilToast(page: Page, text: string | RegExp): Promise<void> {
  const said = page.locator('[popover] :is([role=status], [role=alert])').getByText(text);
  await said.first().waitFor();
}

/** Waits until a message has gone: while it fades, its contrast is too low for the automatic checks. */
export async function untilToastGone(page: Page, text: string | RegExp): Promise<void> {
  await untilToast(page, text);
  const said = page.locator('[popover] :is([role=status], [role=alert])').getByText(text);
  await said.first().waitFor({ state: 'hidden' });
}

/** The path of the visible page, without its parameters. */
export function pathOf(page: Page): string {
  const hash = new URL(page.url()).hash.slice(1);
  return hash.split('?')[0] ?? '';
}

/** Waits until the page of a path is visible and has its heading. */
export async function untilPage(page: Page, path: string): Promise<void> {
  await soon(() => pathOf(page)).toBe(path);
  // Pages below stay in the document, inactive.
  await page.locator(`[data-page="${path}"] h1`).filter({ visible: true }).waitFor();
}

/** The browser's local storage. */
export function storageOf(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => ({ ...localStorage }));
}

/** Whether it is visible without scrolling, below the fixed header. */
export function isInView(what: Locator): Promise<boolean> {
  return what.first().evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const head = document.querySelector('[data-page]:not([style*="none"]) header');
    return top >= (head?.getBoundingClientRect().bottom ?? 0) && bottom <= innerHeight;
  });
}
