import { expect, test } from 'vitest';
import { laterRoutes } from '../../../app/later-routes.ts';
import { pages } from '../../../kernel/pages.ts';
import { targetOf } from './notice-target.ts';

const routes = new Map(laterRoutes.map((route) => [route.path as string, route]));
const about = { kind: 'machine', ID: 7 };

test('links a notice to the page of its record, with the parameters that the server gives', () => {
  const link = `${pages.stakeOrder}?kind=machines&id=7`;
  expect(targetOf({ about, link }, routes)).toEqual({
    path: pages.stakeOrder,
    params: { kind: 'machines', id: '7' },
    label: 'notification.openRecord',
  });
});

test('a notice without a record links to the page where the member can act, by its title', () => {
  expect(targetOf({ about: null, link: pages.apiKeys }, routes)).toEqual({
    path: pages.apiKeys,
    params: {},
    label: 'keys.title',
  });
});

test('a notice without a page, or with one of a later version, has no link', () => {
  expect(targetOf({ about: null, link: null }, routes)).toBeUndefined();
  expect(targetOf({ about, link: '/pages/of/tomorrow?id=7' }, routes)).toBeUndefined();
});
