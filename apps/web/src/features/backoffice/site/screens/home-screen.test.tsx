/** Home: where its prices come from, and the card of a new member. */
import { control, press, screen, untilText, waitFor, within } from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderScreen, type Server, untilPage } from '../../../../../tests/render-screen.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { VERSION } from '../../../../kernel/site-config.ts';

const sources = [
  { priceSource: 'simulated', text: 'Simulated prices, real order books, no real funds.' },
  { priceSource: 'api.huobi.pro', text: 'Real order books, live prices, no real funds.' },
];

test.each(sources)(
  'prices of the source $priceSource are labelled',
  async ({ priceSource, text }) => {
    await renderScreen(pages.home, {
      as: null,
      before: (server) =>
        server.answer('GET /base/site', {
          version: VERSION,
          mode: 'paper',
          serverTime: new Date().toISOString(),
          priceSource,
        }),
    });
    await untilText(text);
  },
);

const welcomes = [
  {
    kind: 'paper.granted',
    title: 'Your paper money is here',
    steps: ['Place your first order', 'Verify your identity', 'Protect your account'],
  },
  {
    kind: 'account.opened',
    title: 'Your account is open',
    steps: ['Verify your identity', 'Add money', 'Place your first order'],
  },
];

const newMember =
  ({ kind, title }: { kind: string; title: string }) =>
  (server: Server) => {
    const notice = { ID: 7, kind, title, content: 'Welcome.', isRead: false };
    server.answer('GET /notice/getUnread', { unread: 1 });
    server.answer('GET /notice/getNoticeList', { list: [notice] });
    server.answer('POST /notice/readNotice', { unread: 0 });
  };

test.each(welcomes)('after $kind one card has three next steps', async (welcome) => {
  await renderScreen(pages.home, {
    as: { verified: false, realNameStatus: 0 },
    before: newMember(welcome),
  });
  const card = await screen.findByRole('region', { name: welcome.title });
  const steps = within(card).getAllByRole('link');
  expect(steps.map(({ textContent }) => textContent)).toEqual(welcome.steps);
  await press('Verify your identity', { role: 'link', part: card });
  await untilPage(pages.realName);
});

test('a step that is done says so, and the card closes for good', async () => {
  const server = await renderScreen(pages.home, {
    as: { verified: true },
    before: newMember(welcomes[0]!),
  });
  await control('link', 'Verify your identity Done');
  server.answer('GET /notice/getUnread', { unread: 0 });
  server.answer('GET /notice/getNoticeList', { list: [] });
  await press('Close');
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: welcomes[0]!.title })).toBeNull(),
  );
  expect(server.inputs('POST /notice/readNotice')).toEqual([{ ID: 7 }]);
});
