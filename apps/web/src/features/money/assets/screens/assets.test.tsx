/** Assets: the figures of a coin, which add up, and its records. */
import { type Given, refused } from '@tern/protocol/tests';
import type { Output, RowOf } from '@tern/protocol/client';
import {
  dialog,
  figure,
  isShown,
  press,
  screen,
  type,
  untilText,
  untilToast,
  waitFor,
} from '@tern/ui/tests';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen, type Server } from '../../../../../tests/render-screen.tsx';
import { pages } from '../../../../kernel/pages.ts';

const LIST = 'GET /user_money_log/getUser_money_logList';
const at = '2026-03-01T12:00:00.000Z';
const withdrawal = {
  ID: 9,
  CreatedAt: at,
  UpdatedAt: at,
  coinname: 'USDT',
  type: 2,
  amount: '-500.5',
  balance: '9499.5',
  reserved: '500.5',
  state: 2 as 1 | 2 | 3,
  reference: 'withdrawal:20007',
  note: '',
};

afterEach(() => vi.restoreAllMocks());

const open = (list: readonly (typeof withdrawal | Given<typeof withdrawal>)[]) =>
  renderScreen(`${pages.coinRecords}?coin=USDT`, {
    before: (server: Server) =>
      server.answer(LIST, { list: [...list], total: list.length, page: 1, pageSize: 20 }),
  });

test('a withdrawal is one record, reserved until it is paid out or returned, with what is available after it', async () => {
  await open([withdrawal]);
  await untilText('Reserved until it is paid out or returned');
  await press(/^Withdrawal.*500/);
  const sheet = await dialog('Withdrawal');
  expect(await figure('Available after', sheet)).toBe('9,499.50 USDT');
  expect(await figure('Reserved after', sheet)).toBe('500.50 USDT');
});

test('a posted amount is shown with all its digits, in the list and alone', async () => {
  await open([{ ...withdrawal, amount: '-20.123456', state: 1 }]);
  await press(/^Withdrawal.*−20\.123456/);
  await untilText('−20.123456', await dialog('Withdrawal success'));
});

test('an export that meets the rate limit waits, and is complete', async () => {
  const server = await open([withdrawal]);
  await untilText('Reserved until it is paid out or returned');
  let asked = 0;
  server.answer(LIST, () => {
    asked += 1;
    if (asked === 1) return refused(4024, { seconds: 1 }, 'too often');
    return { list: [withdrawal, { ...withdrawal, ID: 8 }], total: 2, page: 1, pageSize: 100 };
  });
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await press('Export CSV file');
  await untilToast('2 records saved');
  expect(saved).toHaveBeenCalledOnce();
  expect(asked).toBe(2);
});

test('a withdrawal that was paid says so, and one that was returned too', async () => {
  await open([
    { ...withdrawal, state: 1 },
    { ...withdrawal, ID: 8, state: 3 },
  ]);
  await untilText('Withdrawal success');
  await untilText('Returned to your available amount');
  expect(isShown('Reserved until it is paid out or returned')).toBe(false);
});

test('a record without anything reserved shows only what is available', async () => {
  await open([
    { ...withdrawal, type: 36, amount: '1203', balance: '11203', reserved: '0', state: 1 },
  ]);
  const row = await untilText('Loan credit');
  expect(row.closest('button')?.textContent).toContain('Available 11,203.00');
  expect(row.closest('button')?.textContent).not.toContain('Reserved');
});

const none = { held: '0', locked: '0', staked: '0', financed: '0', owed: '0' };
const coin = { coinname: 'USDT', places: 6, kind: 'crypto', priced: true, available: '7183.17' };
const openCoin = (over: Given<RowOf<'GET /user/mycoin'>>) =>
  renderScreen(`${pages.coinRecords}?coin=${over.coinname ?? 'USDT'}`, {
    before: (server: Server) => {
      server.answer(LIST, { list: [], total: 0, page: 1, pageSize: 20 });
      server.answer('GET /user/mycoin', { list: [{ ...coin, ...over }] });
    },
  });

test('the figures of a coin add up: what products hold is a row each, and what is owed', async () => {
  await openCoin({
    frozen: '4245.05',
    total: '10225.22',
    usdt: '10225.22',
    parts: { ...none, held: '245.05', staked: '1000', financed: '3000', owed: '1203' },
  });
  expect(await figure('Available')).toBe('7,183.17');
  expect(await figure('In orders and withdrawals')).toBe('245.05');
  expect(await figure('Staking and mining')).toBe('1,000.00');
  expect(await figure('Fixed term')).toBe('3,000.00');
  expect(await figure('Owed')).toBe('−1,203.00');
  expect(isShown('Frozen until release')).toBe(false);
});

test('a new coin without a market is worth what was paid, and says so', async () => {
  await openCoin({
    coinname: 'VRD',
    available: '0',
    frozen: '500',
    total: '500',
    usdt: '120',
    priced: false,
    atCost: true,
    parts: { ...none, locked: '500' },
  });
  await untilText('What you paid: it has no market yet');
  expect(document.body.textContent).toContain('≈ 120.00 USDT');
  expect(await figure('Frozen until release')).toBe('500.00000');
});

const days = (list: Given<RowOf<'GET /user/worthDays'>>[], isYounger = false) => ({
  state: 'ready' as const,
  isYounger,
  list,
});
const openAssets = (
  worth: Given<Output<'GET /user/ploss'>>,
  answer: Given<Output<'GET /user/worthDays'>>,
) =>
  renderScreen(pages.assets, {
    before: (server: Server) => {
      server.answer('GET /user/ploss', { today: '0', todayRatio: '0', all: '0', ...worth });
      server.answer('GET /user/worthDays', answer);
      server.answer('GET /user/mycoin', {
        list: [
          { ...coin, total: '5000', usdt: '5000' },
          { ...coin, coinname: 'VRD', total: '7', usdt: '0', priced: false },
        ],
      });
    },
  });
const august = { day: '2026-08-22', worth: '46402.15', putIn: '40000', takenOut: '100' };
const october = { day: '2026-10-22', worth: '50100.5', putIn: '48500', takenOut: '100' };
const present = { total: '51306.229', putIn: '48500', takenOut: '4352' };

test('worth over time is a sum that adds up and ends at the total', async () => {
  await openAssets(present, days([august, october]));
  expect(await figure('Worth on 22 Aug 2026')).toBe('46,402.15');
  expect(await figure('Put in since')).toBe('+8,500.00');
  expect(await figure('Taken out since')).toBe('−4,252.00');
  expect(await figure('Money put in, net')).toBe('50,650.15');
  expect(await figure('Worth now')).toBe('51,306.22');
  expect(await figure('Profit')).toBe('+656.07');
  await untilText('profit in 3 months');
  await untilText('1.19% of the 54,902.15 you had or put in. After fees.');
  await untilText('VRD has no market yet and counts as 0.');
  await screen.findByRole('slider', {
    name: 'Value from 46,402.15 to 51,306.22 USDT; money put in ends at 50,650.15',
  });
});

test('a day is read out by keys, and the sum follows it', async () => {
  await openAssets(present, days([august, { ...october, worth: null }, october]));
  const chart = await screen.findByRole('slider');
  chart.focus();
  await type('{ArrowLeft}');
  await untilText('22 Oct 2026: value 50,100.50, money put in 54,902.15');
  expect(await figure('Worth on 22 Oct 2026')).toBe('50,100.50');
  expect(await figure('Profit')).toBe('−4,801.65');
  await type('{ArrowLeft}');
  await untilText('22 Oct 2026: no price at that moment');
  chart.blur();
  expect(await figure('Worth now')).toBe('51,306.22');
  await untilText('Where the line breaks, there was no price at 00:00 UTC.');
});

test('a loss stands at the same place, and another period is asked and remembered', async () => {
  const server = await openAssets({ ...present, total: '50000' }, days([august]));
  await untilText('profit in 3 months');
  expect(await figure('Profit')).toBe('−650.15');
  server.answer('GET /user/worthDays', ({ period }) => {
    expect(period).toBe('all');
    return days([{ day: '2026-10-03', worth: '0', putIn: '0', takenOut: '0' }], true);
  });
  await press('All', { role: 'radio' });
  await untilText('Since 3 Oct 2026, your first deposit.');
  expect(await figure('Worth on 3 Oct 2026')).toBe('0.00');
});

test('while the days are computed there is the total only, and without money nothing at all', async () => {
  await openAssets(present, { state: 'computing', isYounger: false, list: [] });
  await untilText('Profit is being computed.');
  expect(isShown('Worth now')).toBe(false);
});

test('a member without money sees no chart', async () => {
  await openAssets({ total: '0', putIn: '0', takenOut: '0' }, days([]));
  await untilText('Coins');
  expect(screen.queryByRole('slider')).toBeNull();
});

test('hidden amounts leave the shape, without figures', async () => {
  await openAssets(present, days([august, october]));
  await screen.findByRole('slider');
  await press('Hide amounts');
  await waitFor(() => expect(document.body.textContent).not.toMatch(/51,306|656\.07|1\.19%|52K/));
  expect(screen.getByRole('slider').querySelector('svg')).not.toBeNull();
  await press('Show amounts');
});
