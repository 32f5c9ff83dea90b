/** Swap: the whole cost on the screen, one press, a result sheet and a record; a refusal keeps the amount. */
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { faultsOf } from './support/automatic-checks.ts';
import { complaintOf, field, tap, untilPage, untilToast, words } from './support/hands.ts';
import { soon, story } from './support/story.ts';
import { untilStill } from './support/themes.ts';
import { figure, numberIn } from './support/trading.ts';

story(
  'a coin is swapped in one press, and the sheet shows the result and links to the record',
  async ({ open, world }) => {
    const member = await world.member();
    const page = await open(pages.assets, { as: member });
    await tap(page, 'Swap', 'link');
    await untilPage(page, pages.swap);
    await words(page, /^1 BTC = [\d,]+\.\d+ USDT$/).waitFor();
    const pay = field(page, 'Amount in USDT');
    const receive = field(page, 'Amount to receive in BTC');
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    expect(await button('Enter an amount').isDisabled()).toBe(true);

    await pay.fill('999999');
    await soon(() => complaintOf(pay)).toBe('You have 10,000.00 USDT.');
    expect(await button('Swap 999,999 USDT').isDisabled()).toBe(true);
    await pay.fill('0.5');
    await soon(() => complaintOf(pay)).toBe('Minimum is 1.00 USDT.');

    // Either number can be typed; the other follows.
    await receive.fill('0.01');
    await soon(async () => numberIn(await pay.inputValue())).toBeGreaterThan(1);
    await pay.fill('500');
    await soon(() => receive.inputValue()).toMatch(/^0\.00\d+$/);
    await words(page, '≈ 500.00 USDT').waitFor();
    await words(page, 'Cost 1.00 USDT').waitFor();
    await tap(page, /^1 BTC = .*Cost/);
    await words(page, 'Spread, 0.1%').waitFor();
    expect(numberIn(await figure(page, 'Total').innerText())).toBe(1);
    const least = numberIn(await figure(page, 'Minimum you receive').innerText());
    await tap(page, 'Swap 500 USDT');

    const done = page.getByRole('dialog', { name: 'Swapped' });
    await done.getByText('for 500.00 USDT').waitFor();
    await done.getByText('was 10,000.00').waitFor();
    await done.getByText('9,500.00', { exact: true }).waitFor();
    expect(numberIn(await figure(done, 'Spread and fee').innerText())).toBe(1);
    await tap(done, 'View record');
    await untilPage(page, pages.swapDetail);
    expect(numberIn(await figure(page, 'You received').innerText())).toBeGreaterThanOrEqual(least);
    expect(await figure(page, 'You paid').innerText()).toBe('500.00 USDT');

    await page.goBack();
    await words(page, 'Recent swaps').waitFor();
    await page.getByRole('link', { name: /USDT to BTC.*for 500\.00 USDT/ }).waitFor();
    await tap(page, 'Records', 'link');
    await untilPage(page, pages.swapHistory);
    await page.getByRole('link', { name: /USDT to BTC.*for 500\.00 USDT/ }).waitFor();
  },
);

story(
  'the two coins always differ, the flip keeps the amount, and a refused swap keeps it too',
  async ({ open, world }) => {
    const page = await open(pages.swap, { as: await world.member() });
    await tap(page, 'To: BTC. Choose another coin');
    const search = page.getByRole('searchbox', { name: 'Search coins' });
    await search.waitFor();
    expect((await search.locator('..').boundingBox())!.height).toBeGreaterThan(30);
    await page.getByRole('dialog').getByRole('button', { name: /^USDT/ }).tap();
    await field(page, 'Amount in BTC').fill('100');
    await tap(page, 'Switch the coins');
    await soon(() => field(page, 'Amount in USDT').inputValue()).toBe('100');
    await words(page, /^1 BTC =/).waitFor();

    await page.route('**/api/recharge/exchange', (route) =>
      route.fulfill({ json: { code: 4021, msg: 'failed', data: {} } }),
    );
    await tap(page, 'Swap 100 USDT');
    await untilToast(page, 'Swap failed. Nothing was taken.');
    expect(await field(page, 'Amount in USDT').inputValue()).toBe('100');
  },
);

story('a late rate is shown as late, and the swap is disabled', async ({ open, world }) => {
  const page = await open(pages.swap, {
    as: await world.member(),
    before: (shown) =>
      shown.route('**/api/recharge/exchangeFind*', (route) =>
        route.fulfill({ json: { code: 5005, msg: 'no price', data: {} } }),
      ),
  });
  await words(page, 'The rate is delayed. Wait a moment.').waitFor();
  await field(page, 'Amount in USDT').fill('100');
  expect(await page.getByRole('button', { name: 'Swap 100 USDT' }).isDisabled()).toBe(true);
});

for (const theme of ['dark', 'light'] as const) {
  story(`the screens of a swap pass the automatic checks, ${theme}`, async ({ open, world }) => {
    const page = await open(pages.swap, { as: await world.member(), remembered: { theme } });
    const check = async () => {
      await untilStill(page);
      expect(await faultsOf(page, { onlyColours: theme === 'light' })).toEqual([]);
    };
    await field(page, 'Amount in USDT').fill('99999');
    await words(page, /^You have/).waitFor();
    await check();
    await field(page, 'Amount in USDT').fill('1234.567891');
    await tap(page, /^1 BTC = .*Cost/);
    await words(page, 'Total').waitFor();
    await check();
    await tap(page, 'Swap 1,234.567891 USDT');
    await tap(page.getByRole('dialog', { name: 'Swapped' }), 'View record');
    await untilPage(page, pages.swapDetail);
    await check();
  });
}
