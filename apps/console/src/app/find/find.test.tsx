/** The search of the console: opened by a key anywhere, used by keys alone; a preview is asked for as one look. */
import { screen, type, untilText, waitFor, within } from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderConsole } from '../../../tests/render-console.tsx';
import { type Found, markedPieces, readTyped, rowsOf } from './find-rows.ts';

const none = { list: [], total: 0 };
const anna = {
  ID: 8_200_001,
  name: 'Anna Weber',
  isNameVerified: true,
  email: 'a•••@tern.test',
  phone: '',
  isBanned: false,
  isFrozen: false,
  realNameStatus: 2,
};
const withdrawal = {
  reviewId: 77,
  kind: 'withdrawal',
  recordNo: 'W-20007',
  memberId: 8_200_001,
  memberName: 'Anna Weber',
  coinname: 'USDT',
  amount: '25',
  isOpen: false,
  CreatedAt: '2026-11-20T10:00:00.000Z',
};
const found = {
  customers: { list: [anna], total: 1 },
  records: { list: [withdrawal], total: 1 },
  addresses: none,
  announcements: none,
  notes: none,
} as Found;

const search = async (typed: string) => {
  const server = renderConsole('/limits', ['reviewer'], (fake) =>
    fake.answer('GET /operator/find', found),
  );
  await screen.findByRole('button', { name: /^Find/ });
  await type('/');
  await screen.findByRole('combobox');
  await type(typed);
  await screen.findByRole('option', { name: /Anna Weber ID/ });
  return server;
};

test('the key / opens it on any screen; arrows and Enter open what was found', async () => {
  const server = await search('weber');
  expect(server.inputs('GET /operator/find')).toEqual([{ words: 'weber' }]);
  await type('{ArrowDown}{Enter}');
  expect(location.hash).toBe('#/queue?id=77');
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('Tab shows the groups one after the other, and # asks for records alone', async () => {
  await search('weber');
  await type('{Tab}{Tab}');
  expect(screen.queryByRole('option', { name: /Anna Weber ID/ })).toBeNull();
  expect(screen.getByRole('option', { name: /W-20007, 25 USDT/ })).toBeTruthy();
  expect(readTyped('#W-20007')).toEqual({ words: 'W-20007', group: 'records' });
  expect(rowsOf(found, 'customers').map(({ title }) => title)).toEqual(['Anna Weber']);
});

test('the customer of the active row is previewed, which counts as a look', async () => {
  const server = await search('weber');
  await untilText('A preview counts as a look and is logged.');
  await waitFor(() =>
    expect(server.inputs('GET /operator/customer/find')).toEqual([{ ID: '8200001' }]),
  );
  const preview = screen.getByRole('complementary', { name: 'Preview' });
  expect(within(preview).getByText('Copy the ID')).toBeTruthy();
});

test('what matches is marked, whatever the case and the accents', () => {
  expect(markedPieces('Linh Trần-Weber', 'TRAN web')).toEqual([
    { text: 'Linh ', isMarked: false },
    { text: 'Trần', isMarked: true },
    { text: '-', isMarked: false },
    { text: 'Web', isMarked: true },
    { text: 'er', isMarked: false },
  ]);
});
