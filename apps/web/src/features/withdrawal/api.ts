/** Withdrawal calls, cache keys and live patches. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Input, RowOf } from '@tern/protocol/client';
import { balanceKeys } from '../../kernel/balances.ts';
import { onMemberEvent } from '../../kernel/member-events.ts';
import { nextPage } from '../../kernel/paged-list.tsx';
import { queryClient } from '../../kernel/query-client.ts';
import { isNewer, type RowPages, withRow } from '../../kernel/transfer/changed-pages.ts';
import { ALL_STATUSES } from '../../kernel/transfer/status-filter.tsx';
import { call } from '../../platform/http/call.ts';

export type Withdrawal = RowOf<'GET /withdraw/myWithdrawList'>;
export type Address = RowOf<'GET /user_qianbao/getUser_qianbaoList'>;

const PAGE_SIZE = 20;
/** More than an address book can contain. */
const BOOK_SIZE = 100;

const keys = {
  lists: ['withdrawal', 'list'],
  list: (status: number) => ['withdrawal', 'list', status],
  one: (id: number) => ['withdrawal', 'one', id],
  addresses: ['withdrawal', 'addresses'],
} as const;

/** Newest first, page by page; `status` as in rules §12, or `ALL_STATUSES`. */
export const withdrawalsQuery = (status: number) =>
  infiniteQueryOptions({
    queryKey: keys.list(status),
    queryFn: ({ pageParam, signal }) => {
      const input = { page: pageParam, pageSize: PAGE_SIZE, status };
      return call('GET /withdraw/myWithdrawList', input, { signal });
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });

export const withdrawalQuery = (id: number) =>
  queryOptions({
    queryKey: keys.one(id),
    queryFn: async ({ signal }) =>
      (await call('GET /withdraw/findWithdraw', { ID: id }, { signal })).rewithdraw,
  });

/** The whole address book, newest first. */
export const addressesQuery = queryOptions({
  queryKey: keys.addresses,
  queryFn: async ({ signal }) => {
    const input = { page: 1, pageSize: BOOK_SIZE };
    return (await call('GET /user_qianbao/getUser_qianbaoList', input, { signal })).list;
  },
});

export type WithdrawalInput = Input<'POST /withdraw/createWithdraw'>;

/** `key` makes retries idempotent. */
export async function sendWithdrawal(input: WithdrawalInput, key: string): Promise<Withdrawal> {
  return (await call('POST /withdraw/createWithdraw', input, { idempotencyKey: key })).withdraw;
}

export async function cancelWithdrawal(id: number, key: string): Promise<Withdrawal> {
  const options = { idempotencyKey: key };
  return (await call('POST /withdraw/cancelWithdraw', { ID: id }, options)).withdraw;
}

export type AddressInput = Input<'POST /user_qianbao/createUser_qianbao'>;

/** Fails with: 4019; 5001 (addr, memo, name); 5012 if the book is full; 5016. */
export async function saveAddress(input: AddressInput): Promise<Address> {
  const { wallet } = await call('POST /user_qianbao/createUser_qianbao', input);
  queryClient.setQueryData<Address[]>(keys.addresses, (known) => known && [wallet, ...known]);
  return wallet;
}

/** Fails with: 5007. */
export async function deleteAddress(id: number): Promise<void> {
  await call('DELETE /user_qianbao/deleteUser_qianbao', { ID: id });
  await queryClient.invalidateQueries({ queryKey: keys.addresses });
}

/** Updates a withdrawal in every list and page that shows it. */
export function patchWithdrawal(row: Withdrawal): void {
  if (!isNewer(row, queryClient.getQueryData<Withdrawal>(keys.one(row.ID)))) return;
  queryClient.setQueryData<Withdrawal>(keys.one(row.ID), row);
  queryClient.setQueryData<RowPages<Withdrawal>>(
    keys.list(ALL_STATUSES),
    (known) => known && withRow(known, row),
  );
  // Lists of one status may gain or lose the row.
  void queryClient.invalidateQueries({
    queryKey: keys.lists,
    predicate: ({ queryKey }) => queryKey[2] !== ALL_STATUSES,
  });
  // The live event is in English; the call returns automatic reasons in the member's language.
  if (row.reason !== '') void queryClient.invalidateQueries({ queryKey: keys.one(row.ID) });
}

/** Refetches what is shown: the screen may be out of date. */
export function reloadWithdrawals(): void {
  void queryClient.invalidateQueries({ queryKey: ['withdrawal'] });
  void queryClient.invalidateQueries({ queryKey: balanceKeys.all });
}

// From the first of these screens on, also for pages kept behind others.
onMemberEvent('withdrawal.changed', patchWithdrawal);
