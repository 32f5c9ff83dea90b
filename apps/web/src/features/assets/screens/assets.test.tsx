/** Assets: the figures of a coin and its records. */
import type { Given } from '@tern/protocol/tests';
import { dialog, figure, isShown, press, untilText } from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderScreen, type Server } from '../../../../tests/render-screen.tsx';
import { pages } from '../../../kernel/pages.ts';

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
  state: 2 as const,
  reference: 'withdrawal:20007',
  note: '',
};

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
