/** Deposit calls, cache keys and live patches. */
import { queryOptions } from '@tanstack/react-query';
import type { Input, RowOf } from '@tern/protocol/client';
import { balanceKeys, type Coin } from '../../../kernel/balances.ts';
import type { Network } from '../../../kernel/coin-networks.ts';
import { onMemberEvent } from '../../../kernel/member-events.ts';
import { queryClient } from '../../../kernel/query-client.ts';
import { patchLists, requestsQuery } from '../request/request-lists.ts';
import { isNewer } from '../request/request-pages.ts';
import { call } from '../../../platform/http/call.ts';
import { reportingProgress } from '../../../platform/http/upload-progress.ts';

type Listed = RowOf<'GET /recharge/myRechargeList'>;
export type Deposit = Extract<Listed, { cate: 1 }>;
/** A coin open for deposits, with its open networks. */
export interface DepositableCoin extends Coin {
  networks: Network[];
}

/** Crypto deposits, not wires. */
const OVER_CHAIN = 1;
const CAN_BE_DEPOSITED = 2;
/** spec §9: an image over a slow connection. */
const UPLOAD_LIMIT_MS = 60_000;

const LISTS = ['deposit', 'list'];
const keys = {
  coins: ['deposit', 'coins'],
  one: (id: number) => ['deposit', 'one', id],
  address: (coin: string, czline: string) => ['deposit', 'address', coin, czline],
  proof: (id: number) => ['deposit', 'proof', id],
} as const;

/** Operators change bounds and fees: refetched whenever a screen opens. */
export const depositableCoinsQuery = queryOptions({
  queryKey: keys.coins,
  queryFn: async ({ signal }): Promise<DepositableCoin[]> => {
    const { list } = await call('GET /user/mycoin', { cate: CAN_BE_DEPOSITED }, { signal });
    return list
      .map(({ networks = [], ...coin }) => ({ ...coin, networks }))
      .filter(({ networks }) => networks.length > 0);
  },
});

/** Fails with: 4019; 5011 if the network has no address available. An address never changes. */
export const addressQuery = (coin: string, czline: string) =>
  queryOptions({
    queryKey: keys.address(coin, czline),
    queryFn: async ({ signal }) =>
      (await call('GET /recharge/address', { coin, czline }, { signal })).address,
    staleTime: Number.POSITIVE_INFINITY,
  });

const isOverChain = (row: Listed): row is Deposit => row.cate === OVER_CHAIN;

export const depositsQuery = (status: number) =>
  requestsQuery(LISTS, status, async (input, signal) => {
    const page = await call(
      'GET /recharge/myRechargeList',
      { ...input, cate: OVER_CHAIN },
      { signal },
    );
    return { ...page, list: page.list.filter(isOverChain) };
  });

export const depositQuery = (id: number) =>
  queryOptions({
    queryKey: keys.one(id),
    queryFn: async ({ signal }) =>
      (await call('GET /recharge/findRecharge', { ID: id }, { signal })).rerecharge,
  });

/** The proof image as a data URL; it never changes. */
export const proofQuery = (id: number) =>
  queryOptions({
    queryKey: keys.proof(id),
    queryFn: async ({ signal }) =>
      (await call('GET /user/findImage', { ID: id }, { signal })).image,
    staleTime: Number.POSITIVE_INFINITY,
  });

export interface Upload {
  /** `data:image/png;base64,…` */
  dataUrl: string;
  /** Called with a share from 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Returns the image's id, for `payimg`. Fails with: 5008 if it is not an image, 5012. */
export async function uploadProof({ dataUrl, onProgress, signal }: Upload): Promise<number> {
  const options = { signal, transport: reportingProgress(onProgress), limitMs: UPLOAD_LIMIT_MS };
  return (await call('POST /user/uploadBase64', { base64Str: dataUrl }, options)).ID;
}

export type DepositInput = Input<'POST /recharge/createRecharge'>;

/** `key` makes retries idempotent. */
export async function sendDeposit(draft: DepositInput, key: string): Promise<Deposit> {
  const input = { ...draft, cate: OVER_CHAIN };
  const options = { idempotencyKey: key };
  const { recharge } = await call('POST /recharge/createRecharge', input, options);
  if (!isOverChain(recharge)) throw new Error('a deposit was answered with a wire');
  return recharge;
}

export async function cancelDeposit(id: number, key: string): Promise<Deposit> {
  const options = { idempotencyKey: key };
  return (await call('POST /recharge/cancelRecharge', { ID: id }, options)).recharge;
}

/** Updates a deposit in every list and page that shows it. */
export function patchDeposit(row: Deposit): void {
  if (!isNewer(row, queryClient.getQueryData<Deposit>(keys.one(row.ID)))) return;
  queryClient.setQueryData<Deposit>(keys.one(row.ID), row);
  patchLists(LISTS, row);
}

/** Refetches what is shown: the screen may be out of date. */
export function reloadDeposits(): void {
  void queryClient.invalidateQueries({ queryKey: LISTS });
  void queryClient.invalidateQueries({ queryKey: ['deposit', 'one'] });
  void queryClient.invalidateQueries({ queryKey: balanceKeys.all });
}

/** Refetches bounds and fees after they changed. */
export function reloadTerms(): void {
  void queryClient.invalidateQueries({ queryKey: keys.coins });
}

// From the first of these screens on, also for pages kept behind others.
onMemberEvent('deposit.changed', patchDeposit);
