/** When sheets close and toasts disappear. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closesAfterPull } from './drag-down.ts';
import {
  clearToast,
  currentToast,
  holdToast,
  leavePage,
  onToastChange,
  showToast,
} from './toast-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

test('a sheet closes when dragged over 96 px, or faster than half a pixel per millisecond', () => {
  expect(closesAfterPull(97, 5000)).toBe(true);
  expect(closesAfterPull(96, 5000)).toBe(false);
  expect(closesAfterPull(60, 100)).toBe(true);
  expect(closesAfterPull(40, 100)).toBe(false);
  expect(closesAfterPull(0, 0)).toBe(false);
});

test('a toast stays two seconds', () => {
  showToast('Order placed', 'done');
  vi.advanceTimersByTime(1999);
  expect(currentToast()).toMatchObject({ text: 'Order placed', kind: 'done', isLeaving: false });
  vi.advanceTimersByTime(1);
  expect(currentToast()?.isLeaving).toBe(true);
  vi.advanceTimersByTime(120);
  expect(currentToast()).toBeUndefined();
});

test('a new toast replaces the last one and has its own two seconds', () => {
  const seen: (string | undefined)[] = [];
  const stop = onToastChange(() => seen.push(currentToast()?.text));
  showToast('First');
  vi.advanceTimersByTime(1500);
  showToast('Second', 'error');
  vi.advanceTimersByTime(1500);
  expect(currentToast()).toMatchObject({ text: 'Second', isLeaving: false });
  expect(seen).toEqual(['First', 'Second']);
  stop();
});

test('a toast with an action stays six seconds, and longer while touched or focused', () => {
  const action = { label: 'View', onPress: () => undefined };
  showToast('Bought 0.01 BTC', 'done', action);
  vi.advanceTimersByTime(5999);
  expect(currentToast()).toMatchObject({ action, isLeaving: false });
  holdToast(true);
  vi.advanceTimersByTime(60_000);
  expect(currentToast()?.isLeaving).toBe(false);
  holdToast(false);
  vi.advanceTimersByTime(6000);
  expect(currentToast()?.isLeaving).toBe(true);
});

test('a toast disappears with its page, unless the same press opened the next page', () => {
  showToast('Copied', 'done');
  vi.advanceTimersByTime(1000);
  leavePage();
  expect(currentToast()).toBeUndefined();
  showToast('Submitted', 'done');
  vi.advanceTimersByTime(450);
  leavePage();
  expect(currentToast()).toMatchObject({ text: 'Submitted' });
  vi.advanceTimersByTime(100);
  leavePage();
  expect(currentToast(), 'the page after that is another').toBeUndefined();
});

test('clearing a toast does not clear a later one', () => {
  showToast('First');
  vi.advanceTimersByTime(1900);
  clearToast();
  showToast('Second');
  vi.advanceTimersByTime(1900);
  expect(currentToast()).toMatchObject({ text: 'Second', isLeaving: false });
});
