/** Listings as operators write them: saved as typed, proposed, discarded, and withdrawn before they open (ADR 101). */
import type { ListingDraft } from '@tern/protocol/operator';
import {
  endListing,
  insertListing,
  type Listing,
  listingForUpdate,
  proposeDraft,
  saveDraft,
  withdrawListing,
} from '../../../../kernel/catalog/market-listings.ts';
import { logAct } from '../../../../kernel/operators/audit-log.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { readReason, type Reviewer } from '../../../../kernel/review/review-rules.ts';
import type { Reviews } from '../../../../kernel/review/reviews.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Database, Tx } from '../../../../platform/database/database.ts';
import { readTerms } from './read-terms.ts';
import { checkListing, type TryDeps } from './try-listing.ts';

/** The kind of the review. */
export const LISTING = 'listing';

export interface ListingDeps extends TryDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly reviews: Reviews;
}

/** "OST/USDT"; a coin without a market: "OST". */
export const titleOf = ({ coin, market }: ListingDraft): string =>
  market === null ? (coin?.code ?? '') : `${market.base}/${market.currency}`;

export const listingSubject = (id: number): string => `listing:${id}`;

/** Returns the id and when it was saved (epoch ms). @throws not-found, already-decided unless it is a draft */
export function saveListing(
  { database, clock }: ListingDeps,
  actor: Reviewer,
  { id, draft }: { id: number | undefined; draft: ListingDraft },
): Promise<{ id: number; at: number }> {
  return database.transaction(async (tx) => {
    const at = clock.now();
    if (id === undefined) {
      const times = { createdAt: at, changedAt: at };
      const made = await insertListing(tx, { terms: draft, startedBy: actor.operatorId, ...times });
      return { id: made.id, at };
    }
    await lockIn(tx, id, 'draft');
    await tx.run(saveDraft, [id, draft, at]);
    return { id, at };
  });
}

/** @throws not-found, already-decided unless it is a draft */
export function discardListing({ database, clock }: ListingDeps, id: number): Promise<void> {
  return database.transaction(async (tx) => {
    await lockIn(tx, id, 'draft');
    await tx.run(endListing, [id, 'discarded', clock.now()]);
  });
}

/**
 * Returns the id of the review that awaits a second person.
 * @throws not-found, already-decided unless it is a draft, check-failed with `checks` while one that asks no source fails
 */
export async function proposeListing(
  deps: ListingDeps,
  actor: Reviewer,
  { id, reason: given }: { id: number; reason: string },
): Promise<number> {
  const { database, clock, reviews } = deps;
  const reason = readReason(given);
  const reviewId = await database.transaction(async (tx) => {
    const at = clock.now();
    const { terms } = await lockIn(tx, id, 'draft');
    const checks = await checkListing(deps, tx, { id, draft: terms, now: at });
    const failed = checks.filter(({ isPassed }) => !isPassed).map(({ name }) => name);
    if (failed.length > 0) throw new Refusal('check-failed', { data: { checks: failed } });
    const { operatorId } = actor;
    const opensAt = readTerms(terms).opensAt!;
    await tx.run(proposeDraft, [id, reason, operatorId, opensAt, at]);
    const act = { actor, action: 'market.proposeListing' as const, subject: listingSubject(id) };
    await logAct(tx, { ...act, reason, detail: { title: titleOf(terms), terms } }, at);
    const about = { kind: LISTING, subjectId: id, memberId: null };
    return reviews.open(tx, { ...about, proposal: { operatorId, note: reason } });
  });
  reviews.announce();
  return reviewId;
}

/** @throws not-found, already-decided unless it is agreed and has not opened */
export function withdrawAgreedListing(
  { database, clock }: ListingDeps,
  actor: Reviewer,
  { id, reason: given }: { id: number; reason: string },
): Promise<void> {
  const reason = readReason(given);
  return database.transaction(async (tx) => {
    const at = clock.now();
    const { terms } = await lockIn(tx, id, 'agreed', 'waiting');
    await tx.run(withdrawListing, [id, actor.operatorId, at]);
    const act = { actor, action: 'market.withdrawListing' as const, subject: listingSubject(id) };
    await logAct(tx, { ...act, reason, detail: { title: titleOf(terms) } }, at);
  });
}

/** @throws not-found, already-decided unless it is in one of the states */
export async function lockIn(
  tx: Tx,
  id: number,
  ...states: readonly ('draft' | 'agreed' | 'waiting')[]
): Promise<Listing> {
  const listing = await tx.maybe(listingForUpdate, [id]);
  if (listing === undefined) throw new Refusal('not-found');
  if (!states.some((state) => state === listing.state)) throw new Refusal('already-decided');
  return listing;
}
