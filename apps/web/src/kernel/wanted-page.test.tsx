/** The page that opens after a login: the one that was asked for, and only a page of this app. */
import { held, refused } from '@tern/protocol/tests';
import { fill, press, screen, waitFor } from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderScreen, untilPage } from '../../tests/render-screen.tsx';
import { memberUser } from '../../tests/usual-answers.ts';
import { pages } from './pages.ts';
import { queryClient } from './query-client.ts';

const RECORD = `${pages.withdrawHistory}?kind=late`;

async function logIn(): Promise<void> {
  await screen.findByAltText('Code to type');
  await fill('Email or phone', 'ada@tern.test');
  await fill('Password', 'open sea 41');
  await fill('Code in the image', 'abcd');
  await press('Log in');
}

const session = () => ({ token: 'session', user: memberUser() });

test('a link to a page of members opens it after the login', async () => {
  const server = await renderScreen(RECORD, { as: null });
  server.answer('POST /base/login', session());
  await untilPage(pages.login);
  await logIn();
  await untilPage(pages.withdrawHistory);
  expect(location.hash).toBe(`#${RECORD}`);
  expect(history.state, 'nothing to go back to').toMatchObject({ index: 0 });
});

test('the wanted page is kept on the way to registration and back', async () => {
  const server = await renderScreen(RECORD, { as: null });
  server.answer('POST /base/login', session());
  await untilPage(pages.login);
  await press('Open an account', { role: 'link' });
  await untilPage(pages.register);
  await press('Log in', { role: 'link' });
  await untilPage(pages.login);
  await logIn();
  await untilPage(pages.withdrawHistory);
});

test('a session that ended asks for the login, then opens the page again', async () => {
  const server = await renderScreen(RECORD, {
    before: (early) => early.answer('GET /withdraw/myWithdrawList', refused(4017)),
  });
  await untilPage(pages.login);
  server.answer('GET /withdraw/myWithdrawList', { list: [], total: 0, page: 1, pageSize: 20 });
  server.answer('POST /base/login', session());
  await logIn();
  await untilPage(pages.withdrawHistory);
  expect(location.hash).toBe(`#${RECORD}`);
});

test('a member who logs out wants no page afterwards, also when other calls are refused meanwhile', async () => {
  const server = await renderScreen(pages.my);
  const loggedOut = held({});
  server.answer('POST /user/logout', loggedOut.answer);
  await press('Log out');
  await press('Log out', { part: await screen.findByRole('alertdialog') });
  await waitFor(() => expect(server.inputs('POST /user/logout')).toHaveLength(1));
  // As the server answers every other call of the session from now on.
  server.answer('GET /notice/getUnread', refused(4015));
  await queryClient.invalidateQueries();
  loggedOut.arrive();
  await untilPage(pages.login);
  expect(location.hash).toBe(`#${pages.login}`);
  const alerts = screen.queryAllByRole('alert').map(({ textContent }) => textContent);
  expect(alerts.join('')).toBe('');
});

test.each([
  '//evil.test',
  '/\\evil.test',
  'https://evil.test/pages/home/home',
  'javascript:alert(1)',
  '#//evil.test',
  '/pages/no/where',
  '/pages/login/login?next=//evil.test',
  '',
])('a login never leads to %j', async (next) => {
  const server = await renderScreen(`${pages.login}?next=${encodeURIComponent(next)}`, {
    as: null,
  });
  server.answer('POST /base/login', session());
  const { origin } = location;
  await logIn();
  await untilPage(pages.home);
  await waitFor(() => expect(location.origin).toBe(origin));
});
