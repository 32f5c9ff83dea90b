/** Swap: the whole cost on the screen, one press, a result sheet and a record. */
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { checksOf } from './support/automatic-checks.ts';
import { answer, field, tap, untilPage, words } from './support/hands.ts';
import { soon, story } from './support/story.ts';
import { figure, numberIn } from './support/trading.ts';

story(
  'a coin is swapped in one press, the sheet shows the result and links to the record, and all pass the automatic checks',
  async ({ open, world }) => {
    const member = await world.member();
    const page = await open(pages.assets, { as: member });
    await tap(page, 'Swap', 'link');
    await untilPage(page, pages.swap);
    await words(page, /^1 BTC = [\d,]+\.\d+ USDT$/).waitFor();
    const { found, check } = checksOf(page);
    const pay = field(page, 'Amount in USDT');
    await pay.fill('99999');
    await words(page, /^You have/).waitFor();
    await check('a field in error');
    const receive = field(page, 'Amount to receive in BTC');
    await pay.fill('500');
    await soon(() => receive.inputValue()).toMatch(/^0\.00\d+$/);
    await words(page, '≈ 500.00 USDT').waitFor();
    await words(page, 'Cost 1.00 USDT').waitFor();
    await tap(page, /^1 BTC = .*Cost/);
    await words(page, 'Spread, 0.1%').waitFor();
    expect(numberIn(await figure(page, 'Total').innerText())).toBe(1);
    const least = numberIn(await figure(page, 'Minimum you receive').innerText());
    await check('the costs');
    await tap(page, 'To: BTC. Choose another coin');
    const search = page.getByRole('searchbox', { name: 'Search coins' });
    await search.waitFor();
    expect((await search.locator('..').boundingBox())!.height).toBeGreaterThan(30);
    await check('the coins');
    await answer(page.getByRole('dialog'), 'Close');
    await tap(page, 'Swap 500 USDT');

    const done = page.getByRole('dialog', { name: 'Swapped' });
    await done.getByText('for 500.00 USDT').waitFor();
    await done.getByText('was 10,000.00').waitFor();
    await done.getByText('9,500.00', { exact: true }).waitFor();
    expect(numberIn(await figure(done, 'Spread and fee').innerText())).toBe(1);
    await tap(done, 'View record');
    await untilPage(page, pages.swapDetail);
    expect(numberIn(await figure(page, 'You received').innerText())).toBeGreaterThanOrEqual(least);
    await soon(() => figure(page, 'You paid').innerText()).toBe('500.00 USDT');
    await check('the record');
    expect(found).toEqual({});

    await page.goBack();
    await words(page, 'Recent swaps').waitFor();
    await page.getByRole('link', { name: /USDT to BTC.*for 500\.00 USDT/ }).waitFor();
    await tap(page, 'Records', 'link');
    await untilPage(page, pages.swapHistory);
    await page.getByRole('link', { name: /USDT to BTC.*for 500\.00 USDT/ }).waitFor();
  },
);
