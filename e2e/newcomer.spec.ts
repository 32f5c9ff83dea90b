/** A new member: the paper money notice with next steps, and the tiles. */
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { control, tap, words } from './support/hands.ts';
import { soon, story } from './support/story.ts';
import { untilLoaded, visit } from './support/waiting.ts';

story('a new member sees the paper money notice once', async ({ open, world }) => {
  const page = await open('/', { as: await world.unreadMember() });
  const card = page.getByRole('region', { name: 'Your paper money is here' });
  await card
    .getByText(/^You have 10,000.00 USDT, 10,000.00 USD, 0.10 BTC to practise with/)
    .waitFor();
  expect(await card.getByRole('link').allInnerTexts()).toEqual([
    'Place your first order',
    'Verify your identity',
    'Protect your account',
  ]);
  await control(page, 'link', 'Notifications, 1 unread').waitFor();
  await tap(card, 'Close');
  await card.waitFor({ state: 'hidden' });
  await control(page, 'link', 'Notifications').waitFor();
  await page.reload();
  await untilLoaded(page);
  expect(await card.count()).toBe(0);
  await visit(page, pages.notifications);
  await words(page, 'Your paper money is here').waitFor();
});

story(
  'where contracts are forbidden the tiles of home fill their rows',
  async ({ open, world }) => {
    const page = await open('/', {
      as: await world.member(),
      before: (opened) =>
        opened.route('**/api/hyorder/config', (route) =>
          route.fulfill({ json: { code: 5011, msg: 'Not offered here.', data: {} } }),
        ),
    });
    const tiles = page.getByRole('navigation', { name: 'Shortcuts' });
    await soon(() => tiles.getByRole('link', { name: 'Futures' }).count()).toBe(0);
    const left = await tiles.evaluate((grid) => {
      const rows = new Map<number, number>();
      for (const tile of grid.children) {
        const { top, width } = tile.getBoundingClientRect();
        rows.set(top, (rows.get(top) ?? 0) + width);
      }
      const { paddingLeft, paddingRight } = getComputedStyle(grid);
      const room =
        grid.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return [...rows.values()].map((used) => Math.round(room - used));
    });
    expect(left).toEqual([0, 0]);
  },
);
