/** The automatic checks of WCAG 2.1 A and AA. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];

/** The faults of the current page; of colours only, if the rest was checked in the other theme. */
export async function faultsOf(
  page: Page,
  { onlyColours = false }: { onlyColours?: boolean } = {},
): Promise<string[]> {
  const builder = new AxeBuilder({ page });
  const asked = onlyColours ? builder.withRules('color-contrast') : builder.withTags(TAGS);
  const { violations } = await asked.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
