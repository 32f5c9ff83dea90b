/**
 * Proposes and withdraws editions: one operator proposes the draft, another approves it; withdrawing needs one (ADR
 * 26).
 */
import { type Actor, logAct } from '../../../kernel/operators/audit-log.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { readReason } from '../../../kernel/review/review-rules.ts';
import type { Reviews } from '../../../kernel/review/reviews.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { SCHEDULE_MAX_MS, langsOf, type Texts } from './article-text.ts';
import { pendingEditionOf, insertEdition, moveEdition, publishedOf, setHidden } from './store.ts';
import { announcementById, draftsOf, lockAnnouncement } from './store-drafts.ts';
import type { DraftDeps } from './write-draft.ts';

export const ANNOUNCEMENT = 'announcement';

export interface EditionDeps extends DraftDeps {
  reviews: Reviews;
}

export interface Proposal {
  id: number;
  /** The revision that the proposer has read. */
  revision: number;
  /** Epoch ms; null to publish on approval. */
  publishAt: number | null;
  reason: string;
}

/**
 * Returns the id of the review that awaits a second operator.
 * @throws invalid-request naming the field, not-found, facts-changed for a draft that has changed since, already-decided
 * while another edition is pending
 */
export async function proposeEdition(
  deps: EditionDeps,
  actor: Actor,
  proposal: Proposal,
): Promise<number> {
  const { id, publishAt } = proposal;
  const reason = readReason(proposal.reason);
  const at = deps.clock.now();
  if (publishAt !== null && (publishAt <= at || publishAt > at + SCHEDULE_MAX_MS)) {
    throw new Refusal('invalid-request', { fields: ['publishAt'] });
  }
  const reviewId = await deps.database.transaction(async (tx) => {
    const { operatorId } = actor;
    const texts = await draftAtRevision(tx, proposal);
    const inserted = await tx.maybe(insertEdition, [id, texts, publishAt, reason, operatorId, at]);
    if (inserted === undefined) throw new Refusal('already-decided');
    const time = publishAt === null ? null : isoTime(publishAt);
    const detail = { edition: inserted.id, publishAt: time, langs: langsOf(texts) };
    const subject = `announcement:${id}`;
    await logAct(tx, { actor, action: 'announcement.propose', subject, reason, detail }, at);
    const about = { kind: ANNOUNCEMENT, subjectId: inserted.id, memberId: null };
    return deps.reviews.open(tx, { ...about, proposal: { operatorId, note: reason } });
  });
  deps.reviews.announce();
  return reviewId;
}

/** @throws not-found, facts-changed */
async function draftAtRevision(tx: Tx, { id, revision }: Proposal): Promise<Texts> {
  const announcement = await tx.maybe(lockAnnouncement, [id]);
  if (announcement === undefined) throw new Refusal('not-found');
  if (announcement.revision !== revision) throw new Refusal('facts-changed');
  const drafts = await tx.many(draftsOf, [id]);
  const words = drafts.map(({ lang, title, body }) => [lang, { title, body }] as const);
  return Object.fromEntries(words) as Texts;
}

export interface EditionWithdrawal {
  id: number;
  what: 'coming' | 'published';
  reason: string;
}

/**
 * @throws invalid-request, not-found, already-decided when there is no such edition, or it was decided meanwhile
 */
export async function withdrawEdition(
  deps: EditionDeps,
  actor: Actor,
  { id, what, reason: given }: EditionWithdrawal,
): Promise<void> {
  const reason = readReason(given);
  await deps.database.transaction(async (tx) => {
    const at = deps.clock.now();
    if ((await tx.maybe(announcementById, [id])) === undefined) throw new Refusal('not-found');
    const edition = await tx.maybe(what === 'coming' ? pendingEditionOf : publishedOf, [id]);
    if (edition === undefined) throw new Refusal('already-decided');
    const { id: subjectId, state } = edition;
    // The review is locked before its subject, in the same order as by a decision.
    if (state === 'proposed') await deps.reviews.cancel(tx, { kind: ANNOUNCEMENT, subjectId });
    const moved = await tx.run(moveEdition, [subjectId, state, 'takenBack', null]);
    if (moved === 0) throw new Refusal('already-decided');
    if (what === 'published') await tx.run(setHidden, [id]);
    const subject = `announcement:${id}`;
    const detail = { what, edition: subjectId };
    await logAct(tx, { actor, action: 'announcement.takeBack', subject, reason, detail }, at);
  });
  deps.reviews.announce();
}
