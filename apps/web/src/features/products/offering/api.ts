/** Calls of new coins in the app's own terms, and their cache keys. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Broadcasts, Output, RowOf } from '@tern/protocol/client';
import { balanceKeys } from '../../../kernel/balances.ts';
import { type CachedPages, withRow } from '../../../kernel/cached-pages.ts';
import { nextPage } from '../../../kernel/paged-list.tsx';
import { queryClient } from '../../../kernel/query-client.ts';
import { onMemberEvent } from '../../../kernel/member-events.ts';
import { correctClock } from '../../../kernel/site-config.ts';
import { call } from '../../../platform/http/call.ts';
import {
  isListed,
  type Offering,
  type Subscription,
  type SubscriptionFilter,
  withSold,
} from './view-model.ts';

type OfferingDto = RowOf<'GET /issue/list'>;
type SubscriptionDto = RowOf<'GET /issue/issueRecordList'>;
type OfferingSold = Broadcasts['offering.sold'];
type SubscriptionPages = CachedPages<Subscription>;

/** By their numbers in the API. */
const PROHIBITED = 2;
const FROZEN = 1;
const STATUSES = { all: 0, frozen: 1, unfrozen: 2 } as const;

const PAGE_SIZE = 20;
/** All offerings, and all that a member has frozen, fit on one page of this size. */
const WHOLE_LIST = 100;
/** How often current prices are refetched, for results. */
const PRICES_MS = 10_000;
/** What others buy is broadcast; a broadcast that was missed is not repeated. */
const MISSED_MS = 30_000;

const known = (text: string) => (text === '' ? undefined : text);

const offeringOf = (row: OfferingDto): Offering => ({
  ID: row.ID,
  version: row.version,
  coin: row.coinname,
  name: row.name,
  logo: row.logo,
  about: row.content,
  payCoin: row.payCoin,
  places: row.places,
  price: row.price,
  supply: row.supply,
  cap: row.cap,
  sold: row.sold,
  min: row.min,
  max: row.max,
  memberMax: row.userMax,
  bought: row.bought,
  minNow: row.minNow,
  maxNow: row.maxNow,
  lockDays: row.lockDays,
  opensAt: Date.parse(row.startAt),
  closesAt: Date.parse(row.endAt),
  isProhibited: row.state === PROHIBITED,
  current: known(row.current),
});

const subscriptionOf = (row: SubscriptionDto): Subscription => ({
  ID: row.ID,
  boughtAt: Date.parse(row.CreatedAt),
  recordNo: row.recordNo,
  coin: row.coinname,
  name: row.name,
  logo: row.logo,
  payCoin: row.payCoin,
  quantity: row.num,
  paid: row.paid,
  isFrozen: row.status === FROZEN,
  unfreezesAt: Date.parse(row.unfreezeAt),
  worth: known(row.worth),
  profit: known(row.profit),
  ratio: known(row.ratio),
});

const keys = {
  all: ['offering'],
  list: ['offering', 'list'],
  ones: ['offering', 'one'],
  one: (id: number) => ['offering', 'one', id],
  quote: (id: number, quantity: string) => ['offering', 'quote', id, quantity],
  subscriptions: ['offering', 'subscriptions'],
  frozen: ['offering', 'frozen'],
} as const;

/** Each answer has the time of the server, by which the countdowns run. */
function keepTime(now: string | undefined, askedAt: number): void {
  if (now !== undefined) correctClock(now, askedAt);
}

/** Open ones first, then coming ones, then ended ones. */
export const offeringsQuery = queryOptions({
  queryKey: keys.list,
  queryFn: async ({ signal }) => {
    const askedAt = Date.now();
    const { list } = await call('GET /issue/list', { pageSize: WHOLE_LIST }, { signal });
    keepTime(list[0]?.now, askedAt);
    return list.map(offeringOf);
  },
  refetchInterval: MISSED_MS,
});

export const offeringQuery = (id: number) =>
  queryOptions({
    queryKey: keys.one(id),
    queryFn: async ({ signal }) => {
      const askedAt = Date.now();
      const { reissue } = await call('GET /issue/detail', { ID: id }, { signal });
      keepTime(reissue.now, askedAt);
      return offeringOf(reissue);
    },
    refetchInterval: MISSED_MS,
  });

export interface Quote extends Omit<Output<'GET /issue/quote'>, 'unfreezeAt'> {
  /** Of this quantity. */
  quantity: string;
  unfreezesAt: number;
}

/** What a quantity costs; empty for none. The answer before stays until the next one, with its own quantity. */
export const quoteQuery = (id: number, quantity: string) =>
  queryOptions({
    queryKey: keys.quote(id, quantity),
    queryFn: async ({ signal }): Promise<Quote> => {
      const input = { pid: id, num: quantity };
      const { unfreezeAt, ...quote } = await call('GET /issue/quote', input, { signal });
      return { ...quote, quantity, unfreezesAt: Date.parse(unfreezeAt) };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });

/** Newest first, page by page. */
export const subscriptionsQuery = (filter: SubscriptionFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys.subscriptions, filter],
    queryFn: async ({ pageParam, signal }) => {
      const input = { status: STATUSES[filter], page: pageParam, pageSize: PAGE_SIZE };
      const page = await call('GET /issue/issueRecordList', input, { signal });
      return { ...page, list: page.list.map(subscriptionOf) };
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
    refetchInterval: PRICES_MS,
  });

/** What the member has frozen, for the head of the list. */
export const frozenQuery = queryOptions({
  queryKey: keys.frozen,
  queryFn: async ({ signal }) => {
    const input = { status: STATUSES.frozen, pageSize: WHOLE_LIST };
    const { list } = await call('GET /issue/issueRecordList', input, { signal });
    return list.map(subscriptionOf);
  },
});

export interface SubscriptionInput {
  offeringId: number;
  quantity: string;
  /** Of the terms that the member saw: others are refused with terms-changed. */
  version: number;
}

/** `key` makes retries idempotent. */
export async function subscribe(
  { offeringId, quantity, version }: SubscriptionInput,
  key: string,
): Promise<Subscription> {
  const input = { pid: offeringId, num: quantity, version };
  const options = { idempotencyKey: key };
  return subscriptionOf((await call('POST /issue/buySubmit', input, options)).issueRecord);
}

/** Refetches offerings, quotes, subscriptions and balances: what the screens show may be out of date. */
export function reloadOfferings(): void {
  void queryClient.invalidateQueries({ queryKey: keys.all });
  void queryClient.invalidateQueries({ queryKey: balanceKeys.all });
}

/** Updates what was sold of offerings wherever they are shown. */
function patchSold(changes: OfferingSold): void {
  const soldOf = new Map(changes.map(({ ID, sold }) => [ID, sold]));
  const patched = (offering: Offering) => withSold(offering, soldOf.get(offering.ID));
  queryClient.setQueryData(offeringsQuery.queryKey, (list) => list?.map(patched));
  for (const [id] of soldOf) {
    queryClient.setQueryData(offeringQuery(id).queryKey, (one) => one && patched(one));
  }
}

/** Updates a subscription in every list, when it is bought and when it unfreezes. */
function patchSubscription(row: Subscription): void {
  const queryKey = keys.subscriptions;
  for (const [key, data] of queryClient.getQueriesData<SubscriptionPages>({ queryKey })) {
    const filter = key[2] as SubscriptionFilter;
    if (data) queryClient.setQueryData(key, withRow(data, row, isListed(row, filter)));
  }
  void queryClient.invalidateQueries({ queryKey: keys.frozen });
  // What is left for this member.
  void queryClient.invalidateQueries({ queryKey: keys.list });
  void queryClient.invalidateQueries({ queryKey: keys.ones });
}

// From the first of these screens on, also for pages kept behind others.
onMemberEvent('offering.sold', patchSold);
onMemberEvent('offering.subscription', (row) => patchSubscription(subscriptionOf(row)));
