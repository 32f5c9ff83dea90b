/** Take profit and stop loss of an order: the order form, the list of open orders, and the page of the order. */
import type { RowOf } from '@tern/protocol/client';
import { refused } from '@tern/protocol/tests';
import {
  answer,
  dialog,
  expectError,
  field,
  fill,
  press,
  screen,
  untilText,
  waitFor,
} from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../../../tests/render-screen.tsx';
import { pages } from '../../../../kernel/pages.ts';

type Row = RowOf<'GET /bborder/conditionalList'>;

const order = {
  ID: 40,
  orderNo: 'S-40',
  symbol: 'btcusdt',
  base: 'BTC',
  quote: 'USDT',
  side: 1,
  type: 1,
  status: 1,
  mprice: '60000',
  mnum: '0.05',
  musdt: '3000',
  dealNum: '0',
  dealTotal: '0',
  averagePrice: '0',
  feeCoin: 'BTC',
};
const attached = (changes: Partial<Row>): Row => ({
  ID: 41,
  CreatedAt: '2026-11-18T08:00:00.000Z',
  UpdatedAt: '2026-11-18T08:00:00.000Z',
  symbol: 'btcusdt',
  base: 'BTC',
  quote: 'USDT',
  side: 2,
  kind: 4,
  watches: 2,
  operator: 1,
  triggerPrice: '63000',
  rate: '0',
  startPrice: '0',
  bestPrice: '0',
  mprice: '0',
  mnum: '0',
  musdt: '0',
  status: 1,
  source: 1,
  attached: { orderId: 40 },
  ...changes,
});
const LOSS = attached({ ID: 42, kind: 2, operator: 2, triggerPrice: '58000' });

test('the form checks them, says what will happen, and sends them with the order', async () => {
  const server = await renderScreen(`${pages.deal}?symbol=btcusdt`);
  await waitFor(async () => expect((await field(/^Price, /)).value).toBe('60,000.00'));
  await fill(/^Quantity, /, '0.05');
  await press('Take profit and stop loss', { role: 'switch' });
  await press('Buy BTC');
  await expectError('Take profit', 'Enter a take profit, a stop loss or both.');
  await fill('Take profit', '63000');
  await fill('Stop loss', '60000');
  await press('Buy BTC');
  await expectError('Stop loss', 'Must be below 60,000.00.');
  await fill('Stop loss', '58000');
  await untilText(
    'What you buy is sold at market when the reference price reaches 63,000.00 or 58,000.00. The first to come cancels the other and the rest of this order. Nothing is reserved for them.',
  );
  // 0.05 less 0.1 %, sold at 63,000 less 0.1 %, after 3,000 were paid.
  await untilText('+143.70 USDT after fees (+5.00%)');
  const late = 'The price is already 63,100. Use a limit or market order.';
  server.answer('POST /bborder/placeAttached', refused(5025, { fields: ['takeProfit'] }, late));
  await press('Buy BTC');
  expect((await dialog('Buy BTC?')).textContent).toContain('Stop loss58,000.00 USDT');
  await answer('Buy BTC?', 'Buy BTC');
  await expectError('Take profit', late);
  expect((await field('Take profit')).value, 'what was typed stays').toBe('63000');
  server.answer('POST /bborder/placeAttached', { order });
  await press('Buy BTC');
  await answer('Buy BTC?', 'Buy BTC');
  await waitFor(() =>
    expect(screen.queryByLabelText('Stop loss', { selector: 'input' })).toBeNull(),
  );
  expect(server.inputs('POST /bborder/placeAttached').at(-1)).toEqual({
    symbol: 'btcusdt',
    side: 1,
    type: 1,
    watches: 2,
    mprice: '60000',
    mnum: '0.05',
    musdt: '3000',
    takeProfit: '63000',
    stopLoss: '58000',
  });
});

test('they stand at their order in the list, which is changed on its page', async () => {
  const ended = attached({ status: 3, attached: { orderId: 40, ended: 1 } });
  const server = await renderScreen(pages.orderHistory, {
    before: (fake) => {
      fake.answer('GET /bborder/myBborderList', { list: [order], page: 1, pageSize: 20 });
      fake.answer('GET /bborder/conditionalList', { list: [attached({}), LOSS] });
      fake.answer('GET /bborder/findBborder', { rebborder: order, fills: [] });
      fake.answer('GET /bborder/attachedOrders', {
        attached: [ended, { ...LOSS, mnum: '0.02', status: 1 }],
      });
    },
  });
  const card = await screen.findByRole('article');
  await waitFor(() => {
    expect(card.textContent).toContain('Stop loss 58,000.00 · Take profit 63,000.00');
  });
  await press('BTC/USDT', { role: 'link', part: card });
  await untilText('Cancelled: the other one came first.');
  await untilText(
    'Waits until the reference price is at 58,000.00 or below. Then sells 0.02 BTC at market.',
  );
  const page = document.querySelector<HTMLElement>(`[data-page="${pages.orderDetail}"]`)!;
  await press('Change', { part: page });
  server.answer('POST /bborder/amendorder', { order: { ...order, mnum: '0.04' } });
  await fill(/^Quantity, /, '0.04');
  await press('Save changes');
  await waitFor(() =>
    expect(server.inputs('POST /bborder/amendorder')).toEqual([
      { id: 40, mprice: '60000', mnum: '0.04' },
    ]),
  );
});

test('one that has nothing yet says that it starts with the first fill', async () => {
  await renderScreen(`${pages.deal}?symbol=btcusdt`, {
    before: (fake) =>
      fake.answer('GET /bborder/conditionalList', {
        list: [LOSS],
        total: 1,
        page: 1,
        pageSize: 20,
      }),
  });
  await press('Waiting', { role: 'tab' });
  await untilText('Starts with the first fill of its order.');
  expect((await screen.findByRole('article')).textContent).toContain('Stop loss');
});
