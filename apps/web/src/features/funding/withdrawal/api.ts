/** Withdrawal calls, cache keys and live patches. */
import { queryOptions } from '@tanstack/react-query';
import type { Input, RowOf } from '@tern/protocol/client';
import { balanceKeys } from '../../../kernel/balances.ts';
import { onMemberEvent } from '../../../kernel/member-events.ts';
import { queryClient } from '../../../kernel/query-client.ts';
import { patchLists, requestsQuery } from '../request/request-lists.ts';
import { isNewer } from '../request/request-pages.ts';
import { call } from '../../../platform/http/call.ts';

export type Withdrawal = RowOf<'GET /withdraw/myWithdrawList'>;

const LISTS = ['withdrawal', 'list'];
const keyOf = (id: number) => ['withdrawal', 'one', id];

export const withdrawalsQuery = (status: number) =>
  requestsQuery(LISTS, status, (input, signal) =>
    call('GET /withdraw/myWithdrawList', input, { signal }),
  );

export const withdrawalQuery = (id: number) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: async ({ signal }) =>
      (await call('GET /withdraw/findWithdraw', { ID: id }, { signal })).rewithdraw,
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

/** Updates a withdrawal in every list and page that shows it. */
export function patchWithdrawal(row: Withdrawal): void {
  if (!isNewer(row, queryClient.getQueryData<Withdrawal>(keyOf(row.ID)))) return;
  queryClient.setQueryData<Withdrawal>(keyOf(row.ID), row);
  patchLists(LISTS, row);
  // The live event is in English; the call returns automatic reasons in the member's language.
  if (row.reason !== '') void queryClient.invalidateQueries({ queryKey: keyOf(row.ID) });
}

/** Refetches what is shown: the screen may be out of date. */
export function reloadWithdrawals(): void {
  void queryClient.invalidateQueries({ queryKey: ['withdrawal'] });
  void queryClient.invalidateQueries({ queryKey: balanceKeys.all });
}

// From the first of these screens on, also for pages kept behind others.
onMemberEvent('withdrawal.changed', patchWithdrawal);
