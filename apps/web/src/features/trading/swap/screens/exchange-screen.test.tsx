/** Swap: bounds at the amount, coins that always differ, and rates that are late. */
import { refused } from '@tern/protocol/tests';
import {
  control,
  dialog,
  expectError,
  field,
  figure,
  fill,
  press,
  screen,
  untilText,
  untilToast,
  waitFor,
} from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderScreen, type Server } from '../../../../../tests/render-screen.tsx';
import { pages } from '../../../../kernel/pages.ts';

const PAY = 'Amount in USDT';

/** One bitcoin costs 60,000 USDT. */
const offerRates = (server: Server) =>
  server.answer('GET /recharge/exchangeFind', ({ symbol }) => {
    const [from_coin = '', to_coin = ''] = symbol.split('_');
    const usdtOf = (coin: string) => (coin === 'BTC' ? '60000' : '1');
    const isToBitcoin = to_coin === 'BTC';
    const rate = isToBitcoin ? '0.00001665' : '59940';
    const reference = isToBitcoin ? '0.00001666666667' : '60000';
    const bounds = isToBitcoin ? { min: '1', max: '50000' } : { min: '0.0001', max: '10' };
    const values = { fromUsdt: usdtOf(from_coin), toUsdt: usdtOf(to_coin) };
    const costs = { rate, reference, spread: '0.001', feeRatio: '0.001' };
    return {
      reexchange: {
        from_coin,
        to_coin,
        ...costs,
        ...bounds,
        ...values,
        available: '10000',
        at: new Date().toISOString(),
      },
    };
  });

test('an amount beyond the balance or below the minimum shows an error, and nothing can be sent', async () => {
  await renderScreen(pages.swap, { before: offerRates });
  expect(await control('button', 'Enter an amount')).toHaveProperty('disabled', true);
  await untilText(/^1 BTC = [\d,]+\.\d+ USDT$/);
  await fill(PAY, '999999');
  await expectError(PAY, 'You have 10,000.00 USDT.');
  expect(await control('button', 'Swap 999,999 USDT')).toHaveProperty('disabled', true);
  await fill(PAY, '0.5');
  await expectError(PAY, 'Minimum is 1.00 USDT.');
});

test('either number can be typed; the other follows, with the whole cost', async () => {
  await renderScreen(pages.swap, { before: offerRates });
  await fill('Amount to receive in BTC', '0.01');
  await waitFor(async () => expect((await field(PAY)).value).toMatch(/^60\d\.\d+$/));
  await fill(PAY, '500');
  await waitFor(async () =>
    expect((await field('Amount to receive in BTC')).value).toMatch(/^0\.00\d+$/),
  );
  await untilText('≈ 500.00 USDT');
  await untilText('Cost 1.00 USDT');
  await press(/^1 BTC = .*Cost/);
  await untilText('Spread, 0.1%');
  expect(await figure('Total')).toMatch(/^1\.0/);
});

test('the two coins always differ, the flip keeps the amount, and a refused swap keeps it too', async () => {
  const server = await renderScreen(pages.swap, { before: offerRates });
  server.answer('POST /recharge/exchange', refused(4021));
  await press('To: BTC. Choose another coin');
  const sheet = await dialog(/./);
  await screen.findByRole('searchbox', { name: 'Search coins' });
  await press(/^USDT/, { part: sheet });
  await fill('Amount in BTC', '0.05');
  await press('Switch the coins');
  await waitFor(async () => expect((await field(PAY)).value).toBe('0.05'));
  await untilText(/^1 BTC =/);
  await fill(PAY, '100');
  await press('Swap 100 USDT');
  await untilToast('Swap failed. Nothing was taken.');
  expect((await field(PAY)).value).toMatch(/^100(\.00)?$/);
});

test('a late rate is shown as late, and the swap is disabled', async () => {
  await renderScreen(pages.swap, {
    before: (server) => server.answer('GET /recharge/exchangeFind', refused(5005)),
  });
  await untilText('The rate is delayed. Wait a moment.');
  await fill(PAY, '100');
  expect(await control('button', 'Swap 100 USDT')).toHaveProperty('disabled', true);
});

test('a closed market says when it opens, with the time zone', async () => {
  const opensAt = '2031-03-02T22:00:00.000Z';
  await renderScreen(pages.swap, {
    before: (server) => server.answer('GET /recharge/exchangeFind', refused(4026, { opensAt })),
  });
  await untilText('This market is closed. Opens Sunday 22:00 UTC');
});
