import { expect, test, vi } from 'vitest';
import type { RouteDef } from './route.ts';
import { RouteTable } from './route-table.ts';

const route = (path: RouteDef['path']): RouteDef => ({
  path,
  title: 'common.pageMissingTitle',
  load: () => new Promise(() => {}),
});
const HOME = route('/pages/home/home');
const OTHER = route('/pages/user/about');

test('a page of the first script is found without the list of the others', async () => {
  const loadOthers = vi.fn(() => Promise.resolve([OTHER]));
  const routes = new RouteTable([HOME], loadOthers);
  expect(await routes.find(HOME.path)).toBe(HOME);
  expect(loadOthers).not.toHaveBeenCalled();
  expect(routes.isComplete).toBe(false);
});

test('another page is found once the list has loaded, which happens once', async () => {
  const loadOthers = vi.fn(() => Promise.resolve([OTHER]));
  const routes = new RouteTable([HOME], loadOthers);
  const notified = vi.fn();
  routes.subscribe(notified);
  expect(await Promise.all([routes.find(OTHER.path), routes.find('/pages/none')])).toEqual([
    OTHER,
    undefined,
  ]);
  expect(routes.isComplete).toBe(true);
  expect([notified, loadOthers].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

test('a list that failed is loaded again by the next page', async () => {
  const loadOthers = vi.fn(() => Promise.resolve([OTHER]));
  loadOthers.mockRejectedValueOnce(new Error('no connection'));
  const routes = new RouteTable([HOME], loadOthers);
  await expect(routes.find(OTHER.path)).rejects.toThrow('no connection');
  expect(await routes.find(OTHER.path)).toBe(OTHER);
});
