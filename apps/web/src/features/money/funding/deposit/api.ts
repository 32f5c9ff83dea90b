/** Deposit calls in the app's own terms, their cache and live updates. */
import { queryOptions } from '@tanstack/react-query';
import type { RowOf } from '@tern/protocol/client';
import { type Coin, coinOf } from '../../../../kernel/balances.ts';
import { type Network, networkOf } from '../../../../kernel/coin-networks.ts';
import { onMemberEvent } from '../../../../kernel/member-events.ts';
import { queryClient } from '../../../../kernel/query-client.ts';
import { call } from '../../../../platform/http/call.ts';
import { requestOf, requestStore } from '../request/api.ts';
import type { FundingRequest } from '../request/request.ts';

type Listed = RowOf<'GET /recharge/myRechargeList'>;
type DepositDto = Extract<Listed, { cate: 1 }>;

export interface Deposit extends FundingRequest {
  origin: 'reported' | 'seen' | 'added';
  /** "TRC20"; empty if it was added by the platform, as the address is. */
  network: string;
  address: string;
  fee: string;
  /** The amount less the fee; null before. */
  credited: string | null;
  /** Of the proof image. */
  proofId: number | null;
  /** Empty if it was not seen on its network. */
  txid: string;
}

/** A coin open for deposits, with its open networks. */
export interface DepositableCoin extends Coin {
  networks: Network[];
}

/** Crypto deposits, not wires. */
const OVER_CHAIN = 1;
const CAN_BE_DEPOSITED = 2;
/** By their numbers in the API; everything else was added by the platform. */
const ORIGINS: Readonly<Record<number, Deposit['origin']>> = { 1: 'reported', 2: 'seen' };

const isOverChain = (row: Listed): row is DepositDto => row.cate === OVER_CHAIN;

function depositOf({ type, czline, actual, payimg, ...row }: DepositDto): Deposit {
  return {
    ...requestOf(row),
    origin: ORIGINS[type] ?? 'added',
    network: czline,
    credited: actual,
    proofId: payimg,
  };
}

export const deposits = requestStore<DepositDto, Deposit>({
  key: ['deposit', 'requests'],
  translate: depositOf,
  loadList: async (input, signal) => {
    const ofChain = { ...input, cate: OVER_CHAIN };
    const page = await call('GET /recharge/myRechargeList', ofChain, { signal });
    return { ...page, list: page.list.filter(isOverChain) };
  },
  loadOne: async (id, signal) =>
    depositOf((await call('GET /recharge/findRecharge', { ID: id }, { signal })).rerecharge),
});

const COINS = ['deposit', 'coins'];

/** Operators change bounds and fees: refetched whenever a screen opens. */
export const depositableCoinsQuery = queryOptions({
  queryKey: COINS,
  queryFn: async ({ signal }): Promise<DepositableCoin[]> => {
    const { list } = await call('GET /user/mycoin', { cate: CAN_BE_DEPOSITED }, { signal });
    return list
      .map((row) => ({ ...coinOf(row), networks: (row.networks ?? []).map(networkOf) }))
      .filter(({ networks }) => networks.length > 0);
  },
});

/** Refetches bounds and fees after they changed. */
export function reloadTerms(): void {
  void queryClient.invalidateQueries({ queryKey: COINS });
}

/** An address never changes. @throws not-listed; not-available if the network has no address */
export const addressQuery = (coin: string, network: string) =>
  queryOptions({
    queryKey: ['deposit', 'address', coin, network],
    queryFn: async ({ signal }) =>
      (await call('GET /recharge/address', { coin, czline: network }, { signal })).address,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The proof image as a data URL; it never changes. */
export const proofQuery = (id: number) =>
  queryOptions({
    queryKey: ['deposit', 'proof', id],
    queryFn: async ({ signal }) =>
      (await call('GET /user/findImage', { ID: id }, { signal })).image,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** A reported transfer. */
export interface DepositInput extends Pick<Deposit, 'asset' | 'network' | 'amount' | 'address'> {
  proofId: number;
  /** The credit the member was shown: less is refused. */
  leastCredited: string;
}

/** The form's fields of those in the API. */
export const DEPOSIT_FIELDS = { num: 'amount', payimg: 'proof' } as const;

/** `key` makes retries idempotent. */
export async function sendDeposit(draft: DepositInput, key: string): Promise<Deposit> {
  const input = {
    cate: OVER_CHAIN,
    coin: draft.asset,
    czline: draft.network,
    num: draft.amount,
    min_received: draft.leastCredited,
    address: draft.address,
    payimg: draft.proofId,
  };
  const options = { idempotencyKey: key };
  const { recharge } = await call('POST /recharge/createRecharge', input, options);
  if (!isOverChain(recharge)) throw new Error('a deposit was answered with a wire');
  return depositOf(recharge);
}

export async function cancelDeposit(id: number, key: string): Promise<Deposit> {
  const options = { idempotencyKey: key };
  return depositOf((await call('POST /recharge/cancelRecharge', { ID: id }, options)).recharge);
}

// From the first of these screens on, also for pages kept behind others.
onMemberEvent('deposit.changed', (row) => deposits.patch(depositOf(row)));
