/** People decide a hit: two must agree, of two who disagree a third decides. Until then it stops what it names. */
import type { ScreeningSign } from '@tern/protocol/operator';
import { openCaseForHits, recordHitDecision } from '../../../kernel/cases/hit-cases.ts';
import { notAboutActor } from '../../../kernel/operators/staff-accounts.ts';
import { logAct } from '../../../kernel/operators/audit-log.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { readReason, type Reviewer } from '../../../kernel/review/review-rules.ts';
import {
  decisionsOfHit,
  insertDecision,
  lockHit,
  setHit,
} from '../../../kernel/screening/store-hits.ts';
import type { ScreeningDeps } from './deps.ts';

export type Finding = 'notSame' | 'match';

export interface GivenDecision {
  id: number;
  /** As the operator saw it. */
  round: number;
  place: number;
  finding: Finding;
  signs: readonly ScreeningSign[];
  reason: string;
}

const subjectOf = (id: number): string => `hit:${id}`;

/**
 * Gives the state afterwards.
 * @throws not-found, also for a hit on the operator's own account, already-decided, second-person-needed for one who has decided in this round, facts-changed when a colleague
 * decided meanwhile
 */
export async function decideHit(
  { database, clock, reviews }: Pick<ScreeningDeps, 'database' | 'clock' | 'reviews'>,
  actor: Reviewer,
  given: GivenDecision,
): Promise<'open' | Finding> {
  const { id, round, place, finding } = given;
  const signs = [...new Set(given.signs)];
  const reason = readReason(given.reason);
  const state = await database.transaction(async (tx) => {
    const at = clock.now();
    const hit = await notAboutActor(tx, actor, await tx.maybe(lockHit, [id]));
    if (hit.state !== 'open') throw new Refusal('already-decided');
    const before = (await tx.many(decisionsOfHit, [id])).filter((one) => one.round === hit.round);
    if (before.some(({ operatorId }) => operatorId === actor.operatorId)) {
      throw new Refusal('second-person-needed');
    }
    if (round !== hit.round || place !== before.length + 1) throw new Refusal('facts-changed');
    const { operatorId } = actor;
    const by = { operatorId, signs, reason, createdAt: at };
    await insertDecision(tx, { hitId: id, round, place, outcome: finding, ...by });
    const entry = {
      actor,
      action: 'screening.decide',
      subject: subjectOf(id),
      memberId: hit.memberId,
      reason,
      detail: { round, place, finding, signs },
    } as const;
    await logAct(tx, entry, at);
    const isAgreed = before.some((one) => one.outcome === finding);
    if (isAgreed) await tx.run(setHit, [id, finding, round, at]);
    await recordHitDecision(tx, { id, operatorId, finding, reason }, at);
    return isAgreed ? finding : 'open';
  });
  reviews.announce();
  return state;
}

/** One person asks again; what it names is stopped until two agree. @throws not-found as above, already-decided unless it is decided */
export async function reopenHit(
  { database, clock, reviews }: Pick<ScreeningDeps, 'database' | 'clock' | 'reviews'>,
  actor: Reviewer,
  given: { id: number; reason: string },
): Promise<void> {
  const { id } = given;
  const reason = readReason(given.reason);
  await database.transaction(async (tx) => {
    const hit = await notAboutActor(tx, actor, await tx.maybe(lockHit, [id]));
    const { state, memberId, round, valueId } = hit;
    const at = clock.now();
    if (state !== 'notSame' && state !== 'match') throw new Refusal('already-decided');
    const detail = { round: round + 1, finding: state };
    const subject = subjectOf(id);
    const entry = { actor, action: 'screening.reopen', subject, memberId, reason, detail } as const;
    await logAct(tx, entry, at);
    await tx.run(setHit, [id, 'open', round + 1, null]);
    await openCaseForHits(tx, valueId, at);
  });
  reviews.announce();
}
