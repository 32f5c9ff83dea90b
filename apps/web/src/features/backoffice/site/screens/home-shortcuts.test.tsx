/** The tiles of home: one for each feature, and a sheet with all of them. */
import { control, dialog, press, screen, waitFor, within } from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderScreen, untilPage } from '../../../../../tests/render-screen.tsx';
import { routes } from '../../../../../tests/all-routes.ts';
import { pages } from '../../../../kernel/pages.ts';

const tiles = [
  { name: 'Spot', path: pages.deal },
  { name: 'Futures', path: pages.futures },
  { name: 'New coins', path: pages.offering },
  { name: 'Staking', path: pages.stakeList },
  { name: 'Loan', path: pages.loan },
  { name: 'Invite', path: pages.invite },
] as const;

const hasPage = (wanted: string) => routes.some(({ path }) => path === wanted);

test('there is a tile for each feature, which leads to its page', async () => {
  await renderScreen(pages.home);
  const grid = await screen.findByRole('navigation', { name: 'Shortcuts' });
  for (const { name, path } of tiles) {
    const tile = within(grid).getByRole('link', { name });
    expect(tile.getAttribute('href')).toBe(`#${path}`);
    expect(hasPage(path)).toBe(true);
  }
  await control('button', 'Fiat');
});

test('fiat opens deposits and withdrawals of bank money', async () => {
  const ways = { 'To a bank card': pages.fiatWithdraw, 'By wire transfer': pages.fiatDeposit };
  for (const [way, path] of Object.entries(ways)) {
    await renderScreen(pages.home);
    await press('Fiat');
    await press(way, { part: await dialog('Fiat') });
    await untilPage(path);
  }
});

test('the last tile opens all features, and each leads to its page', async () => {
  await renderScreen(pages.home);
  await press('More');
  const sheet = await dialog('More');
  const links = within(sheet).getAllByRole('link');
  for (const link of links) expect(hasPage(link.getAttribute('href')!.slice(1))).toBe(true);
  expect(links.length).toBeGreaterThan(tiles.length);
  await press('New coins', { role: 'link', part: sheet });
  await untilPage(pages.offering);
});

test('the member arranges the tiles; home shows their order', async () => {
  await renderScreen(pages.home);
  await press('More');
  await press('Order of the tiles', { part: await dialog('More') });
  const sheet = await dialog('Order of the tiles');
  for (let place = 6; place > 0; place -= 1) await press('Move Invite up', { part: sheet });
  await press('Close', { part: sheet });
  const grid = await screen.findByRole('navigation', { name: 'Shortcuts' });
  await waitFor(() => expect(within(grid).getAllByRole('link')[0]?.textContent).toBe('Invite'));
  localStorage.removeItem('tern.tiles');
});
