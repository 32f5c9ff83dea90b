/** Small balances: what is ticked is what is converted, and what fails is named. */
import { control, dialog, figure, press, untilText, waitFor } from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderScreen, type Server } from '../../../../../tests/render-screen.tsx';
import { pages } from '../../../../kernel/pages.ts';

const coins = [
  { coinname: 'ETH', num: '0.001', worth: '3', received: '2.994' },
  { coinname: 'BTC', num: '0.00002', worth: '1.2', received: '1.1976' },
];
const swap = {
  ID: 3,
  CreatedAt: '2026-11-18T12:00:00.000Z',
  UpdatedAt: '2026-11-18T12:00:00.000Z',
  from_coin: 'BTC',
  to_coin: 'USDT',
  num: '0.00002',
  rate: '59940',
  spread: '0.001',
  fee: '0.0012',
  received: '1.1976',
};

const small =
  (changes: object = {}) =>
  (server: Server) =>
    server.answer('GET /recharge/smallBalances', {
      coins,
      quote: 'sealed',
      below: '5',
      at: '2026-11-18T12:00:00.000Z',
      nextAt: '',
      ...changes,
    });
const open = (changes: object = {}) =>
  renderScreen(pages.smallBalances, { before: small(changes) });

test('every coin is ticked at first; one without a tick stays, and the sums follow', async () => {
  const server = await open();
  await untilText('Coins worth less than 5.00 USDT each. Turn them into USDT, in one step.');
  expect(await figure('You get')).toBe('4.19 USDT');
  await press(/^ETH/, { role: 'checkbox' });
  await waitFor(async () => expect(await figure('You get')).toBe('1.19 USDT'));
  server.answer('POST /recharge/convertSmall', { converted: [swap], failed: [] });
  await press('Convert 1 coin to 1.19 USDT');
  const done = await dialog('Converted');
  expect(done.textContent).toContain('BTC');
  // What the quote says is what is booked.
  expect(server.inputs('POST /recharge/convertSmall')).toEqual([
    { quote: 'sealed', coins: [{ coinname: 'BTC' }] },
  ]);
});

test('a coin that failed is named beside those that went through', async () => {
  const server = await open();
  server.answer('POST /recharge/convertSmall', {
    converted: [swap],
    failed: [{ coinname: 'ETH', code: 5004 }],
  });
  await press(/^Convert 2 coins/);
  await dialog('Converted');
  await untilText(/^ETH stays/);
});

test('nothing small, a used day and no tick leave nothing to press', async () => {
  await open({ nextAt: '2026-11-19T00:00:00.000Z' });
  await untilText(/^Possible again from/);
  expect(await control('button', /^Convert 2 coins/)).toHaveProperty('disabled', true);
  await press('All 2', { role: 'checkbox' });
  expect(await control('button', 'Choose at least one coin')).toHaveProperty('disabled', true);
});

test('without small balances the page says so', async () => {
  await open({ coins: [] });
  await untilText('No coin under 5.00 USDT.');
});
