/** The chart's page without a chart: a market that is unknown, and one that is closed. */
import { control, dialog, press, untilText } from '@tern/ui/tests';
import { test } from 'vitest';
import { renderScreen } from '../../../../../tests/render-screen.tsx';
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
