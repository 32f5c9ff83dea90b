/** The calls of listings. */
import { operatorListingCalls, type ListingRow } from '@tern/protocol/operator';
import { openMoveOf } from '../../../../kernel/catalog/listing-moves.ts';
import { storePicture } from '../../../../kernel/catalog/coin-pictures.ts';
import {
  allNetworks,
  type Listing,
  listingById,
  listingsShown,
} from '../../../../kernel/catalog/market-listings.ts';
import { operatorLogins } from '../../../../kernel/operators/operators.ts';
import { timeOf } from '../../../../kernel/requests/given-time.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { actorOf } from '../../../../kernel/review/actor-of.ts';
import { reviewOf } from '../../../../kernel/review/list-reviews.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import { type Route, route } from '../../../../platform/http/route.ts';
import { LISTING_MOVE, proposeMove } from './move-listing.ts';
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
    route(operatorListingCalls.uploadCoinPicture, async (context) => {
      const by = { operatorId: actorOf(context).operatorId, at: clock.now() };
      return { picture: await storePicture(deps, context.input.base64Str, by) };
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
    route(operatorListingCalls.moveListing, async (context) => {
      const { ID, startsAt, reason } = context.input;
      const move = { id: Number(ID), opensAt: timeOf(startsAt, 'startsAt'), reason };
      return { reviewId: await proposeMove(deps, actorOf(context), move) };
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
    const move = await moveOf(database, listing);
    rows.push({ ...listingOut(listing, logins), reviewId: review?.id ?? null, move });
  }
  return rows;
}

async function moveOf(reader: Reader, { id, state }: Listing): Promise<ListingRow['move']> {
  if (state !== 'agreed' && state !== 'waiting') return null;
  const move = await reader.maybe(openMoveOf, [id]);
  const review = move && (await reviewOf(reader, LISTING_MOVE, move.id));
  return review === undefined ? null : { opensAt: isoTime(move!.opensAt), reviewId: review.id };
}

function listingOut(
  listing: Listing,
  logins: ReadonlyMap<number, string>,
): Omit<ListingRow, 'reviewId' | 'move'> {
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
    recheckedAt: time(listing.recheckedAt),
    failed,
  };
}
