/** Bank card, wire and payout calls, cache keys and live patches. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Input, Output, RowOf } from '@tern/protocol/client';
import { balanceKeys } from '../../kernel/balances.ts';
import { onMemberEvent } from '../../kernel/member-events.ts';
import { nextPage } from '../../kernel/paged-list.tsx';
import { queryClient } from '../../kernel/query-client.ts';
import { isNewer, type RowPages, withRow } from '../../kernel/transfer/changed-pages.ts';
import { ALL_STATUSES } from '../../kernel/transfer/status-filter.tsx';
import { call } from '../../platform/http/call.ts';

export type Currency = Output<'GET /user_bank/currencies'>['list'][number];
export type BankCard = RowOf<'GET /user_bank/getUser_bankList'>;
export type WireDetail = Output<'GET /recharge/findWire'>;
export type Wire = WireDetail['rewire'];
export type PayoutTerms = Output<'GET /withdraw_bank/terms'>['terms'];
export type Payout = RowOf<'GET /withdraw_bank/myWithdraw_bankList'>;

const PAGE_SIZE = 20;
/** spec §9 */
const CARDS_SIZE = 100;
/** The rate is refetched at this interval, as in a swap. */
const TERMS_MS = 10_000;

const keys = {
  all: ['fiat'],
  currencies: ['fiat', 'currencies'],
  cards: ['fiat', 'cards'],
  allWires: ['fiat', 'wires'],
  wires: (status: number) => ['fiat', 'wires', status],
  wire: (id: number) => ['fiat', 'wire', id],
  allPayouts: ['fiat', 'payouts'],
  payouts: (status: number) => ['fiat', 'payouts', status],
  payout: (id: number) => ['fiat', 'payout', id],
} as const;

/** Operators change bounds and fees: refetched whenever a screen opens. */
export const currenciesQuery = queryOptions({
  queryKey: keys.currencies,
  queryFn: async ({ signal }) => (await call('GET /user_bank/currencies', {}, { signal })).list,
});

/** All bank cards, newest first. */
export const cardsQuery = queryOptions({
  queryKey: keys.cards,
  queryFn: async ({ signal }) => {
    const input = { page: 1, pageSize: CARDS_SIZE };
    return (await call('GET /user_bank/getUser_bankList', input, { signal })).list;
  },
});

export type CardInput = Input<'POST /user_bank/createUser_bank'>;

/** Fails with: 5001 (the field); 5012 if there are too many; 5016. */
export async function saveCard(input: CardInput): Promise<BankCard> {
  const { bank } = await call('POST /user_bank/createUser_bank', input);
  queryClient.setQueryData<BankCard[]>(keys.cards, (known) => known && [bank, ...known]);
  return bank;
}

/** Fails with: 5007. */
export async function deleteCard(id: number): Promise<void> {
  await call('DELETE /user_bank/deleteUser_bank', { ID: id });
  await queryClient.invalidateQueries({ queryKey: keys.cards });
}

/** Newest first, page by page; `status` as in rules §12, or `ALL_STATUSES`. */
export const wiresQuery = (status: number) =>
  infiniteQueryOptions({
    queryKey: keys.wires(status),
    queryFn: ({ pageParam, signal }) => {
      const input = { page: pageParam, pageSize: PAGE_SIZE, status };
      return call('GET /recharge/myWireList', input, { signal });
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });

export const wireQuery = (id: number) =>
  queryOptions({
    queryKey: keys.wire(id),
    queryFn: ({ signal }) => call('GET /recharge/findWire', { ID: id }, { signal }),
  });

export interface WireInput {
  coin: string;
  num: string;
  email: string;
}

/** `key` makes retries idempotent; returns the id of the wire. */
export async function submitWire(input: WireInput, key: string): Promise<number> {
  const options = { idempotencyKey: key };
  return (await call('POST /recharge/createRecharge', { ...input, cate: 2 }, options)).recharge.ID;
}

export async function cancelWire(id: number, key: string): Promise<Wire> {
  return (await call('POST /recharge/cancelWire', { ID: id }, { idempotencyKey: key })).wire;
}

/** Newest first, page by page; `status` as in rules §12, or `ALL_STATUSES`. */
export const payoutsQuery = (status: number) =>
  infiniteQueryOptions({
    queryKey: keys.payouts(status),
    queryFn: ({ pageParam, signal }) => {
      const input = { page: pageParam, pageSize: PAGE_SIZE, status };
      return call('GET /withdraw_bank/myWithdraw_bankList', input, { signal });
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });

export const payoutQuery = (id: number) =>
  queryOptions({
    queryKey: keys.payout(id),
    queryFn: async ({ signal }) =>
      (await call('GET /withdraw_bank/findWithdraw_bank', { ID: id }, { signal })).rewithdraw_bank,
  });

/** The amount paid, and the currency it arrives in. */
export interface PayoutPair {
  coinname: string;
  currency: string;
}

export const termsQuery = ({ coinname, currency }: PayoutPair) =>
  queryOptions({
    queryKey: ['fiat', 'terms', coinname, currency],
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

/** Updates a wire in every list and page that shows it. */
export function patchWire(row: Wire): void {
  const known = queryClient.getQueryData<WireDetail>(keys.wire(row.ID));
  if (!isNewer(row, known?.rewire)) return;
  if (known) queryClient.setQueryData<WireDetail>(keys.wire(row.ID), { ...known, rewire: row });
  patchList(keys.wires(ALL_STATUSES), row);
  refetchFiltered(keys.allWires);
}

function patchList<Row extends Wire | Payout>(key: readonly unknown[], row: Row): void {
  queryClient.setQueryData<RowPages<Row>>(key, (pages) => pages && withRow(pages, row));
}

/** Lists of one status may gain or lose the row. */
function refetchFiltered(queryKey: readonly unknown[]): void {
  void queryClient.invalidateQueries({
    queryKey,
    predicate: (query) => query.queryKey[2] !== ALL_STATUSES,
  });
}

/** Updates a payout in every list and page that shows it. */
export function patchPayout(row: Payout): void {
  if (!isNewer(row, queryClient.getQueryData<Payout>(keys.payout(row.ID)))) return;
  queryClient.setQueryData<Payout>(keys.payout(row.ID), row);
  patchList(keys.payouts(ALL_STATUSES), row);
  refetchFiltered(keys.allPayouts);
}

/** Refetches what is shown: the screen may be out of date. */
export function reloadFiat(): void {
  void queryClient.invalidateQueries({ queryKey: keys.all });
  void queryClient.invalidateQueries({ queryKey: balanceKeys.all });
}

// From the first of these screens on, also for pages kept behind others.
onMemberEvent('wire.changed', patchWire);
onMemberEvent('payout.changed', patchPayout);
