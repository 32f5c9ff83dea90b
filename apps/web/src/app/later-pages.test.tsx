/** Pages that the first script does not know: they open once the list of them has loaded. */
import { control, dialog, field, press, untilText, waitFor } from '@tern/ui/tests';
import { expect, test, vi } from 'vitest';
import { renderScreen, untilPage } from '../../tests/render-screen.tsx';
import { pages } from '../kernel/pages.ts';
import { laterRoutes } from './later-routes.ts';

test('a page opened before the list has loaded shows that it loads, then itself under its title', async () => {
  let answer = () => {};
  const list = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await renderScreen(pages.home, { as: null, laterPages: () => list.then(() => laterRoutes) });
  await press('Open an account', { role: 'link' });
  await untilPage(pages.register);
  await waitFor(() => expect(document.title).toBe('Loading · Tern'));
  answer();
  await field('Email');
  expect(document.title).toBe('Open an account · Tern');
});

test('a list that fails is an error of the page, and is loaded again on retry', async () => {
  const laterPages = vi.fn(() => Promise.resolve(laterRoutes));
  laterPages.mockRejectedValueOnce(new Error('no connection'));
  await renderScreen(pages.home, { as: null, laterPages });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await press('Log in', { role: 'link' });
  await untilText('Couldn’t load this');
  vi.restoreAllMocks();
  await press('Try again');
  await control('button', 'Log in');
  expect(document.title).toBe('Log in · Tern');
});

test('all features on home are named once the list has loaded', async () => {
  await renderScreen(pages.home, { laterPages: () => Promise.resolve(laterRoutes) });
  await press('More');
  await control('link', 'New coins', await dialog('More'));
});

test('a path of no page is not found, also when the list comes later', async () => {
  await renderScreen('/pages/of/tomorrow', { laterPages: () => Promise.resolve(laterRoutes) });
  await untilText('This page doesn’t exist');
});
