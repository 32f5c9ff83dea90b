/** The order form: errors at its fields, its sums, and what it sends. */
import { refused } from '@tern/protocol/tests';
import {
  answer,
  control,
  dialog,
  expectError,
  field,
  figure,
  fill,
  paste,
  press,
  screen,
  type,
  untilText,
  untilToast,
  waitFor,
} from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderScreen, type Server, type Visit } from '../../../../../tests/render-screen.tsx';
import { chooseType } from '../../../../../tests/order-type.ts';
import { cryptoMarkets } from '../../../../../tests/usual-answers.ts';
import { readConfirmation } from '../../../../kernel/order-confirmations.ts';
import { pages } from '../../../../kernel/pages.ts';

const PRICE = /^Price, /;
const QUANTITY = /^Quantity, /;
const TOTAL = /^Total, /;

async function trade(params = '', visit: Visit = {}): Promise<Server> {
  const server = await renderScreen(`${pages.deal}?symbol=btcusdt${params}`, visit);
  await waitFor(async () => expect((await field(PRICE)).value).toBe('60,000.00'));
  return server;
}

const numberIn = (text: string) => Number(/\d[\d,]*(\.\d+)?/.exec(text)?.[0].replaceAll(',', ''));

test('an order without a quantity, or with too small a one, shows an error at its field', async () => {
  await trade();
  await press('Buy BTC');
  await expectError(QUANTITY, 'Enter a quantity.');
  await fill(QUANTITY, '0.00001');
  await press('Buy BTC');
  await expectError(QUANTITY, /^Minimum is [\d.]+ USDT\.$/);
  await fill(PRICE, '');
  await press('Buy BTC');
  await expectError(PRICE, 'Enter a price.');
});

test('a price too far from the market shows a warning, then the error of the server at its field', async () => {
  const BOUND = /^The price can be at most [\d,.]+\.$/;
  const server = await trade();
  const bound = { name: 'highestPrice', limit: '66000' };
  server.answer('POST /bborder/upbbbuy', refused(5013, { fields: ['mprice'], bound }));
  await fill(PRICE, '900000');
  await fill(QUANTITY, '0.001');
  await untilText(BOUND);
  expect((await field(PRICE)).getAttribute('aria-invalid')).toBeNull();
  await press('Buy BTC');
  await answer('Buy BTC?', 'Buy BTC');
  await expectError(PRICE, BOUND);
  expect((await field(PRICE)).value, 'what was typed stays').toMatch(/^900,?000$/);
});

test('an order beyond the balance shows an error with the balance at its field', async () => {
  await trade();
  await fill(QUANTITY, '5');
  await press('Buy BTC');
  await expectError(QUANTITY, 'Not enough USDT. You have 10,000.00.');
  await press('Sell', { role: 'radio' });
  await fill(QUANTITY, '0.5');
  await press('Sell BTC');
  await expectError(QUANTITY, /^Not enough BTC\. You have 0\.1/);
  expect((await field(QUANTITY)).value).toBe('0.5');
});

test('a refusal by the server is shown, and the form keeps the input', async () => {
  const server = await trade();
  // The balance was spent elsewhere before this page was notified.
  server.answer('POST /bborder/upbbbuy', refused(4020, { fields: ['mnum'] }));
  await fill(QUANTITY, '0.01');
  await press('Buy BTC');
  await answer('Buy BTC?', 'Buy BTC');
  await expectError(QUANTITY, /^Not enough/);
  expect((await field(QUANTITY)).value).toBe('0.01');
});

test('a market buy is entered by its total', async () => {
  await trade();
  await chooseType('Market');
  await press('Buy BTC');
  await expectError(TOTAL, 'Enter an amount to spend.');
  await fill(TOTAL, '20000');
  await press('Buy BTC');
  await expectError(TOTAL, 'Not enough USDT. You have 10,000.00.');
  expect(screen.queryByLabelText(PRICE, { selector: 'input' })).toBeNull();
});

test('the form shows the total of an order', async () => {
  await trade();
  await fill(PRICE, '60000');
  await fill(QUANTITY, '0.01');
  const form = screen.getByRole('form');
  await waitFor(async () => expect(numberIn(await figure('Total', form))).toBe(600));
  expect(numberIn(await figure(/^Fee/, form))).toBe(0.00001);
});

test('a paste is shown and sent as exactly the number that was meant', async () => {
  const server = await trade();
  await paste(PRICE, '$ 59,500.50');
  await paste(QUANTITY, '0.125 BTC');
  expect((await field(PRICE)).value).toBe('59500.50');
  const form = screen.getByRole('form');
  await waitFor(async () => expect(numberIn(await figure('Total', form))).toBe(7437.56));
  await press('Buy BTC');
  await answer('Buy BTC?', 'Buy BTC');
  expect(server.inputs('POST /bborder/upbbbuy')).toMatchObject([
    { mprice: '59500.5', mnum: '0.125' },
  ]);
});

test('a paste that is not one number for this field is refused, and the field keeps its number', async () => {
  await trade();
  await fill(QUANTITY, '0.5');
  const refusals = [
    ['12,345', 'Not pasted: it could mean 12.345 or 12,345. Type it.'],
    ['1e5', 'Not pasted: that isn’t one plain number'],
    ['1\n2', 'Not pasted: that isn’t one plain number'],
    ['0.123456789', /^Not pasted: up to \d decimals$/],
    ['500 USDT', 'Not pasted: that isn’t an amount in BTC'],
  ] as const;
  for (const [text, sentence] of refusals) {
    await paste(QUANTITY, text);
    await untilText(sentence);
    const input = await field(QUANTITY);
    expect(input.value).toBe('0.5');
    expect(input.getAttribute('aria-invalid'), 'the kept number is not wrong').toBeNull();
  }
  await fill(QUANTITY, '0.6');
  await waitFor(() => expect(document.body.textContent).not.toContain('Not pasted'));
});

test('the slider spends a share of the available balance, and follows the quantity', async () => {
  await trade('&side=sell');
  const slider = await screen.findByRole('slider', { name: 'Share of available balance' });
  slider.focus();
  await type('{End}');
  await waitFor(async () => expect((await field(QUANTITY)).value).toBe('0.1'));
  await fill(QUANTITY, '0.025');
  await waitFor(() => expect(slider.getAttribute('aria-valuenow')).toBe('25'));
});

test('prices and order book whose connection is lost are marked as possibly old', async () => {
  await trade();
  dispatchEvent(new Event('offline'));
  // A short loss is not worth a mark.
  await waitFor(() => expect(document.body.textContent).toContain('Reconnecting'), {
    timeout: 10_000,
  });
});

test('a halted market is shown as closed, with reason and end, and accepts no order', async () => {
  await renderScreen(`${pages.deal}?symbol=xauusd`, {
    before: (server) =>
      server.answer('POST /base/tradelist', ({ from }) => {
        const gold = { ...cryptoMarkets[0], symbol: 'xauusd', base: 'XAU', quote: 'USD' };
        const halt = {
          reason: 'We are checking this market.',
          until: '2026-11-22T22:00:00.000Z',
        };
        return {
          list: String(from) === '2' ? [{ ...gold, isOpen: false, halt }] : cryptoMarkets,
        };
      }),
  });
  await untilText('This market is closed. We are checking this market. Opens Sunday 22:00 UTC');
  expect(await control('button', 'Buy XAU')).toHaveProperty('disabled', true);
});

test('order records are filtered by side, and an empty answer can be cleared', async () => {
  const server = await renderScreen(pages.orderHistory, {
    before: (server) =>
      server.answer('GET /bborder/myBborderList', ({ side }) => ({
        list:
          side === undefined
            ? [
                {
                  ID: 3,
                  symbol: 'btcusdt',
                  base: 'BTC',
                  quote: 'USDT',
                  side: 1,
                  type: 1,
                  status: 1,
                },
              ]
            : [],
        page: 1,
        pageSize: 20,
      })),
  });
  const orders = () => screen.queryAllByRole('article');
  await waitFor(() => expect(orders()).toHaveLength(1));
  await press('Filter');
  const sheet = await screen.findByRole('dialog', { name: 'Filter' });
  await press('Sell', { role: 'radio', part: sheet });
  await answer('Filter', 'Show orders');
  await untilText('No open orders');
  expect(server.inputs('GET /bborder/myBborderList').at(-1)).toMatchObject({
    side: '2',
    status: '1',
  });
  await press('Clear');
  await waitFor(() => expect(orders()).toHaveLength(1));
});

const openOrders = [1, 2, 3].map((ID) => ({
  ID,
  orderNo: `S${ID}`,
  symbol: 'ethusdt',
  base: 'ETH',
  quote: 'USDT',
  side: ID === 3 ? 2 : 1,
  type: 1,
  status: 1,
  mprice: '3000',
  mnum: '0.12',
  musdt: '360',
  dealNum: ID === 2 ? '0.02' : '0',
  feeCoin: 'ETH',
}));

test('all open orders that are shown are cancelled after a question with their number and sums', async () => {
  const server = await renderScreen(pages.orderHistory, {
    before: (server) =>
      server.answer('GET /bborder/myBborderList', ({ side, pageSize }) => ({
        list: side === '1' ? openOrders.slice(0, 2) : openOrders,
        total: side === '1' ? 2 : 3,
        page: 1,
        pageSize: Number(pageSize),
      })),
  });
  await press('Cancel all');
  const asked = await dialog('Cancel 3 orders?');
  await untilText('Available again: 660.00 USDT, 0.12 ETH.', asked);
  await press('Keep them', { part: asked });
  expect(server.inputs('POST /bborder/clearorders')).toEqual([]);

  await press('Filter');
  await press('Buy', {
    role: 'radio',
    part: await screen.findByRole('dialog', { name: 'Filter' }),
  });
  await answer('Filter', 'Show orders');
  server.answer('POST /bborder/clearorders', {
    orders: [{ ...openOrders[0], status: 3 }],
    closed: 0,
    failed: 1,
  });
  await waitFor(() => expect(screen.queryAllByRole('article')).toHaveLength(2));
  await press('Cancel all');
  await answer('Cancel 2 orders?', 'Cancel 2 orders');
  await untilToast('1 of 2 orders cancelled. 1 couldn’t be cancelled: try again.');
  expect(server.inputs('POST /bborder/clearorders')).toEqual([{ ids: [1, 2] }]);
});

test('order records are filtered by days, of which the last is not before the first', async () => {
  const server = await renderScreen(pages.orderHistory);
  await press('Filter');
  const sheet = await screen.findByRole('dialog', { name: 'Filter' });
  await fill('From', '2026-11-20', sheet);
  await fill('To', '2026-11-19', sheet);
  await expectError('To', 'This is before the first day.', sheet);
  expect(await control('button', 'Show orders', sheet)).toHaveProperty('disabled', true);
  await fill('To', '2026-11-20', sheet);
  await answer('Filter', 'Show orders');
  await waitFor(() =>
    expect(server.inputs('GET /bborder/myBborderList').at(-1)).toMatchObject({
      since: String(new Date(2026, 10, 20).getTime()),
      until: String(new Date(2026, 10, 21).getTime()),
    }),
  );
});

test('the question before an order says what arrives after the fee, and that it is paper money', async () => {
  await renderScreen(`${pages.deal}?symbol=ethusdt`);
  await fill(QUANTITY, '0.12');
  await press('Buy ETH');
  const asked = await screen.findByRole('alertdialog');
  expect(await figure('You receive', asked)).toBe('0.11988 ETH');
  expect(await figure('Total', asked)).toMatch(/^Paper/);
});

test('an order is cancelled only once the question is confirmed', async () => {
  const order = {
    ID: 12,
    orderNo: 'S-12',
    symbol: 'ethusdt',
    base: 'ETH',
    quote: 'USDT',
    side: 1,
    type: 1,
    status: 1,
    mprice: '3000',
    mnum: '0.12',
    musdt: '360',
  };
  const server = await renderScreen(pages.orderHistory, {
    before: (server) => {
      server.answer('GET /bborder/myBborderList', { list: [order], page: 1, pageSize: 20 });
      server.answer('POST /bborder/clearorder', { order: { ...order, status: 3 } });
    },
  });
  const card = await screen.findByRole('article');
  await press('Cancel', { part: card });
  await answer('Cancel this order?', 'Keep it');
  expect(server.inputs('POST /bborder/clearorder')).toEqual([]);
  await press('Cancel', { part: card });
  await answer('Cancel this order?', 'Cancel order');
  expect(server.inputs('POST /bborder/clearorder')).toMatchObject([{ id: 12 }]);
});

test('an open order is changed in a sheet, which keeps what was typed when it is refused', async () => {
  const order = {
    ID: 13,
    orderNo: 'S-13',
    symbol: 'ethusdt',
    base: 'ETH',
    quote: 'USDT',
    side: 1,
    type: 1,
    status: 1,
    mprice: '3000',
    mnum: '0.12',
    musdt: '360',
    dealNum: '0.02',
    dealTotal: '60',
    averagePrice: '3000',
  };
  const server = await renderScreen(pages.orderHistory, {
    before: (server) => {
      server.answer('GET /bborder/myBborderList', { list: [order], page: 1, pageSize: 20 });
      server.answer('POST /bborder/amendorder', refused(4020, { fields: ['mnum'] }));
    },
  });
  await press('Change', { part: await screen.findByRole('article') });
  const sheet = await dialog('Change this order');
  await untilText('A smaller quantity keeps its place in the queue.');
  await fill(QUANTITY, '0.02');
  await press('Save changes', { part: sheet });
  await expectError(QUANTITY, 'Enter more than what is filled.');
  expect(server.inputs('POST /bborder/amendorder')).toEqual([]);
  await fill(QUANTITY, '0.5');
  await untilText(/^It takes a new place in the queue/);
  await press('Save changes', { part: sheet });
  await waitFor(async () =>
    expect((await field(QUANTITY)).getAttribute('aria-invalid')).toBe('true'),
  );
  expect((await field(QUANTITY)).value, 'what was typed stays').toBe('0.5');
  server.answer('POST /bborder/amendorder', { order: { ...order, mnum: '0.1', mprice: '2990' } });
  await fill(QUANTITY, '0.1');
  await fill(PRICE, '2990');
  await press('Save changes', { part: sheet });
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Change this order' })).toBeNull());
  expect(server.inputs('POST /bborder/amendorder')).toMatchObject([
    { id: 13, mprice: '3000', mnum: '0.5' },
    { id: 13, mprice: '2990', mnum: '0.1' },
  ]);
});

test('a cancelled order shows its own total beside what was filled of it', async () => {
  const order = {
    ID: 11,
    orderNo: 'S-11',
    symbol: 'ethusdt',
    base: 'ETH',
    quote: 'USDT',
    side: 1,
    type: 1,
    status: 3,
    mprice: '3000',
    mnum: '0.12',
    musdt: '360',
    dealNum: '0.02',
    dealTotal: '60',
    averagePrice: '3000',
    feeCoin: 'ETH',
  };
  await renderScreen(pages.orderHistory, {
    before: (server) =>
      server.answer('GET /bborder/myBborderList', ({ status }) => ({
        list: status === '4' ? [order] : [],
        page: 1,
        pageSize: 20,
      })),
  });
  await press('Done', { role: 'tab' });
  const card = await screen.findByRole('article');
  expect(await figure('Total, USDT', card)).toBe('360.00');
  expect(await figure('Filled total', card)).toBe('60.00');
});

test('a quantity has the decimal places of its market in question, message, list and record', async () => {
  const order = {
    ID: 9,
    orderNo: 'S-9',
    symbol: 'ethusdt',
    base: 'ETH',
    quote: 'USDT',
    side: 1,
    type: 1,
    status: 2,
    mprice: '3000',
    mnum: '0.12',
    musdt: '360',
    dealNum: '0.12',
    dealTotal: '360',
    averagePrice: '3000',
    feeCoin: 'ETH',
  };
  const server = await renderScreen(`${pages.deal}?symbol=ethusdt`);
  server.answer('POST /bborder/upbbbuy', { order, confirmation: 'said' });
  server.answer('GET /bborder/myBborderList', { list: [order], page: 1, pageSize: 20 });
  server.answer('GET /bborder/findBborder', { rebborder: order, fills: [] });
  await fill(QUANTITY, '0.12');
  await press('Buy ETH');
  const asked = await screen.findByRole('alertdialog');
  expect(asked.textContent).toContain('0.1200 ETH');
  expect(asked.textContent).not.toContain('0.12000');
  await answer('Buy ETH?', 'Buy ETH');
  await untilText(/^Bought 0\.1200 ETH at /);
  // What the answer said of its number is compared with the public log later.
  await waitFor(() => expect(readConfirmation(order.ID)).toBe('said'));
  await press('History', { role: 'tab' });
  const card = await screen.findByRole('article');
  expect(card.textContent).toContain('0.1200');
  expect(card.textContent).not.toContain('0.12000');
  await press('ETH/USDT', { role: 'link', part: card });
  await waitFor(() => {
    const detail = document.querySelector<HTMLElement>(`[data-page="${pages.orderDetail}"]`);
    expect(detail?.textContent).toContain('0.1200 ETH');
    expect(detail?.textContent).not.toContain('0.12000 ETH');
  });
});

test('order records have the places of their market also as the first page that is opened', async () => {
  const order = {
    ID: 10,
    orderNo: 'S-10',
    symbol: 'zzzusdt',
    base: 'ZZZ',
    quote: 'USDT',
    side: 1,
    type: 1,
    status: 1,
    feeCoin: 'ZZZ',
    mprice: '2058',
    mnum: '0.2',
    musdt: '411.6',
    dealNum: '0.1',
    dealTotal: '205.8',
    averagePrice: '2058',
  };
  const market = {
    ...cryptoMarkets[0],
    symbol: 'zzzusdt',
    base: 'ZZZ',
    pricePlaces: 2,
    lotPlaces: 4,
  };
  await renderScreen(pages.orderHistory, {
    before: (server) => {
      server.answer('POST /base/tradelist', { list: [market] });
      server.answer('GET /bborder/myBborderList', { list: [order], page: 1, pageSize: 20 });
    },
  });
  const card = await screen.findByRole('article');
  await waitFor(() => expect(card.textContent).toContain('2,058.00'));
  expect(card.textContent).toContain('0.2000');
  await press('Cancel', { part: card });
  await untilText('0.2000 ZZZ');
  await untilText('2,058.00 USDT');
});
