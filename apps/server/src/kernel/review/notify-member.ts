/** Tells the member what was decided on what they asked for, whatever kind of review it is (rules §10). */
import { formatDecimal } from '@tern/money';
import { notify } from '../messaging/notifications.ts';
import type { ReviewQueueDeps, Step } from './review-step.ts';

/** `until` is a moment in ISO 8601. */
export type Decided =
  | { kind: 'review.approved' }
  | { kind: 'review.rejected'; reason: string }
  | { kind: 'review.voided'; reason: string }
  | { kind: 'review.held'; reason: string; until: string };

/** Of what operators put up themselves its owner tells. */
export async function notifyMember(
  { reviews }: ReviewQueueDeps,
  step: Step,
  told: Decided,
): Promise<void> {
  const { memberId, subjectId, asset } = step.review;
  const reviewed = reviews.kind(step.review.kind);
  const { letter, isProposal = false } = reviewed;
  if (memberId === null || isProposal) return;
  const { kind, ...more } = told;
  const moved = kind === 'review.approved' && (await reviewed.moved?.(step.tx, subjectId));
  const amount = moved || step.review.amount;
  const money = { asset: asset ?? '', amount: amount === null ? '' : formatDecimal(amount) };
  const values = { recordNo: `${letter}-${subjectId}`, ...money, ...more };
  const about = { kind: step.review.kind, id: subjectId };
  await notify(step.tx, { memberId, kind, about, values }, step.at);
}
