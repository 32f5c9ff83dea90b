/** Orders that wait for a price: what the form sends and refuses, and the list of what waits and what came of it. */
import { readFileSync } from 'node:fs';
import type { TriggerReceipt } from '@tern/proofs';
import type { RowOf } from '@tern/protocol/client';
import { refused } from '@tern/protocol/tests';
import {
  answer,
  dialog,
  expectError,
  field,
  fill,
  isShown,
  press,
  screen,
  untilText,
  untilToast,
  waitFor,
} from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderScreen, type Server, untilPage } from '../../../../../tests/render-screen.tsx';
import { chooseType } from '../../../../../tests/order-type.ts';
import { cryptoMarkets } from '../../../../../tests/usual-answers.ts';
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

const PAIR = { orderId: 40, mprice: '66500', dealNum: '0' };

const list = (rows: Row[]) => (server: Server) =>
  server.answer('GET /bborder/conditionalList', ({ status }) => {
    const part = Number(status ?? 0);
    const found = rows.filter((each) => part === 0 || each.status === part);
    return { list: found, total: found.length, page: 1, pageSize: 20 };
  });

const open = async (rows: Row[] = []) => {
  const server = await renderScreen(`${pages.deal}?symbol=btcusdt`, { before: list(rows) });
  await waitFor(async () => expect((await field(/^Price, /)).value).toBe('60,000.00'));
  return server;
};

test('the sheet of order types says what each does on the chosen side', async () => {
  await open();
  await press('Sell', { role: 'radio' });
  await press('Order type: Limit');
  await untilText('Price falls to your stop: limit order placed.');
  await untilText('Follows the price up, sells when it turns.');
  const sheet = await dialog('Order type');
  expect(sheet.querySelectorAll('svg[viewBox="0 0 48 36"]')).toHaveLength(7);
  await press(/^OCO/, { part: sheet });
  await press('Order type: OCO');
  await untilText('Price rises to your target: sells at market.');
});

test('where members alone make the price, only orders that name theirs are offered', async () => {
  await renderScreen(`${pages.deal}?symbol=btcusdt`, {
    before: (server) =>
      server.answer('POST /base/tradelist', ({ from }) => ({
        list: String(from) === '2' ? [] : [{ ...cryptoMarkets[0], pricedBy: 'members' }],
      })),
  });
  await press('Order type: Limit');
  const sheet = await dialog('Order type');
  const offered = [...sheet.querySelectorAll('button b')].map((each) => each.textContent);
  expect(offered).toEqual(['Limit', 'Stop limit']);
  expect(screen.queryByRole('switch', { name: 'Take profit and stop loss' })).toBeNull();
  await untilText(/^No take profit or stop loss here/);
});

test('a stop limit says what will happen, sends exact figures, and shows a trigger that is met at its field', async () => {
  const server = await open();
  await chooseType('Stop limit');
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
  await chooseType('Trailing stop');
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
  // From the last price, 60,000.
  await untilText('1.66% below');
  await untilText('Follows the last trade until it turns by 2.5%.');
  await untilText('First met at 58,999.50 USDT, number 31.');
  await untilText('It needed 0.08 BTC, you had 0.05 BTC. Nothing was bought or sold.');
  const cards = () => [...document.querySelectorAll('article')].map((card) => card.textContent);
  await press('Not placed 1');
  await waitFor(() => expect(cards()).toEqual([expect.stringContaining('It needed 0.08 BTC')]));
  await press('Waiting 2');
  await waitFor(() => expect(cards()).toHaveLength(2));
  await press('All');
  await waitFor(() => expect(cards()).toHaveLength(4));
  server.answer('POST /bborder/cancelConditional', { conditional: row({ status: 3 }) });
  list([row({ status: 3 })])(server);
  await press('Cancel', { part: document.querySelectorAll('article')[0]! });
  await answer('Cancel this order?', 'Cancel order');
  await untilText('Cancelled');
  expect(server.inputs('POST /bborder/cancelConditional')).toEqual([{ id: 7 }]);
});

test('an OCO says what happens and what it brings, shows a refusal at its field, and sends both ends', async () => {
  const server = await open();
  await chooseType('OCO');
  await press('Sell', { role: 'radio' });
  await fill(/^Target, /, '58000');
  await fill(/^Stop, /, '59000');
  await fill(/^Quantity, /, '0.08');
  await press('Set OCO');
  await expectError(/^Target, /, 'The target must be above the stop.');
  await fill(/^Target, /, '66500');
  await fill(/^Limit after stop, /, '58900.5');
  await untilText(
    'Offers 0.08 BTC at 66,500.00. 0.08 BTC is reserved now. If the reference price falls to 59,000.00 first, that order is cancelled. Then sells 0.08 BTC at 58,900.50 or better.',
  );
  await untilText('Worst case: not sold, the price passes 58,900.50.');
  await untilText('Target +10.83%');
  const late = 'The price is already 66,600.';
  server.answer('POST /bborder/placeOco', refused(5025, { fields: ['mprice'] }, late));
  await press('Set OCO');
  await expectError(/^Target, /, late);
  await press('Last trade', { role: 'radio' });
  await fill(/^Target, /, '67000');
  server.answer('POST /bborder/placeOco', { conditional: row({ pair: PAIR }) });
  await press('Set OCO');
  await untilToast('OCO is set');
  expect(server.inputs('POST /bborder/placeOco').at(-1)).toEqual({
    symbol: 'btcusdt',
    side: 2,
    watches: 1,
    mprice: '67000',
    triggerPrice: '59000',
    stopLimitPrice: '58900.5',
    mnum: '0.08',
  });
});

test('the list shows both ends of an OCO, what is left, and which end came first', async () => {
  await open([
    row({ pair: { ...PAIR, dealNum: '0.03' } }),
    row({ ID: 8, status: 3, pair: { ...PAIR, dealNum: '0.08', ended: 1 } }),
    row({ ID: 9, status: 3, pair: { ...PAIR, ended: 2 } }),
  ]);
  await press('Waiting', { role: 'tab' });
  await untilText(
    'Target 66,500.00 in the book. 0.03 BTC filled at the target. Waits until the reference price is at 59,000.00 or below. Then sells 0.05 BTC at 58,900.00 or better.',
  );
  await untilText('The target was filled, so the stop was cancelled.');
  await untilText('Target and stop were cancelled.');
  await press('Cancel', { part: document.querySelectorAll('article')[0]! });
  await untilText('Target and stop are both cancelled.');
});

test('an open order that is one end of an OCO names the other, and that both are cancelled', async () => {
  const { triggerPrice: _waits, ...limit } = row({ ID: 40, mprice: '66500' });
  const order = {
    ...limit,
    orderNo: 'S-40',
    type: 1,
    musdt: '5320',
    dealNum: '0',
    feeCoin: 'USDT',
  };
  await renderScreen(`${pages.deal}?symbol=btcusdt`, {
    before: (server) => {
      list([row({ pair: PAIR })])(server);
      server.answer('GET /bborder/myBborderList', {
        list: [order],
        total: 1,
        page: 1,
        pageSize: 20,
      } as never);
    },
  });
  await untilText('Or the stop at 59,000.00 or below.');
  await press('Cancel', { part: document.querySelectorAll('article')[0]! });
  await untilText(/Target and stop are both cancelled\./);
});

/** The receipt of docs/evidence.md: a trailing stop that was met by 63023.8. */
const page = readFileSync('docs/evidence.md', 'utf8');
const block = (name: string) => new RegExp(`\`\`\`${name}\n([^\`]+)\n`).exec(page)![1]!;
const receipt = JSON.parse(block('trigger-json')) as TriggerReceipt;
const proven = row({
  ID: 1_000_001,
  CreatedAt: '2026-11-18T11:06:40.400Z',
  kind: 5,
  rate: '0.02',
  triggerPrice: '63023.8',
  mprice: '0',
  status: 2,
  met: { number: 6, price: '63023.8', at: '2026-11-18T11:06:45.112Z' },
  orderId: 1_000_002,
});

const openDetail = (answered: object, reconditional = proven) =>
  renderScreen(`${pages.conditionalDetail}?id=1000001`, {
    before: (server) => {
      const pauses = [
        {
          reason: 4,
          afterNumber: 3,
          untilNumber: 5,
          beganAt: '2026-11-18T11:06:42.000Z',
          endedAt: '2026-11-18T11:06:44.110Z',
        },
      ];
      server.answer('GET /bborder/findConditional', { reconditional, pauses });
      server.answer('GET /bborder/triggerReceipt', { receipt: { ...answered } });
      server.answer('GET /transparency/keys', {
        list: [
          { ID: 1, CreatedAt: proven.CreatedAt, algorithm: 'Ed25519', publicKey: block('key') },
        ],
      });
    },
  });

test('the receipt of a trigger is checked on this device only when asked, row by row', async () => {
  await openDetail(receipt);
  await untilText('Not checked yet');
  await untilText('Market halted');
  expect(isShown('You set it')).toBe(false);
  await press('Verify');
  await untilText('Triggered at the first price that met it');
  await untilText('4, no gap');
  await untilText('Before, no. 5');
  await untilText('Trigger, no. 6');
  expect(screen.getAllByText('Passed')).toHaveLength(7);
});

test('a receipt that differs is not proven, and says at which price, with a way to support', async () => {
  const other = { ...receipt, trigger: { ...receipt.trigger, number: 7, price: '63040' } };
  await openDetail(other);
  await press('Verify');
  await untilText('Not proven');
  await untilText('price, pauses and outcome are not those signed with this key');
  expect(isShown('Triggered at the first price that met it')).toBe(false);
  await press('Contact us', {
    part: document.querySelector<HTMLElement>('[data-kind="warn"]') ?? document.body,
  });
  await untilPage(pages.support);
});

test('a record that differs from its receipt is not proven', async () => {
  await openDetail(receipt, { ...proven, mnum: '0.09' });
  await press('Verify');
  await untilText('Not proven');
  await untilText('quantity is 0.08 in the receipt, not 0.09');
});

test('the record of a changed order is compared with its last form, its acceptance with the first one', async () => {
  const former = [{ ...receipt.order, rate: '0.03', acceptedAt: 1_795_000_000_100 }];
  const changed = { ...receipt, version: 2, former };
  await openDetail(changed, { ...proven, CreatedAt: '2026-11-18T11:06:40.100Z' });
  await press('Verify');
  // Its signature is of another receipt; the record itself agrees.
  await untilText('price, pauses and outcome are not those signed with this key');
  expect(isShown(/in the receipt, not/)).toBe(false);
});

const detailOf = (reconditional: Row, price = '') =>
  renderScreen(`${pages.conditionalDetail}?id=7${price && `&price=${price}`}`, {
    before: (server) =>
      server.answer('GET /bborder/findConditional', { reconditional, pauses: [] }),
  });

test('an order that waits is changed in a sheet, which says what it will do and its place', async () => {
  const server = await detailOf(row({}));
  await press('Change');
  const sheet = await dialog('Change this order');
  expect((await field(/^Trigger, /, sheet)).value).toBe('59,000');
  await fill(/^Quantity, /, '0.07');
  await untilText('A smaller quantity keeps its place in the queue.');
  await fill(/^Trigger, /, '58500');
  await untilText(
    'Waits until the reference price is at 58,500.00 or below. Then sells 0.07 BTC at 58,900.00 or better.',
  );
  await untilText('It takes a new place among orders with the same trigger.');
  await fill(/^Price, /, '');
  await press('Save changes');
  await expectError(/^Price, /, 'Enter a price.');
  await fill(/^Price, /, '58400');
  const late = 'The price is already 58,400.';
  server.answer(
    'POST /bborder/amendConditional',
    refused(5025, { fields: ['triggerPrice'] }, late),
  );
  await press('Save changes');
  await expectError(/^Trigger, /, late);
  await fill(/^Trigger, /, '58000');
  server.answer('POST /bborder/amendConditional', { conditional: row({}) });
  await press('Save changes');
  await untilToast('Order changed');
  expect(server.inputs('POST /bborder/amendConditional').at(-1)).toEqual({
    id: 7,
    triggerPrice: '58000',
    mprice: '58400',
    mnum: '0.07',
  });
});

test('a line that was dragged on the chart opens the sheet with its price and sends nothing', async () => {
  const server = await detailOf(row({ kind: 2, mprice: '0', pair: PAIR }), '58750.5');
  const sheet = await dialog('Change this order');
  expect((await field(/^Trigger, /, sheet)).value).toBe('58,750.5');
  expect(sheet.querySelectorAll('input')).toHaveLength(1);
  expect(server.inputs('POST /bborder/amendConditional')).toEqual([]);
});

test('an order that has ended is not changed, whatever its link says', async () => {
  await detailOf(row({ status: 3 }), '58750.5');
  await untilText('Cancelled');
  expect(isShown('Change this order')).toBe(false);
  expect(isShown('Change')).toBe(false);
});
