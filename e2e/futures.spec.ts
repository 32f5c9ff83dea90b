/** Timed contracts: the way to them, and a running one in the list. */
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { pathOf, tap, untilPage } from './support/hands.ts';
import { soon, story } from './support/story.ts';
import { untilLoaded } from './support/waiting.ts';

story('a running contract shows its direction without a market colour', async ({ open, world }) => {
  const member = await world.member();
  await world.contract(member, { seconds: 300 });
  const page = await open(pages.futures, { as: member });
  await untilLoaded(page);
  const direction = page.getByText('Buy up', { exact: true }).first();
  await direction.waitFor();
  const [shown, up] = await direction.evaluate((element) => {
    const probe = document.createElement('span');
    probe.style.color = 'var(--up)';
    element.append(probe);
    const colours = [element, probe].map((one) => getComputedStyle(one).color);
    probe.remove();
    return colours;
  });
  expect(shown).not.toBe(up);
});

story('contracts are reached from home over the markets', async ({ open, world }) => {
  const page = await open(pages.home, { as: await world.member() });
  await untilLoaded(page);
  await tap(page.getByRole('main'), 'Futures', 'link');
  await untilPage(page, pages.futures);
  await page.getByRole('link', { name: /^Ethereum, / }).click();
  await soon(() => pathOf(page)).toBe(pages.contract);
  await page.getByRole('heading', { name: 'ETH/USDT' }).waitFor();
});
