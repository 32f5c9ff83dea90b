/** Who may open which page, and that every page opens. */
import { press, screen, untilText, waitFor } from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderScreen, untilPage } from '../../tests/render-screen.tsx';
import { pages } from '../kernel/pages.ts';
import { routes } from '../../tests/all-routes.ts';

/** The public pages of the specification, the page of security messages (ADR 7) and the public figures (ADR 51), repeated so that a change of the app is noticed. */
const PUBLIC = new Set<string>([
  '/pages/home/home',
  '/pages/user/lang',
  '/pages/login/login',
  '/pages/login/password',
  '/pages/login/forgetPassword',
  '/pages/login/register',
  '/pages/user/service',
  '/pages/login/notMe',
  '/pages/user/transparency',
  '/pages/user/log',
]);
const paths = routes.map(({ path }) => path);

test('every path of the product has one page', () => {
  expect(paths.toSorted()).toEqual(Object.values(pages).toSorted());
});

const open = paths.filter((path) => PUBLIC.has(path));
const guarded = paths.filter((path) => !PUBLIC.has(path));

test.each(open)('a visitor may open %s', async (path) => {
  await renderScreen(path, { as: null });
  await untilPage(path);
});

test.each(guarded)('a visitor must log in for %s', async (path) => {
  await renderScreen(`${path}?id=1`, { as: null });
  await untilPage(pages.login);
});

test('registration is public, the account is not', () => {
  expect(open).toContain(pages.register);
  expect(guarded).toContain(pages.my);
});

/** A chart needs a canvas, which is only in a browser. */
const drawn = paths.filter((path) => path !== pages.chart);

test.each(drawn)('a member may open %s, which states that the money is paper', async (path) => {
  await renderScreen(path);
  await untilPage(path);
  const notes = screen.getAllByRole('note').map(({ textContent }) => textContent);
  expect(notes.join()).toContain('balances have no real value');
  expect(screen.queryByText('Something went wrong')).toBeNull();
});

test('an unknown address shows a notice, and leads home', async () => {
  await renderScreen('/pages/no/where');
  await untilText('This page doesn’t exist');
  await waitFor(() => expect(document.title).toBe('Not found · Tern'));
  await press('Home');
  await untilPage(pages.home);
});

test('each page sets the title of the window', async () => {
  await renderScreen(pages.login, { as: null });
  await waitFor(() => expect(document.title).toBe('Log in · Tern'));
  await press('Open an account', { role: 'link' });
  await waitFor(() => expect(document.title).toBe('Open an account · Tern'));
  await press('Back');
  await waitFor(() => expect(document.title).toBe('Log in · Tern'));
});
