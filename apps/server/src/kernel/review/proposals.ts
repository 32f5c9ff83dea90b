/** Proposals of operators: the proposal counts as the first approval, another operator gives the second (ADR 24). */
import type { Amount } from '@tern/money';
import type { AuditAction } from '@tern/protocol/operator';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../platform/database/database.ts';
import { logAct } from '../operators/audit-log.ts';
import { shownKey } from '../i18n/reasons.ts';
import { Refusal } from '../requests/refusal.ts';
import { reviewOf } from './list-reviews.ts';
import { type ReviewKind, subjectReview, type SubjectReview } from './review-kind.ts';
import type { Reviewer } from './review-rules.ts';
import type { Reviews } from './reviews.ts';

export interface ProposalDeps {
  database: Database;
  clock: Clock;
  reviews: Reviews;
}

/** What all stored proposals have. */
interface Proposal {
  id: number;
  reason: string;
  /** What the member reads with the approval. */
  message?: string;
  proposedBy: number;
}

interface NewProposal<P extends Proposal> {
  kind: string;
  /** The one about the same subject that is proposed or carried out, if any. */
  earlier: P | undefined;
  /** What the operator proposes. */
  content: Partial<P> & Pick<P, 'reason'>;
  /** Stores it. @throws the refusals of the kind */
  insert(at: number): Promise<{
    id: number;
    memberId: number | null;
    asset: string;
    amount: Amount;
    log: { action: AuditAction; subject: string; detail: Record<string, unknown> };
  }>;
}

/**
 * Stores a proposal, logs it and opens its review, in one transaction. `prepare` locks the subject.
 * Returns the id of the review that awaits the second approval; an operator who repeats a proposal gets the same id.
 * @throws already-decided beside a different proposal or another operator's, and the refusals of `prepare`
 */
export async function propose<P extends Proposal>(
  { database, clock, reviews }: ProposalDeps,
  actor: Reviewer,
  prepare: (tx: Tx) => Promise<NewProposal<P>>,
): Promise<number> {
  const reviewId = await database.transaction(async (tx) => {
    const { kind, earlier, content, insert } = await prepare(tx);
    const { operatorId } = actor;
    if (earlier !== undefined) {
      return reviewOfSame(tx, kind, { earlier, repeated: { ...content, proposedBy: operatorId } });
    }
    const at = clock.now();
    const { reason } = content;
    const { id: subjectId, log, ...about } = await insert(at);
    await logAct(tx, { actor, memberId: about.memberId, reason, ...log }, at);
    const proposal = { operatorId, note: reason };
    return reviews.open(tx, { kind, subjectId, ...about, proposal });
  });
  reviews.announce();
  return reviewId;
}

/** @throws already-decided */
async function reviewOfSame<P extends Proposal>(
  reader: Reader,
  kind: string,
  { earlier, repeated }: { earlier: P; repeated: Partial<P> },
): Promise<number> {
  const fields = Object.keys(repeated) as (keyof P)[];
  const isSame = fields.every((field) => earlier[field] === repeated[field]);
  const review = isSame ? await reviewOf(reader, kind, earlier.id) : undefined;
  if (review === undefined) throw new Refusal('already-decided');
  return review.id;
}

interface ProposalReview<Subject>
  extends SubjectReview<Subject>,
    Pick<ReviewKind, 'kind' | 'letter' | 'approve' | 'reject'> {
  read(reader: Reader, id: number): Promise<Subject>;
  texts(subject: Subject): { reason: string; message?: string };
}

/** The review of proposals that move money. */
export function proposalKind<Subject>(parts: ProposalReview<Subject>): ReviewKind {
  const { kind, letter, read, texts, approve, reject } = parts;
  return {
    kind,
    letter,
    movesMoney: true,
    approvals: 2,
    isProposal: true,
    ...subjectReview(read, parts),
    async texts(reader, id) {
      const { reason, message } = texts(await read(reader, id));
      if (message === undefined) return { reason };
      return { reason, message: shownKey(message, `approve.${kind}`) };
    },
    approve,
    reject,
  };
}
