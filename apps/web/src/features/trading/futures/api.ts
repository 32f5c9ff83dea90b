/** Timed contract calls, cache keys and live patches. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Input, Output } from '@tern/protocol/client';
import { contractTermsQuery } from '../../../kernel/contract-terms.ts';
import { onMemberEvent } from '../../../kernel/member-events.ts';
import { nextPage } from '../../../kernel/paged-list.tsx';
import { queryClient } from '../../../kernel/query-client.ts';
import { serverNow } from '../../../kernel/site-config.ts';
import { call } from '../../../platform/http/call.ts';
import {
  changedContract,
  type ContractChange,
  type ContractFilter,
  type ContractPages,
  type Contract,
  type ChangeDto,
  withContract,
} from './contract-pages.ts';
import { isPending } from './contract-view.ts';
import { LINE_MS, pointsOf } from './price-line.ts';

const PAGE_SIZE = 20;
/** How long after its due time an unsettled contract is refetched, and the interval of further retries. */
const OVERDUE_MS = 1_500;
/** How often gaps that a feed outage left in the line are refetched. */
const REFILL_MS = 60_000;

const keys = {
  lists: ['futures', 'contracts'],
  contract: (id: number) => ['futures', 'contract', id],
  results: ['futures', 'results'],
  limits: ['futures', 'limits'],
} as const;

/** By their numbers in the API. */
const STATUSES = { 1: 'pending', 2: 'settled', 3: 'invalid' } as const;
const OUTCOMES = { 0: 'open', 1: 'win', 2: 'loss', 3: 'tie' } as const;
const REASONS = { 0: 'none', 1: 'notOpened', 2: 'staleClose' } as const;
const DIRECTIONS = { up: 1, down: 2 } as const;
const PARTS = { running: 1, settled: 4 } as const;

/** The contract in the app's own terms; fields that are missing stay missing. */
function contractOf<Row extends ChangeDto>({
  coinname,
  cate,
  usdt,
  ctime_num,
  ploss,
  status,
  outcome,
  reason,
  ...row
}: Row) {
  return {
    ...row,
    status: STATUSES[status as keyof typeof STATUSES],
    ...(coinname === undefined ? {} : { symbol: coinname }),
    ...(cate === undefined ? {} : { direction: cate === DIRECTIONS.up ? 'up' : 'down' }),
    ...(usdt === undefined ? {} : { stake: usdt }),
    ...(ctime_num === undefined ? {} : { seconds: ctime_num }),
    ...(ploss === undefined ? {} : { profit: ploss }),
    ...(outcome === undefined ? {} : { outcome: OUTCOMES[outcome as keyof typeof OUTCOMES] }),
    ...(reason === undefined ? {} : { reason: REASONS[reason as keyof typeof REASONS] }),
  } as ContractChange;
}

/** Contracts of a filter, newest first, page by page. */
export const contractsQuery = (filter: ContractFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys.lists, filter],
    queryFn: async ({ pageParam, signal }) => {
      const input = { status: PARTS[filter.part], page: pageParam, pageSize: PAGE_SIZE };
      const page = await call('GET /hyorder/myHyorderList', input, { signal });
      return { ...page, list: page.list.map((row) => contractOf(row) as Contract) };
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });

/** When to refetch, in case the event of its settlement was lost. */
function refetchAfter(row: Contract | undefined): number | false {
  if (row === undefined || !isPending(row)) return false;
  const next = row.dueAt === '' ? 0 : Date.parse(row.dueAt) - serverNow();
  return Math.max(0, next) + OVERDUE_MS;
}

async function loadContract(id: number, signal: AbortSignal): Promise<Contract> {
  const { rehyorder } = await call('GET /hyorder/findHyorder', { ID: id }, { signal });
  const contract = contractOf(rehyorder) as Contract;
  return mergeContract(contract) ?? contract;
}

export const contractQuery = (id: number) =>
  queryOptions({
    queryKey: keys.contract(id),
    queryFn: ({ signal }) => loadContract(id, signal),
    refetchInterval: ({ state }) => refetchAfter(state.data),
  });

export const resultsQuery = queryOptions({
  queryKey: keys.results,
  queryFn: async ({ signal }) => {
    const { ploss, ...results } = await call('GET /hyorder/results', {}, { signal });
    return { ...results, profit: ploss };
  },
});

export type Limits = Output<'GET /hyorder/limits'>;
export const limitsQuery = queryOptions({
  queryKey: keys.limits,
  queryFn: ({ signal }) => call('GET /hyorder/limits', {}, { signal }),
});

/** @throws invalid-request (dailyStake) */
export async function saveLimits(input: Input<'POST /hyorder/setLimits'>): Promise<Limits> {
  const limits = await call('POST /hyorder/setLimits', input);
  queryClient.setQueryData(keys.limits, limits);
  return limits;
}

/** The reference prices of the last minutes. */
export const ticksQuery = (symbol: string) =>
  queryOptions({
    queryKey: ['futures', 'ticks', symbol],
    queryFn: async ({ signal }) => {
      const from = String(Math.floor(serverNow() - LINE_MS));
      return pointsOf(await call('GET /transparency/ticks', { symbol, from }, { signal }));
    },
    refetchInterval: REFILL_MS,
  });

/** A contract to be placed. */
export interface Placement {
  symbol: string;
  isUp: boolean;
  stake: string;
  seconds: number;
  /** The return shown to the member: the server refuses another one. */
  ratio: string;
}

/** `key` makes retries idempotent. */
export async function placeContract(placement: Placement, key: string): Promise<Contract> {
  const { symbol, isUp, stake, seconds, ratio } = placement;
  const input = {
    cate: isUp ? DIRECTIONS.up : DIRECTIONS.down,
    usdt: stake,
    coinname: symbol,
    ctime_num: seconds,
    ratio,
  };
  const { order } = await call('POST /hyorder/createHyorder', input, { idempotencyKey: key });
  const contract = contractOf(order) as Contract;
  patchContract(contract);
  void queryClient.invalidateQueries({ queryKey: keys.limits });
  return contract;
}

/** Refetches everything shown about contracts and their terms: the screen may be out of date. */
export function reloadContracts(): void {
  void queryClient.invalidateQueries({ queryKey: ['futures'] });
  void queryClient.invalidateQueries({ queryKey: contractTermsQuery.queryKey });
}

/** The newest state seen of each contract, because answers and events can arrive out of order. */
const newest = new Map<number, Contract>();

/** Merges a change and returns the contract's current state; undefined when too little is known. */
function mergeContract(change: ContractChange): Contract | undefined {
  const listed = inCache(change.ID);
  const seen = newest.get(change.ID);
  const known = listed ? changedContract(seen, listed) : seen;
  const row = changedContract(known, change);
  if (row !== undefined) newest.set(row.ID, row);
  return row;
}

function inCache(id: number): Contract | undefined {
  const lists = queryClient.getQueriesData<ContractPages>({ queryKey: keys.lists });
  const rows = lists.flatMap(([, data]) => data?.pages.flatMap(({ list }) => list) ?? []);
  return rows.find(({ ID }) => ID === id);
}

const endListeners = new Set<(row: Contract) => void>();

/** Calls `listener` for each contract that was pending and has now ended. Returns the unsubscribe function. */
export function onContractEnd(listener: (row: Contract) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** Updates a contract in every list and page that shows it. */
function patchContract(change: ContractChange): void {
  const before = newest.get(change.ID) ?? inCache(change.ID);
  const row = mergeContract(change);
  if (row === undefined) {
    void queryClient.invalidateQueries({ queryKey: keys.lists });
    return;
  }
  for (const [key, data] of queryClient.getQueriesData<ContractPages>({ queryKey: keys.lists })) {
    if (data) queryClient.setQueryData(key, withContract(data, row, key[2] as ContractFilter));
  }
  queryClient.setQueryData(keys.contract(row.ID), row);
  if (isPending(row)) return;
  if (before !== undefined && isPending(before)) for (const notify of endListeners) notify(row);
  // The server computes results and limits; an invalid contract restores the day's limit.
  void queryClient.invalidateQueries({ queryKey: keys.results });
  void queryClient.invalidateQueries({ queryKey: keys.limits });
}

// From the first futures screen on, also for lists kept behind other pages.
onMemberEvent('futures.contract', (change) => patchContract(contractOf(change)));
