/** Every screen, sheet and dialog passes the automatic checks of WCAG 2.1 A and AA in both themes. */
import { expect } from 'vitest';
import { publicPages } from '../../apps/web/src/app/public-pages.ts';
import { pages } from '../../apps/web/src/kernel/pages.ts';
import { checksOf, faultsInBothThemes, faultsOf } from '../support/automatic-checks.ts';
import { answer, dialog, tap } from '../support/hands.ts';
import { busyMember, sharedBusyMember } from '../support/screens.ts';
import { story } from '../support/story.ts';
import { untilStill } from '../support/themes.ts';
import { figure, quantity } from '../support/trading.ts';
import { visit } from '../support/waiting.ts';

story('every screen of a visitor', async ({ open }) => {
  const page = await open();
  const { found, check } = checksOf(page, faultsInBothThemes);
  for (const path of Object.values(pages).filter((page) => publicPages.has(page))) {
    await visit(page, path);
    await check(path);
  }
  expect(found).toEqual({});
});

// In two halves, so that each is within the time limit of a story on a busy machine.
for (const half of [0, 1]) {
  story(`every screen of a member, half ${half + 1} of 2`, async ({ open, world }) => {
    const { member, screens } = await sharedBusyMember(world);
    const page = await open('/', { as: member });
    const { found, check } = checksOf(page, faultsInBothThemes);
    for (const path of screens.filter((_path, index) => index % 2 === half)) {
      await visit(page, path);
      await check(path);
    }
    expect(found).toEqual({});
  });
}

story('sheets and questions', async ({ open, world }) => {
  const { member } = await busyMember(world);
  const page = await open(pages.my, { as: member });
  const { found, check } = checksOf(page, faultsInBothThemes);
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
