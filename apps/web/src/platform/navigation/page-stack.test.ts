import { expect, test } from 'vitest';
import { type Entry, type PageStack, show, tabKey } from './page-stack.ts';

const page = (key: string, index: number): Entry => ({ key, index, path: `/${key}`, params: {} });
const tab = (path: string, index: number): Entry => ({
  key: tabKey(path),
  index,
  path,
  params: {},
});
const open = (first: Entry): PageStack => ({ top: first, kept: [first] });
const keysOf = (stack: PageStack) => stack.kept.map((entry) => entry.key);

test('keeps a page below the shown one and drops those above it', () => {
  let stack = open(page('a', 0));
  stack = show(stack, page('b', 1), 'forward');
  stack = show(stack, page('c', 2), 'forward');
  expect(keysOf(stack)).toEqual(['a', 'b', 'c']);
  stack = show(stack, page('a', 0), 'back');
  expect(keysOf(stack)).toEqual(['a']);
});

test('going back shows the kept entry', () => {
  const first = page('a', 0);
  const stack = show(show(open(first), page('b', 1), 'forward'), page('a', 0), 'back');
  expect(stack.top).toEqual(first);
});

test('keeps the last five pages; older ones start over', () => {
  let stack = open(page('p0', 0));
  for (let index = 1; index < 8; index++) stack = show(stack, page(`p${index}`, index), 'forward');
  expect(keysOf(stack)).toEqual(['p3', 'p4', 'p5', 'p6', 'p7']);
});

test('keeps tab pages, whatever is opened above them', () => {
  let stack = open(tab('/home', 0));
  stack = show(stack, tab('/market', 1), 'fade');
  stack = show(stack, tab('/home', 0), 'fade');
  expect(keysOf(stack)).toContain(tabKey('/market'));
});

test('a relaunch keeps no earlier page', () => {
  let stack = show(open(tab('/home', 0)), page('orders', 1), 'forward');
  stack = show(stack, page('login', 0), 'fresh');
  expect(keysOf(stack)).toEqual(['login']);
});

test('a tab opened again with other parameters shows the new ones', () => {
  const stack = open(tab('/deal', 0));
  const next = show(stack, { ...tab('/deal', 0), params: { symbol: 'ethusdt' } }, 'fade');
  expect(next.top.params).toEqual({ symbol: 'ethusdt' });
  expect(next.kept).toHaveLength(1);
});
