import { expect, test } from 'vitest';
import {
  changedContract,
  type ContractPages,
  type Contract,
  withContract,
} from './contract-pages.ts';

const contract = (ID: number, status: Contract['status'] = 'pending', openPrice = '') =>
  ({ ID, status, openPrice, symbol: 'btcusdt' }) as Contract;

const pagesOf = (...pages: number[][]): ContractPages => ({
  pageParams: pages.map((_, index) => index + 1),
  pages: pages.map((ids, index) => ({
    list: ids.map((id) => contract(id)),
    total: pages.flat().length,
    page: index + 1,
    pageSize: 2,
  })),
});
const ids = (data: ContractPages) => data.pages.map(({ list }) => list.map(({ ID }) => ID));

test('merges a change into what is known', () => {
  const opened = changedContract(contract(1), { ID: 1, status: 'pending', openPrice: '5' });
  expect(opened).toMatchObject({ openPrice: '5', symbol: 'btcusdt' });
  expect(changedContract(opened, { ID: 1, status: 'settled' })).toMatchObject({
    status: 'settled',
    openPrice: '5',
  });
});

test('ignores a late change to an earlier state', () => {
  const opened = contract(1, 'pending', '5');
  expect(changedContract(opened, contract(1))).toBe(opened);
  const settled = contract(1, 'settled', '5');
  expect(changedContract(settled, { ID: 1, status: 'pending', openPrice: '5' })).toBe(settled);
});

test('needs more than a partial change for an unknown contract', () => {
  expect(changedContract(undefined, { ID: 1, status: 'settled' })).toBeUndefined();
  expect(changedContract(undefined, contract(1))).toEqual(contract(1));
});

test('puts a new contract first among the running ones and counts it', () => {
  const next = withContract(pagesOf([3, 2], [1]), contract(4), { part: 'running' });
  expect(ids(next)).toEqual([[4, 3, 2], [1]]);
  expect(next.pages.map(({ total }) => total)).toEqual([4, 4]);
});

test('moves an ended contract from the running list to the ended list', () => {
  const ended = contract(2, 'invalid');
  const running = withContract(pagesOf([3, 2], [1]), ended, { part: 'running' });
  expect(ids(running)).toEqual([[3], [1]]);
  expect(running.pages[0]?.total).toBe(2);
  const done = withContract(pagesOf([3], [1]), ended, { part: 'settled' });
  expect(ids(done)).toEqual([[3], [2, 1]]);
});

test('keeps the order when a contract changes in place', () => {
  const next = withContract(pagesOf([3, 2]), contract(2, 'pending', '5'), { part: 'running' });
  expect(ids(next)).toEqual([[3, 2]]);
  expect(next.pages[0]?.list[1]?.openPrice).toBe('5');
  expect(next.pages[0]?.total).toBe(2);
});

test('puts the first contract into an empty list', () => {
  expect(ids(withContract(pagesOf([]), contract(1), { part: 'running' }))).toEqual([[1]]);
});
