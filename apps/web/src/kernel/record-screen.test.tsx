/** "Contact us" on the pages of records. */
import { field, press, screen, waitFor } from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderScreen, untilPage } from '../../tests/render-screen.tsx';
import { pages } from './pages.ts';

/** All pages of one record or product about money. */
const ABOUT_MONEY = [
  pages.depositDetail,
  pages.withdrawDetail,
  pages.fiatWithdrawDetail,
  pages.swapDetail,
  pages.orderDetail,
  pages.contractDetail,
  pages.stakeDetail,
  pages.stakeOrder,
  pages.offeringDetail,
];

test.each(ABOUT_MONEY)('%s leads to support', async (path) => {
  await renderScreen(`${path}?id=7`);
  await screen.findByRole('link', { name: 'Contact us' });
});

test('the message to support begins with the number of the record', async () => {
  const server = await renderScreen(`${pages.withdrawDetail}?id=7`, {
    before: (early) =>
      early.answer('GET /withdraw/findWithdraw', {
        rewithdraw: { ID: 7, recordNo: 'W-20007', coinname: 'USDT', num: '20', status: 1 },
      }),
  });
  await screen.findAllByText('W-20007');
  await press('Contact us', { role: 'link' });
  await untilPage(pages.support);
  expect((await field('Message')).value).toBe('W-20007: ');
  expect(server.inputs('POST /service/send')).toEqual([]);
  await waitFor(() => expect(location.hash).toBe(`#${pages.support}`));
});
