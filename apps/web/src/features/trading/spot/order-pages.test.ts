import { expect, test } from 'vitest';
import { isNewer, momentsOf, type OrderPages, withOrder } from './order-pages.ts';
import type { Order } from './order-view.ts';

const order = (ID: number, change: Partial<Order> = {}): Order => ({
  ID,
  CreatedAt: '2026-11-21T09:00:00.000Z',
  UpdatedAt: '2026-11-21T09:00:00.000Z',
  orderNo: `S${ID}`,
  symbol: 'btcusdt',
  base: 'BTC',
  quote: 'USDT',
  side: 'buy',
  type: 'limit',
  limitPrice: '60000',
  quantity: '1',
  total: '60000',
  filledQuantity: '0',
  filledTotal: '0',
  averagePrice: '0',
  fee: '0',
  feeAsset: 'BTC',
  feeRatio: '0.001',
  status: 'open',
  ...change,
});

const pagesOf = (total: number, ...lists: number[][]): OrderPages => ({
  pageParams: lists.map((_, index) => index + 1),
  pages: lists.map((ids, index) => ({
    list: ids.map((id) => order(id)),
    total,
    page: index + 1,
    pageSize: 2,
  })),
});
const ids = (data: OrderPages) => data.pages.map((page) => page.list.map((row) => row.ID));
const totals = (data: OrderPages) => data.pages.map((page) => page.total);

test('the days of a filter are those of the device, the last one included', () => {
  expect(momentsOf({})).toEqual({});
  const { since, until } = momentsOf({ from: '2026-11-20', to: '2026-11-21' });
  expect(new Date(since!)).toEqual(new Date(2026, 10, 20));
  expect(new Date(until!)).toEqual(new Date(2026, 10, 22));
  const within = order(9);
  const placed = new Date(within.CreatedAt);
  const text = (days: number) => {
    const day = new Date(placed.getFullYear(), placed.getMonth(), placed.getDate() + days);
    const two = (part: number) => String(part).padStart(2, '0');
    return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
  };
  const counted = (filter: { from?: string; to?: string }) =>
    withOrder(pagesOf(0, []), within, { part: 'open', ...filter }).pages[0]!.total;
  expect(counted({ from: text(0), to: text(0) })).toBe(1);
  expect(counted({ from: text(1) })).toBe(0);
  expect(counted({ to: text(-1) })).toBe(0);
});

test('puts a new open order first and counts it', () => {
  const data = withOrder(pagesOf(3, [9, 7], [5]), order(11), { part: 'open' });
  expect(ids(data)).toEqual([[11, 9, 7], [5]]);
  expect(totals(data)).toEqual([4, 4]);
});

test('replaces a listed order in place', () => {
  const data = withOrder(pagesOf(2, [9, 7]), order(7, { filledQuantity: '0.5' }), { part: 'open' });
  expect(ids(data)).toEqual([[9, 7]]);
  expect(data.pages[0]?.list[1]?.filledQuantity).toBe('0.5');
  expect(totals(data)).toEqual([2]);
});

test('moves a cancelled order from the open to the done list, sorted by its number', () => {
  const cancelled = order(7, { status: 'cancelled' });
  const open = withOrder(pagesOf(2, [9, 7]), cancelled, { part: 'open' });
  expect(ids(open)).toEqual([[9]]);
  expect(totals(open)).toEqual([1]);
  expect(ids(withOrder(pagesOf(2, [8, 2]), cancelled, { part: 'done' }))).toEqual([[8, 7, 2]]);
});

test('only counts an order older than all loaded ones', () => {
  const data = withOrder(pagesOf(9, [9, 8]), order(1), { part: 'open' });
  expect(ids(data)).toEqual([[9, 8]]);
  expect(totals(data)).toEqual([10]);
  expect(ids(withOrder(pagesOf(2, [9, 8]), order(1), { part: 'open' }))).toEqual([[9, 8, 1]]);
});

test('a filtered list accepts only matching orders', () => {
  const data = pagesOf(1, [9]);
  expect(
    withOrder(data, order(11, { symbol: 'ethusdt' }), { part: 'open', symbol: 'btcusdt' }),
  ).toBe(data);
  expect(withOrder(data, order(11, { side: 'sell' }), { part: 'open', side: 'buy' })).toBe(data);
  expect(withOrder(data, order(11, { type: 'market' }), { part: 'open', type: 'limit' })).toBe(
    data,
  );
});

test('ignores an answer older than an event already seen', () => {
  const placed = order(1);
  const filled = order(1, { status: 'filled', UpdatedAt: '2026-11-21T09:00:01.000Z' });
  expect(isNewer(filled, placed)).toBe(true);
  expect(isNewer(placed, filled)).toBe(false);
  expect(isNewer({ ...placed, status: 'cancelled' }, { ...filled, status: 'open' })).toBe(false);
  expect(isNewer(placed, undefined)).toBe(true);
  expect(isNewer({ ...placed, status: 'filled' }, placed)).toBe(true);
  expect(isNewer({ ...placed, filledQuantity: '0.5' }, placed)).toBe(true);
  expect(isNewer(placed, placed)).toBe(false);
});
