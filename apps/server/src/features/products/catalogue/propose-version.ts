/** Proposes a draft: another operator approves exactly these terms and this time (ADR 24, 25). */
import { logAct } from '../../../kernel/operators/audit-log.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { readReason, type Reviewer } from '../../../kernel/review/review-rules.ts';
import { isoTime } from '../../../platform/clock.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { nameOf, problemsOf } from './describe-version.ts';
import { proposeDraft } from './store.ts';
import { lockedProduct, PRODUCT, type ProductsDeps } from './write-version.ts';

/** Not scheduled further ahead. */
const SCHEDULE_MAX_MS = 366 * DAY_MS;

export interface VersionProposal {
  id: number;
  version: number;
  /** When the draft was last changed, as the proposer has read it. Units: epoch milliseconds. */
  seenAt: number;
  /** Epoch ms; null to take effect on approval. */
  effectiveAt: number | null;
  reason: string;
}

/**
 * Returns the id of the review that awaits a second operator.
 * @throws invalid-request naming the time or the terms that cannot be, not-found, facts-changed for a draft that has
 * changed since, already-decided for a version that is no draft
 */
export async function proposeVersion(
  deps: ProductsDeps,
  actor: Reviewer,
  proposal: VersionProposal,
): Promise<number> {
  const { id, effectiveAt } = proposal;
  const reason = readReason(proposal.reason);
  const reviewId = await deps.database.transaction(async (tx) => {
    const at = deps.clock.now();
    if (effectiveAt !== null && (effectiveAt <= at || effectiveAt > at + SCHEDULE_MAX_MS)) {
      throw new Refusal('invalid-request', { fields: ['effectiveAt'] });
    }
    const { product, versions } = await lockedProduct(tx, id);
    const draft = versions.find(({ version }) => version === proposal.version);
    if (draft === undefined) throw new Refusal('not-found', { fields: ['version'] });
    if (draft.state !== 'draft') throw new Refusal('already-decided');
    if (draft.updatedAt !== proposal.seenAt) throw new Refusal('facts-changed');
    const problems = await problemsOf(deps.products.get(product.kind), draft, tx);
    if (problems.length > 0) {
      throw new Refusal('invalid-request', {
        fields: problems.map(({ field }) => `terms.${field}`),
      });
    }
    const { operatorId } = actor;
    await tx.run(proposeDraft, [draft.id, effectiveAt, reason, operatorId, at]);
    const { version, terms, isOpen } = draft;
    const time = effectiveAt === null ? null : isoTime(effectiveAt);
    const detail = { version, terms, isOpen, effectiveAt: time };
    const subject = `product:${id}`;
    await logAct(tx, { actor, action: 'product.propose', subject, reason, detail }, at);
    const { asset } = nameOf(deps.products, draft);
    const about = { kind: PRODUCT, subjectId: draft.id, memberId: null };
    const shown = asset === '' ? {} : { asset };
    return deps.reviews.open(tx, { ...about, ...shown, proposal: { operatorId, note: reason } });
  });
  deps.reviews.announce();
  return reviewId;
}
