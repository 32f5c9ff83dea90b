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

export interface Renewal {
  /** What is said about documents; undefined if there is nothing to say. */
  key:
    | 'identity.renewChecking'
    | 'identity.renewRejected'
    | 'identity.renewEnded'
    | 'identity.renewEnds'
    | 'identity.renewAdd'
    | undefined;
  /** The last day of the document: YYYY-MM-DD, or empty. */
  day: string;
  /** Why newer documents were rejected, or empty. */
  reason: string;
  isDue: boolean;
  /** Not while others are under review. */
  canStart: boolean;
}

/** Of a verified member. `today` as YYYY-MM-DD. */
export function renewalOf(identity: Identity, today: string): Renewal {
  const { documents, verified, isRenewalDue: isDue } = identity;
  const isNewer = documents !== undefined && documents.ID !== verified?.ID;
  const isChecking = isNewer && documents.decidedAt === null;
  const reason = isNewer && !isChecking ? documents.reason : '';
  const details = verified?.details ?? null;
  const day = details?.documentEndsOn ?? '';
  const rest = { day, reason, isDue, canStart: verified !== undefined && !isChecking };
  if (isChecking) return { ...rest, key: 'identity.renewChecking', isDue: false };
  if (reason !== '') return { ...rest, key: 'identity.renewRejected' };
  if (day !== '' && day < today) return { ...rest, key: 'identity.renewEnded' };
  if (!isDue) return { ...rest, key: undefined };
  return { ...rest, key: details === null ? 'identity.renewAdd' : 'identity.renewEnds' };
}

/** When the member can expect a decision, and whether that time has passed. Times in ISO 8601 UTC, which sort as text. */
export function decisionOf(
  { dueAt, heldUntil }: { dueAt: string; heldUntil: string | null },
  now: string,
): { key: 'transfer.heldUntil' | 'transfer.late' | 'transfer.decidedBy'; at: string } {
  if (heldUntil !== null && heldUntil > now) return { key: 'transfer.heldUntil', at: heldUntil };
  return { key: dueAt < now ? 'transfer.late' : 'transfer.decidedBy', at: dueAt };
}
