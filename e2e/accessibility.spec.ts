/** Failure pages pass the automatic checks of WCAG 2.1 A and AA; every screen and sheet: `long/`. */
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { faultsOf } from './support/automatic-checks.ts';
import { control } from './support/hands.ts';
import { story } from './support/story.ts';
import { untilLoaded, visit } from './support/waiting.ts';

story('an unknown page and a failing page', async ({ open }) => {
  const page = await open('/pages/no/where');
  await untilLoaded(page);
  expect(await faultsOf(page)).toEqual([]);
  await page.route('**/api/base/tradelist', (route) =>
    route.fulfill({ json: { code: 5006, msg: 'busy', data: {} } }),
  );
  await visit(page, pages.home);
  await control(page, 'button', 'Try again').waitFor();
  expect(await faultsOf(page)).toEqual([]);
});

story('every control can be reached by keyboard', async ({ open }) => {
  const page = await open(pages.login);
  await untilLoaded(page);
  const reached = new Set<string>();
  for (let step = 0; step < 15; step += 1) {
    await page.keyboard.press('Tab');
    reached.add(
      await page.evaluate(() => {
        const element = document.activeElement;
        return element?.getAttribute('name') ?? element?.textContent ?? '';
      }),
    );
  }
  for (const name of ['username', 'password', 'captcha', 'Log in', 'Open an account']) {
    expect(
      [...reached].some((text) => text.startsWith(name)),
      name,
    ).toBe(true);
  }
  await visit(page, pages.home);
  expect(
    await page.evaluate(() => document.activeElement?.tagName),
    'focus moves with the page',
  ).toBe('H1');
});
