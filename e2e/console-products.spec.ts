/** The product catalogue: one operator writes a product, another approves it, and members see it as the preview showed it. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { faultsOf } from './support/automatic-checks.ts';
import { openConsole, operator, operatorCall } from './support/console.ts';
import { answer, control, dialog, field, tap, untilToast, words } from './support/hands.ts';
import { soon, story } from './support/story.ts';
import { untilLoaded } from './support/waiting.ts';
import type { World } from './support/world.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

/** The members' app, as the console shows it. */
const previewOf = (page: Page) => page.frameLocator('iframe[title="As customers will see it"]');

/** The calls that the preview sends from now on. */
function callsOfPreview(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const isPreviews = request.frame().url().includes('/preview/');
    if (isPreviews && pathname.startsWith('/api/')) asked.push(pathname);
  });
  return asked;
}

/** A time as its field shows it, in hours from now. */
const inHours = (page: Page, hours: number) =>
  page.evaluate((given) => {
    const at = new Date(Date.now() + given * 3_600_000);
    return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  }, hours);

const filled: readonly (readonly [label: string, value: string])[] = [
  ['New coin', 'ATOM'],
  ['Paid in', 'USDT'],
  ['About the coin, English', 'A coin for the hubs of Cosmos.'],
  ['Unit price', '7.77'],
  ['Total supply', '500000'],
  ['Cap', '4000'],
  ['Minimum order', '10'],
  ['Maximum order', '1000'],
  ['Limit per customer', '1500'],
  ['Lock-up', '49'],
];

/** The coins that an offering sells: without them it is not approved. */
async function fundCoins(world: World, coinname: string, amount: string): Promise<void> {
  const { token } = (await operator(world, 'reviewer')).session;
  const input = { account: 'offerings' as const, coinname, amount, reason: 'To be sold.' };
  const name = 'POST /operator/product/fund';
  const { reviewId: ID } = await operatorCall(world, name, { input, token });
  const by = { token: (await operator(world, 'approver')).session.token };
  await operatorCall(world, 'POST /operator/review/claim', { input: { ID }, ...by });
  const found = await operatorCall(world, 'GET /operator/review/find', { input: { ID }, ...by });
  const approval = { ID, stage: 'second' as const, hash: found.rereview.hash };
  await operatorCall(world, 'POST /operator/review/approve', { input: approval, ...by });
}

story('a product of two operators appears as previewed, and closes', async ({ open, world }) => {
  await fundCoins(world, 'ATOM', '4000');
  const writer = await operator(world, 'reviewer');
  const page = await openConsole(open, writer, '/products?new=offering');
  await heading(page, 'New product: new coin').waitFor();
  for (const [label, value] of filled) await field(page, label).fill(value);
  await page.locator('input[name=opensAt]').fill(await inHours(page, -1));
  await page.locator('input[name=closesAt]').fill(await inHours(page, 24));
  await previewOf(page).getByText('7.77').first().waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await tap(page, 'Save draft');
  await heading(page, 'Cosmos').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await tap(page, 'Ask a second person');
  const asked = dialog(page, 'Propose version 1?');
  await field(asked, 'Reason').fill('The launch of the coin.');
  await answer(asked, 'Propose');
  await words(page, 'waiting for a second person').first().waitFor();

  const other = await openConsole(open, await operator(world, 'approver'), '/products');
  const calls = callsOfPreview(other);
  await other.getByRole('list', { name: 'Scheduled' }).getByText('Cosmos').click();
  await previewOf(other).getByText('7.77').first().waitFor();
  // The frame may be loaded more than once.
  expect([...new Set(calls)]).toEqual(['/api/base/site']);
  await tap(other, /^Claim/);
  await tap(other, /^Approve and carry out/);
  await answer(other.getByRole('alertdialog'), 'Approve');
  await untilToast(other, 'Approved and carried out');

  const member = await world.member();
  // The version takes effect within a second.
  const { token } = member.session;
  const onSale = async () =>
    (await world.api.data('GET /issue/list', { page: 1, pageSize: 20 }, { token })).list;
  await soon(async () => (await onSale()).map(({ price }) => price)).toContain('7.77');
  const phone = await open(pages.offering, { as: member });
  await words(phone, '7.77').first().waitFor();
  await untilLoaded(phone);

  const later = await openConsole(open, writer, '/products');
  await later.getByRole('list', { name: 'Open' }).getByText('Cosmos').click();
  await tap(later, 'Close');
  const closing = dialog(later, 'Close Cosmos for new orders?');
  await field(closing, 'Reason').fill('The story is over.');
  await answer(closing, 'Close it');
  await untilToast(later, 'Closed for new orders');
  await later.getByRole('list', { name: 'Closed' }).getByText('Cosmos').waitFor();
  await soon(() => control(later, 'button', 'Close').count()).toBe(0);

  await tap(later.getByRole('region', { name: 'Products' }), 'Treasury', 'link');
  await heading(later, 'Money for products').waitFor();
  expect(await faultsOf(later)).toEqual([]);
});

story('the form for treasury money fits into its dialog', async ({ open, world }) => {
  const page = await openConsole(
    open,
    await operator(world, 'reviewer'),
    '/products?show=treasury',
  );
  await tap(page, 'Add paper money');
  const form = dialog(page, 'Propose paper money for the treasury?').locator('> div');
  await form.waitFor();
  expect(await form.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});
