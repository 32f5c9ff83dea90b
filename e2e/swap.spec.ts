/** Swap: chosen, reviewed, sent once; refused with its amount kept. */
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import {
  answer,
  complaintOf,
  dialog,
  field,
  tap,
  untilPage,
  untilToast,
  words,
} from './support/hands.ts';
import { soon, story } from './support/story.ts';

story('a coin is swapped for another and both balances follow', async ({ open, world }) => {
  const member = await world.member();
  const page = await open(pages.assets, { as: member });
  await tap(page, 'Swap', 'link');
  await untilPage(page, pages.swap);
  await words(page, /^1 BTC ≈ [\d,]+\.\d+ USDT$/).waitFor();

  await tap(page, 'Review swap');
  await soon(() => complaintOf(field(page, 'Amount in USDT'))).toBe('Enter a quantity.');
  await field(page, 'Amount in USDT').fill('999999999');
  await tap(page, 'Review swap');
  await soon(() => complaintOf(field(page, 'Amount in USDT'))).toMatch(/^You have .* USDT\.$/);
  await field(page, 'Amount in USDT').fill('100');
  await tap(page, 'Review swap');
  const asked = dialog(page, 'Swap USDT for BTC?');
  await asked.getByText('Paper', { exact: true }).waitFor();
  await answer(asked, 'Swap');
  await untilToast(page, 'Swapped');
  expect(await field(page, 'Amount in USDT').inputValue()).toBe('');

  await page.goBack();
  await page.getByRole('link', { name: /^BTC/ }).first().tap();
  await words(page, 'Spot exchange').first().waitFor();
  await words(page, 'Exchange fee').first().waitFor();
});

story(
  'the two coins always differ, and the amount stays when the swap is refused',
  async ({ open, world }) => {
    const page = await open(pages.swap, { as: await world.member() });
    await tap(page, 'To: BTC. Choose another coin');
    await page.getByRole('dialog').getByRole('button', { name: /^USDT/ }).tap();
    await field(page, 'Amount in BTC').waitFor();
    await tap(page, 'Swap direction');
    await field(page, 'Amount in USDT').waitFor();
    await words(page, /^1 BTC ≈/).waitFor();

    await field(page, 'Amount in USDT').fill('100');
    await page.route('**/api/recharge/exchange', (route) =>
      route.fulfill({ json: { code: 4021, msg: 'failed', data: {} } }),
    );
    await tap(page, 'Review swap');
    await answer(dialog(page, 'Swap USDT for BTC?'), 'Swap');
    await untilToast(page, 'Swap failed. Nothing was taken.');
    expect(await field(page, 'Amount in USDT').inputValue()).toBe('100');
  },
);
