/** The list of markets: favourites, sorting and the search. */
import { control, fill, isShown, press, screen, untilText, waitFor } from '@tern/ui/tests';
import { expect, onTestFinished, test } from 'vitest';
import { renderScreen, untilPage } from '../../../../../tests/render-screen.tsx';
import { toggleFavourite } from '../../../../kernel/favourites.ts';
import { pages } from '../../../../kernel/pages.ts';

/** The pairs of the shown list, from the top. */
const pairs = () =>
  screen
    .queryAllByRole('link')
    .map(({ textContent }) => /(BTC|ETH|SOL)\/USDT/.exec(textContent)?.[1])
    .filter((pair) => pair !== undefined);

test('a starred market is among the favourites', async () => {
  toggleFavourite('ethusdt');
  onTestFinished(() => toggleFavourite('ethusdt'));
  await renderScreen(pages.market);
  await waitFor(() => expect(pairs()).toHaveLength(3));
  await press('Favourites', { role: 'tab' });
  await waitFor(() => expect(pairs()).toEqual(['ETH']));
});

test('the list is sorted by a column, and the other way round when it is pressed again', async () => {
  await renderScreen(pages.market);
  await waitFor(() => expect(pairs()).toHaveLength(3));
  const byName = ['BTC', 'ETH', 'SOL'];
  await press('Sort by Pair');
  await waitFor(() => expect([byName, byName.toReversed()]).toContainEqual(pairs()));
  const first = pairs();
  await press(/^Pair, /);
  await waitFor(() => expect(pairs()).toEqual(first.toReversed()));
});

test('the search of home has the focus, and finds a market by name, or shows that there is none', async () => {
  await renderScreen(pages.home);
  await press('Search markets', { role: 'link' });
  await untilPage(pages.market);
  const box = await screen.findByRole('searchbox', { name: 'Search markets' });
  await waitFor(() => expect(document.activeElement).toBe(box));
  await fill('Search markets', 'sola');
  await waitFor(() => expect(isShown('Bitcoin')).toBe(false));
  await untilText(/^SOL ?\/ ?USDT/);
  await fill('Search markets', 'nowhere');
  await untilText('No market called nowhere');
  await press('Cancel');
  await waitFor(() => expect(pairs()).toHaveLength(3));
  expect(isShown('No market called nowhere')).toBe(false);
  expect(await control('tab', 'Crypto')).toBeDefined();
});
