/** What the identity screen shows; pure. */
import type { Identity } from './api.ts';

/** `form`: nothing was sent, or it can be sent again. */
export type IdentityView = 'form' | 'review' | 'verified';

export function viewOf(identity: Identity | undefined): IdentityView {
  if (identity?.status === 'submitted') return 'review';
  return identity?.status === 'verified' ? 'verified' : 'form';
}

/**
 * Why documents have to be sent again: they were rejected for a reason, or operators removed the verification, with the
 * reason among their actions. Undefined before the first documents.
 */
export function rejectionOf(
  identity: Identity | undefined,
): { reason: string } | 'removed' | undefined {
  if (identity?.status !== 'rejected') return undefined;
  const reason = identity.documents?.reason ?? '';
  return reason === '' ? 'removed' : { reason };
}

/** When the member can expect a decision, and whether that time has passed. Times in ISO 8601 UTC, which sort as text. */
export function decisionOf(
  { dueAt, heldUntil }: { dueAt: string; heldUntil: string | null },
  now: string,
): { key: 'transfer.heldUntil' | 'transfer.late' | 'transfer.decidedBy'; at: string } {
  if (heldUntil !== null && heldUntil > now) return { key: 'transfer.heldUntil', at: heldUntil };
  return { key: dueAt < now ? 'transfer.late' : 'transfer.decidedBy', at: dueAt };
}
