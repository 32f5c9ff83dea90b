/** Another time for an agreed listing: one person proposes it, another one agrees (ADR 101). */
import {
  endMove,
  insertMove,
  type ListingMove,
  moveById,
  moveListing,
  openMoveOf,
} from '../../../../kernel/catalog/listing-moves.ts';
import { listingById, listingForUpdate } from '../../../../kernel/catalog/market-listings.ts';
import { logAct } from '../../../../kernel/operators/audit-log.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { comparisonRow, type ReviewKind } from '../../../../kernel/review/review-kind.ts';
import { readReason, type Reviewer } from '../../../../kernel/review/review-rules.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import { type ListingDeps, listingSubject, lockIn, titleOf } from './write-listing.ts';

/** The kind of the review. */
export const LISTING_MOVE = 'listingMove';

/**
 * Returns the id of the review that awaits a second person.
 * @throws not-found, already-decided unless it is agreed and has not opened, or while another time is proposed,
 * invalid-request for a time that has passed or is the same
 */
export async function proposeMove(
  { database, clock, reviews }: ListingDeps,
  actor: Reviewer,
  given: { id: number; opensAt: number; reason: string },
): Promise<number> {
  const { id, opensAt } = given;
  const reason = readReason(given.reason);
  const reviewId = await database.transaction(async (tx) => {
    const at = clock.now();
    const { terms, opensAt: formerAt } = await lockIn(tx, id, 'agreed', 'waiting');
    if ((await tx.maybe(openMoveOf, [id])) !== undefined) throw new Refusal('already-decided');
    if (opensAt <= at || opensAt === formerAt)
      throw new Refusal('invalid-request', { fields: ['startsAt'] });
    const { operatorId } = actor;
    const row = { listingId: id, formerAt: formerAt!, opensAt, reason, proposedBy: operatorId };
    const move = await insertMove(tx, { ...row, createdAt: at });
    const act = { actor, action: 'market.moveListing' as const, subject: listingSubject(id) };
    const times = { formerAt: isoTime(formerAt!), opensAt: isoTime(opensAt) };
    await logAct(tx, { ...act, reason, detail: { title: titleOf(terms), ...times } }, at);
    const about = { kind: LISTING_MOVE, subjectId: move.id, memberId: null };
    return reviews.open(tx, { ...about, proposal: { operatorId, note: reason } });
  });
  reviews.announce();
  return reviewId;
}

export function moveKind(): ReviewKind {
  const read = async (reader: Reader, id: number) => {
    const move = await reader.one(moveById, [id]);
    return { move, listing: await reader.one(listingById, [move.listingId]) };
  };
  const times = ({ formerAt, opensAt }: ListingMove) => ({
    formerly: isoTime(formerAt),
    opensAt: isoTime(opensAt),
  });
  return {
    kind: LISTING_MOVE,
    letter: 'LT',
    movesMoney: false,
    approvals: 2,
    async facts(reader, id) {
      const { move, listing } = await read(reader, id);
      const what = { listing: listing.id, title: titleOf(listing.terms) };
      return { ...what, ...times(move), reason: move.reason };
    },
    async checks(reader, id, at) {
      const { move, listing } = await read(reader, id);
      const isAhead = listing.state === 'agreed' || listing.state === 'waiting';
      const stop = 'stop' as const;
      return [
        { name: 'listing-not-opened', isPassed: isAhead, level: stop },
        { name: 'opens-later', isPassed: move.opensAt > at, level: stop },
      ];
    },
    async evidence(reader, id) {
      const { move, listing } = await read(reader, id);
      const { formerly, opensAt } = times(move);
      return {
        summary: `${titleOf(listing.terms)} · ${move.reason}`,
        columns: ['Agreed', 'Proposed'],
        rows: [
          comparisonRow('Opens', [formerly, opensAt]),
          comparisonRow('Checks that failed', [listing.failed.join(', ') || 'none', null]),
        ],
        images: [],
      };
    },
    async approve(tx, { subjectId, at }) {
      const { listingId, opensAt } = await tx.one(moveById, [subjectId]);
      await tx.one(listingForUpdate, [listingId]);
      await tx.run(endMove, [subjectId, 'agreed', at]);
      const moved = await tx.run(moveListing, [listingId, opensAt]);
      if (moved === 0) throw new Refusal('already-decided');
    },
    async reject(tx, { subjectId, at }) {
      await tx.run(endMove, [subjectId, 'refused', at]);
    },
  };
}
