/** Calls of new coins in the app's own terms, and their cache keys. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Broadcasts, Output, RowOf } from '@tern/protocol/client';
import { type CachedPages, withRow } from '../../../kernel/cached-pages.ts';
import { onMemberEvent } from '../../../kernel/member-events.ts';
import { PAGE_SIZE_MAX, productApi } from '../../../kernel/products/product-api.ts';
import { queryClient } from '../../../kernel/query-client.ts';
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

/** By their numbers in the API. */
const PROHIBITED = 2;
const FROZEN = 1;
const STATUSES = { all: 0, frozen: 1, unfrozen: 2 } as const satisfies Record<
  SubscriptionFilter,
  number
>;
export const SUBSCRIPTION_FILTERS = Object.keys(STATUSES) as SubscriptionFilter[];

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

const api = productApi('offering');
const { keys } = api;

/** Each answer has the time of the server, by which the countdowns run. */
function keepTime(now: string | undefined, askedAt: number): void {
  if (now !== undefined) correctClock(now, askedAt);
}

/** Open ones first, then coming ones, then ended ones. */
export const offeringsQuery = {
  ...api.products(async (signal) => {
    const askedAt = Date.now();
    const { list } = await call('GET /issue/list', { pageSize: PAGE_SIZE_MAX }, { signal });
    keepTime(list[0]?.now, askedAt);
    return list.map(offeringOf);
  }),
  refetchInterval: MISSED_MS,
};

export const offeringQuery = (id: number) => ({
  ...api.product(id, async (signal) => {
    const askedAt = Date.now();
    const { reissue } = await call('GET /issue/detail', { ID: id }, { signal });
    keepTime(reissue.now, askedAt);
    return offeringOf(reissue);
  }),
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
    queryKey: [...keys.quotes, id, quantity],
    queryFn: async ({ signal }): Promise<Quote> => {
      const input = { pid: id, num: quantity };
      const { unfreezeAt, ...quote } = await call('GET /issue/quote', input, { signal });
      return { ...quote, quantity, unfreezesAt: Date.parse(unfreezeAt) };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });

export const subscriptionsQuery = (filter: SubscriptionFilter) => ({
  ...api.pages([filter], async (paging, signal) => {
    const input = { status: STATUSES[filter], ...paging };
    const page = await call('GET /issue/issueRecordList', input, { signal });
    return { ...page, list: page.list.map(subscriptionOf) };
  }),
  refetchInterval: PRICES_MS,
});

/** What the member has frozen, for the head of the list. */
export const frozenQuery = queryOptions({
  queryKey: [...keys.orders, 'frozen'],
  queryFn: async ({ signal }) => {
    const input = { status: STATUSES.frozen, pageSize: PAGE_SIZE_MAX };
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
  api.reloadProducts();
  api.reloadOrders();
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
  for (const filter of SUBSCRIPTION_FILTERS) {
    const { queryKey } = subscriptionsQuery(filter);
    queryClient.setQueryData<CachedPages<Subscription>>(
      queryKey,
      (data) => data && withRow(data, row, isListed(row, filter)),
    );
  }
  void queryClient.invalidateQueries({ queryKey: frozenQuery.queryKey });
  // What is left for this member.
  void queryClient.invalidateQueries({ queryKey: keys.products });
}

// From the first of these screens on, also for pages kept behind others.
onMemberEvent('offering.sold', patchSold);
onMemberEvent('offering.subscription', (row) => patchSubscription(subscriptionOf(row)));
