/** The chart's page without a chart: a market that is unknown, and one that is closed. */
import { control, dialog, press, screen, untilText } from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderScreen, type Server } from '../../../../../tests/render-screen.tsx';
import { cryptoMarkets } from '../../../../../tests/usual-answers.ts';
import { pages } from '../../../../kernel/pages.ts';

test.each([pages.chart, pages.deal, pages.contract])(
  'for an unknown market %s offers the list of markets',
  async (path) => {
    await renderScreen(`${path}?symbol=nosuch`);
    await untilText('No market called nosuch');
    await press('Choose a market');
    await dialog('Choose a market');
  },
);

test('simulated prices are called so while all markets are closed, and the opening names its zone', async () => {
  const closed = cryptoMarkets.map((market) => ({
    ...market,
    isOpen: false,
    opensAt: '2031-03-02T22:00:00.000Z',
  }));
  await renderScreen(pages.market, {
    before: (server) =>
      server.answer('POST /base/tradelist', ({ from }) => ({
        list: String(from) === '2' ? [] : closed,
      })),
  });
  await untilText('Closed · Simulated');
  await untilText(/Opens Sun 22:00/);
  await control('link', /^Bitcoin, Closed, Opens Sunday 22:00 UTC/);
});

test('a market that will be delisted has its dates on its page; a delisted one is in no list', async () => {
  const closing = {
    ordersUntil: '2031-03-02T22:00:00.000Z',
    closesAt: '2031-03-03T22:00:00.000Z',
    withdrawalsUntil: null,
    text: 'BTC/USDT closes. Orders are accepted until 2 Mar 2031.',
  };
  const [btc, ...others] = cryptoMarkets;
  const list = [{ ...btc!, closing }, ...others.map((each) => ({ ...each, isDelisted: true }))];
  const before = (server: Server) =>
    server.answer('POST /base/tradelist', ({ from }) => ({
      list: String(from) === '2' ? [] : list,
    }));
  await renderScreen(`${pages.chart}?symbol=btcusdt`, { before });
  await untilText(closing.text);
  await renderScreen(pages.market, { before });
  await control('link', /^Bitcoin/);
  expect(screen.queryByRole('link', { name: /^Ethereum/ })).toBeNull();
});
