/** The automatic checks of WCAG 2.1 A and AA. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { untilStill, wear } from './themes.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];

/** The faults of the current page; of colours only, if the rest was checked in the other theme. */
export async function faultsOf(
  page: Page,
  { onlyColours = false }: { onlyColours?: boolean } = {},
): Promise<string[]> {
  // The usual mode opens another page for each check, to combine frames; the app has none.
  const builder = new AxeBuilder({ page }).setLegacyMode().exclude('iframe');
  const asked = onlyColours ? builder.withRules('color-contrast') : builder.withTags(TAGS);
  const { violations } = await asked.analyze();
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
