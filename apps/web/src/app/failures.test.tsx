/** What a page shows when the server or the connection fails: why, once, and how to try again. */
import { lost, refused } from '@tern/protocol/tests';
import { control, isShown, press, screen, untilText, waitFor } from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderScreen, type Server } from '../../tests/render-screen.tsx';
import { answerAsUsual } from '../../tests/usual-answers.ts';
import { pages } from '../kernel/pages.ts';
import { VERSION } from '../kernel/site-config.ts';

const FAILED = 'Couldn’t load this';

test('a list that fails shows an error and loads on retry', async () => {
  const server = await renderScreen(pages.home, {
    as: null,
    before: (fresh) => fresh.answer('POST /base/tradelist', refused(5000)),
  });
  await untilText(FAILED);
  answerAsUsual(server);
  await press('Try again');
  await control('link', /^Bitcoin, /);
});

test('without a connection the page states that nothing was sent', async () => {
  const server = await renderScreen(pages.home, {
    as: null,
    before: (fresh) => fresh.answer('POST /base/tradelist', lost),
  });
  await untilText('No connection. Nothing was sent.');
  expect(server.inputs('POST /base/tradelist'), 'tried three times').toHaveLength(3);
  answerAsUsual(server);
  await press('Try again');
  await control('link', /^Bitcoin, /);
});

test('an exchange that accepts no changes says so on every page, in the language of the member', async () => {
  await renderScreen(pages.assets, {
    language: 'de',
    before: (server) =>
      server.answer('GET /base/site', {
        version: VERSION,
        mode: 'paper',
        serverTime: new Date().toISOString(),
        isReadOnly: true,
        priceSource: 'simulated',
      }),
  });
  await untilText('Zurzeit lässt sich nichts ändern');
});

test('a failure is shown once', async () => {
  await renderScreen(pages.assets, {
    before: (server) => {
      server.answer('GET /user/mycoin', lost);
      server.answer('GET /user/ploss', lost);
    },
  });
  await untilText(FAILED);
  expect(screen.getAllByText(FAILED)).toHaveLength(1);
  expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(1);
});

const failing = [
  {
    page: pages.announcements,
    fail: (server: Server) => server.answer('GET /base/article', refused(5006, {}, 'busy')),
    mend: (server: Server) => server.answer('GET /base/article', {}),
  },
  {
    page: pages.notifications,
    fail: (server: Server) => server.answer('GET /notice/getNoticeList', refused(5006, {}, 'busy')),
    mend: (server: Server) => server.answer('GET /notice/getNoticeList', {}),
  },
];

test.each(failing)(
  '$page shows why its list failed, and loads on retry',
  async ({ page, fail, mend }) => {
    const server = await renderScreen(page, { before: fail });
    await untilText(FAILED);
    await untilText('busy');
    mend(server);
    await press('Try again');
    await waitFor(() => expect(isShown(FAILED)).toBe(false));
  },
);
