/** The calls of listings. */
import { operatorListingCalls, type ListingRow } from '@tern/protocol/operator';
import {
  allNetworks,
  type Listing,
  listingById,
  listingsShown,
} from '../../../../kernel/catalog/market-listings.ts';
import { operatorLogins } from '../../../../kernel/operators/operators.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { actorOf } from '../../../../kernel/review/actor-of.ts';
import { reviewOf } from '../../../../kernel/review/list-reviews.ts';
import { isoTime } from '../../../../platform/clock.ts';
import { type Route, route } from '../../../../platform/http/route.ts';
import { tryListing } from './try-listing.ts';
import {
  discardListing,
  LISTING,
  type ListingDeps,
  proposeListing,
  saveListing,
  withdrawAgreedListing,
} from './write-listing.ts';

export function listingRoutes(deps: ListingDeps): Route[] {
  const { database, clock, assets, pricing } = deps;
  return [
    route(operatorListingCalls.listings, async () => ({ list: await listListings(deps) })),
    route(operatorListingCalls.listingChoices, async () => ({
      networks: await database.many(allNetworks, []),
      coins: assets.all.map(({ code, name }) => ({ code, name })),
      sources: pricing.liveSourceNames(),
    })),
    route(operatorListingCalls.saveListing, async (context) => {
      const { ID, draft } = context.input;
      const id = ID === undefined ? undefined : Number(ID);
      const saved = await saveListing(deps, actorOf(context), { id, draft });
      return { ID: saved.id, savedAt: isoTime(saved.at) };
    }),
    route(operatorListingCalls.checkListing, async ({ input }) => {
      const id = Number(input.ID);
      const listing = await database.maybe(listingById, [id]);
      if (listing === undefined) throw new Refusal('not-found');
      const at = clock.now();
      const began = performance.now();
      const checks = await tryListing(deps, database, { id, draft: listing.terms, now: at });
      return { checks, at: isoTime(at), tookMs: Math.round(performance.now() - began) };
    }),
    route(operatorListingCalls.discardListing, async ({ input }) => {
      await discardListing(deps, Number(input.ID));
      return {};
    }),
    route(operatorListingCalls.proposeListing, async (context) => {
      const { ID, reason } = context.input;
      return { reviewId: await proposeListing(deps, actorOf(context), { id: Number(ID), reason }) };
    }),
    route(operatorListingCalls.withdrawListing, async (context) => {
      const { ID, reason } = context.input;
      await withdrawAgreedListing(deps, actorOf(context), { id: Number(ID), reason });
      return {};
    }),
  ];
}

async function listListings({ database }: ListingDeps): Promise<ListingRow[]> {
  const found = await database.many(listingsShown, []);
  const people = found.flatMap(({ startedBy, proposedBy }) => [startedBy, proposedBy ?? startedBy]);
  const logins = await operatorLogins(database, people);
  const rows: ListingRow[] = [];
  for (const listing of found) {
    const review =
      listing.state === 'proposed' ? await reviewOf(database, LISTING, listing.id) : undefined;
    rows.push(listingOut(listing, logins, review?.id ?? null));
  }
  return rows;
}

function listingOut(
  listing: Listing,
  logins: ReadonlyMap<number, string>,
  reviewId: number | null,
): ListingRow {
  const { id, terms, state, startedBy, proposedBy, reason, failed } = listing;
  const time = (at: number | null) => (at === null ? null : isoTime(at));
  return {
    ID: id,
    draft: terms,
    state: state as ListingRow['state'],
    startedBy: logins.get(startedBy) ?? '',
    startedAt: isoTime(listing.createdAt),
    savedAt: isoTime(listing.changedAt),
    reason,
    proposedBy: proposedBy === null ? null : (logins.get(proposedBy) ?? ''),
    opensAt: time(listing.opensAt),
    agreedAt: time(listing.agreedAt),
    endedAt: time(listing.endedAt),
    failed,
    reviewId,
  };
}
