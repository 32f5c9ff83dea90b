/** Payout calls, cache keys and live patches. */
import { queryOptions } from '@tanstack/react-query';
import type { Input, Output, RowOf } from '@tern/protocol/client';
import { onMemberEvent } from '../../../kernel/member-events.ts';
import { queryClient } from '../../../kernel/query-client.ts';
import { call } from '../../../platform/http/call.ts';
import { BANK_MONEY } from '../currencies/api.ts';
import { patchLists, requestsQuery } from '../request/request-lists.ts';
import { isNewer } from '../request/request-pages.ts';

export type PayoutTerms = Output<'GET /withdraw_bank/terms'>['terms'];
export type Payout = RowOf<'GET /withdraw_bank/myWithdraw_bankList'>;

/** The rate is refetched at this interval, as in a swap. */
const TERMS_MS = 10_000;

const LISTS = [BANK_MONEY, 'payouts'];
const keyOf = (id: number) => [BANK_MONEY, 'payout', id];

export const payoutsQuery = (status: number) =>
  requestsQuery(LISTS, status, (input, signal) =>
    call('GET /withdraw_bank/myWithdraw_bankList', input, { signal }),
  );

export const payoutQuery = (id: number) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: async ({ signal }) =>
      (await call('GET /withdraw_bank/findWithdraw_bank', { ID: id }, { signal })).rewithdraw_bank,
  });

/** The asset paid, and the currency it arrives in. */
export interface PayoutPair {
  coinname: string;
  currency: string;
}

export const termsQuery = ({ coinname, currency }: PayoutPair) =>
  queryOptions({
    queryKey: [BANK_MONEY, 'terms', coinname, currency],
    queryFn: async ({ signal }) =>
      (await call('GET /withdraw_bank/terms', { coinname, currency }, { signal })).terms,
    refetchInterval: TERMS_MS,
    // A rate expires: never show one from an earlier visit to the page.
    gcTime: 0,
    retry: false,
  });

export type PayoutInput = Input<'POST /withdraw_bank/createWithdraw_bank'>;

/** `key` makes retries idempotent. */
export async function sendPayout(input: PayoutInput, key: string): Promise<Payout> {
  const options = { idempotencyKey: key };
  return (await call('POST /withdraw_bank/createWithdraw_bank', input, options)).withdraw_bank;
}

export async function cancelPayout(id: number, key: string): Promise<Payout> {
  const options = { idempotencyKey: key };
  return (await call('POST /withdraw_bank/cancelWithdraw_bank', { ID: id }, options)).withdraw_bank;
}

/** Updates a payout in every list and page that shows it. */
export function patchPayout(row: Payout): void {
  if (!isNewer(row, queryClient.getQueryData<Payout>(keyOf(row.ID)))) return;
  queryClient.setQueryData<Payout>(keyOf(row.ID), row);
  patchLists(LISTS, row);
}

// From the first of these screens on, also for pages kept behind others.
onMemberEvent('payout.changed', patchPayout);
