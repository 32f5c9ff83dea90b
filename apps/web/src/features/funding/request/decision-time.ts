/** The time shown for a request under review: the end of a pause, or when it will be decided; pure (rules §2). */

export interface ReviewTimes {
  /** ISO 8601, as `dueAt` is. */
  heldUntil: string | null;
  dueAt: string;
}

export interface DecisionTime {
  key: 'transfer.heldUntil' | 'transfer.decidedBy' | 'transfer.late';
  /** ISO 8601 */
  at: string;
}

/** `now`: epoch ms. A pause that is over no longer counts, and an overdue decision is shown as late. */
export function decisionTime({ heldUntil, dueAt }: ReviewTimes, now: number): DecisionTime {
  if (heldUntil !== null && Date.parse(heldUntil) > now) {
    return { key: 'transfer.heldUntil', at: heldUntil };
  }
  const isLate = Date.parse(dueAt) <= now;
  return { key: isLate ? 'transfer.late' : 'transfer.decidedBy', at: dueAt };
}
