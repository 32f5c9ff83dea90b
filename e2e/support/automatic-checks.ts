/** The automatic checks of WCAG 2.1 A and AA. */
import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { untilStill, wear } from './themes.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];

/** The faults of the current page; of colours only, if the rest was checked in the other theme. */
export async function faultsOf(
  page: Page,
  { onlyColours = false }: { onlyColours?: boolean } = {},
): Promise<string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in globalThis);
  if (!isLoaded) await page.evaluate(axe.source);
  const options: RunOptions = {
    runOnly: onlyColours
      ? { type: 'rule', values: ['color-contrast'] }
      : { type: 'tag', values: TAGS },
    // What passes is not described: that takes a quarter of the time.
    resultTypes: ['violations'],
  };
  const violations = await page.evaluate(async (asked) => {
    const { axe: checks } = globalThis as unknown as { axe: typeof axe };
    return (await checks.run({ exclude: [['iframe']] }, asked)).violations;
  }, options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

/** The faults of the current page in both themes, which differ only in colours. */
export async function faultsInBothThemes(page: Page): Promise<string[]> {
  await wear(page, 'light');
  const inLight = await faultsOf(page, { onlyColours: true });
  await wear(page, 'dark');
  return [...inLight, ...(await faultsOf(page))];
}

/**
 * Checks one state of a page after another; `found` has the faults by the name of the state. In the dark theme: the readable
 * pairs of colours of both are proven by `tokens.test.ts`, and the long run looks for faults in both.
 */
export function checksOf(page: Page, ask: (page: Page) => Promise<string[]> = faultsOf) {
  const found: Record<string, string[]> = {};
  const check = async (name: string) => {
    await untilStill(page);
    const faults = await ask(page);
    if (faults.length > 0) found[name] = faults;
  };
  return { found, check };
}
