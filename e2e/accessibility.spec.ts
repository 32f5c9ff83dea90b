/** Sheets and dialogs pass the automatic checks of WCAG 2.1 A and AA in both themes; every screen: `long/`. */
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { checksOf, faultsOf } from './support/automatic-checks.ts';
import { answer, control, dialog, tap } from './support/hands.ts';
import { busyMember } from './support/screens.ts';
import { story } from './support/story.ts';
import { untilStill } from './support/themes.ts';
import { figure, quantity } from './support/trading.ts';
import { untilLoaded, visit } from './support/waiting.ts';

story('sheets and questions', async ({ open, world }) => {
  const { member } = await busyMember(world);
  const page = await open(pages.my, { as: member });
  const { found, check } = checksOf(page);
  await tap(page, /^Account information/);
  await check('account information');
  await answer(page.getByRole('dialog'), 'Close');
  await tap(page, /^Display/);
  // Its samples have the theme that is chosen in it.
  for (const theme of ['Light', 'Dark']) {
    await tap(page.getByRole('dialog'), theme, 'radio');
    await untilStill(page);
    const faults = await faultsOf(page);
    if (faults.length > 0) found[`display, ${theme}`] = faults;
  }
  await answer(page.getByRole('dialog'), 'Close');
  await tap(page, 'Log out');
  await check('log out');
  await answer(dialog(page, 'Log out on this device?'), 'Cancel');

  await visit(page, `${pages.deal}?symbol=btcusdt`);
  await tap(page, 'BTC/USDT');
  await check('pairs');
  await answer(page.getByRole('dialog'), 'Close');
  await tap(page, 'Buy BTC');
  await check('a field in error');
  await quantity(page).fill('0.001');
  await tap(page, 'Buy BTC');
  await check('order question');
  expect(await figure(dialog(page, 'Buy BTC?'), 'Total').count()).toBe(1);
  await answer(dialog(page, 'Buy BTC?'), 'Cancel');

  await visit(page, `${pages.contract}?symbol=btcusdt`);
  await tap(page, 'Change your limits');
  await check('own limits');
  await answer(page.getByRole('dialog'), 'Close');
  await tap(page, /^Buy up/);
  await check('contract review');
  await answer(page.getByRole('dialog'), 'Cancel');
  await tap(page.getByRole('main'), /^BTC/);
  await check('running contract');
  await answer(page.getByRole('dialog'), 'Keep trading');

  await visit(page, pages.orderHistory);
  await tap(page, 'Filter');
  await check('filter');
  await visit(page, `${pages.coinRecords}?coin=USDT`);
  await tap(page, 'More types');
  await check('record types');
  expect(found).toEqual({});
});

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
