/** Orders that wait for a price: what the form sends and refuses, and the list of what waits and what came of it. */
import type { RowOf } from '@tern/protocol/client';
import { refused } from '@tern/protocol/tests';
import {
  answer,
  expectError,
  field,
  fill,
  press,
  untilText,
  untilToast,
  waitFor,
} from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderScreen, type Server } from '../../../../../tests/render-screen.tsx';
import { pages } from '../../../../kernel/pages.ts';

type Row = RowOf<'GET /bborder/conditionalList'>;

const row = (changes: Partial<Row>): Row => ({
  ID: 7,
  CreatedAt: '2026-11-18T08:00:00.000Z',
  UpdatedAt: '2026-11-18T08:00:00.000Z',
  symbol: 'btcusdt',
  base: 'BTC',
  quote: 'USDT',
  side: 2,
  kind: 1,
  watches: 2,
  operator: 2,
  triggerPrice: '59000',
  rate: '0',
  startPrice: '0',
  bestPrice: '0',
  mprice: '58900',
  mnum: '0.08',
  musdt: '0',
  status: 1,
  source: 1,
  ...changes,
});

const met = { number: 31, price: '58999.5', at: '2026-11-18T09:38:02.000Z' };
const ROWS = [
  row({}),
  row({ ID: 8, kind: 5, operator: 2, rate: '0.025', watches: 1, mprice: '0' }),
  row({ ID: 9, status: 2, met, orderId: 41 }),
  row({
    ID: 10,
    status: 4,
    met,
    rejection: { code: 4020, coin: 'BTC', needed: '0.08', available: '0.05' },
  }),
];

const list = (rows: Row[]) => (server: Server) =>
  server.answer('GET /bborder/conditionalList', {
    list: rows,
    total: rows.length,
    page: 1,
    pageSize: 20,
  });

const open = async (rows: Row[] = []) => {
  const server = await renderScreen(`${pages.deal}?symbol=btcusdt`, { before: list(rows) });
  await waitFor(async () => expect((await field(/^Price, /)).value).toBe('60,000.00'));
  return server;
};

test('a stop limit says what will happen, sends exact figures, and shows a trigger that is met at its field', async () => {
  const server = await open();
  await fill('Order type', 'stopLimit');
  await press('Sell', { role: 'radio' });
  await press('Sell BTC');
  await expectError(/^Trigger, /, 'Enter a trigger price.');
  await expectError(/^Price, /, 'Enter a price.');
  await fill(/^Trigger, /, '61000');
  await fill(/^Price, /, '58900.5');
  await fill(/^Quantity, /, '0.08');
  await untilText(
    'Waits until the reference price is at 61,000.00 or below. Then sells 0.08 BTC at 58,900.50 or better. Nothing is reserved until then.',
  );
  const late = 'The price is already 60,000. Use a limit or market order.';
  server.answer(
    'POST /bborder/placeConditional',
    refused(5025, { fields: ['triggerPrice'] }, late),
  );
  await press('Sell BTC');
  await expectError(/^Trigger, /, late);
  await fill(/^Trigger, /, '59000');
  await fill('Trigger by', 'last');
  server.answer('POST /bborder/placeConditional', { conditional: row({}) });
  await press('Sell BTC');
  await untilToast('Order waits for its price');
  expect(server.inputs('POST /bborder/placeConditional').at(-1)).toEqual({
    symbol: 'btcusdt',
    side: 2,
    kind: 1,
    watches: 1,
    triggerPrice: '59000',
    mprice: '58900.5',
    mnum: '0.08',
  });
});

test('a trailing stop takes a distance in percent, and its buy the sum to spend', async () => {
  const server = await open();
  await fill('Order type', 'trailingStop');
  await fill('Distance', '25');
  await fill(/^Total, /, '250');
  await press('Buy BTC');
  await expectError('Distance', 'From 0.1% to 20%.');
  await fill('Distance', '2.5');
  await untilText(
    'Follows the reference price until it turns by 2.5%. Then buys for 250 USDT at market.',
  );
  server.answer('POST /bborder/placeConditional', { conditional: row({}) });
  await press('Buy BTC');
  await untilToast('Order waits for its price');
  expect(server.inputs('POST /bborder/placeConditional')).toEqual([
    { symbol: 'btcusdt', side: 1, kind: 5, watches: 2, rate: '0.025', musdt: '250' },
  ]);
});

test('the list says what each waits for, what met it, and why nothing was placed; one is cancelled after a question', async () => {
  const server = await open(ROWS);
  await press('Waiting', { role: 'tab' });
  await untilText('Waits until the reference price is at 59,000.00 or below.');
  await untilText('Follows the last trade until it turns by 2.5%.');
  await untilText('First met at 58,999.50 USDT, number 31.');
  await untilText('It needed 0.08 BTC, you had 0.05 BTC. Nothing was bought or sold.');
  server.answer('POST /bborder/cancelConditional', { conditional: row({ status: 3 }) });
  list([row({ status: 3 })])(server);
  await press('Cancel', { part: document.querySelectorAll('article')[0]! });
  await answer('Cancel this order?', 'Cancel order');
  await untilText('Cancelled');
  expect(server.inputs('POST /bborder/cancelConditional')).toEqual([{ id: 7 }]);
});
