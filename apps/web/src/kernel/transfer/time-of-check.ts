/** Which moment is told of a record under review: the end of a hold, or until when it is decided; pure (rules §2). */

export interface TimesOfCheck {
  /** ISO 8601, as `dueAt` is. */
  heldUntil: string | null;
  dueAt: string;
}

export interface TimeOfCheck {
  key: 'transfer.heldUntil' | 'transfer.decidedBy' | 'transfer.late';
  /** ISO 8601 */
  at: string;
}

/** `now`: epoch ms. A hold that is over holds nothing, and a promise that was not kept is not made again. */
export function timeOfCheck({ heldUntil, dueAt }: TimesOfCheck, now: number): TimeOfCheck {
  if (heldUntil !== null && Date.parse(heldUntil) > now) {
    return { key: 'transfer.heldUntil', at: heldUntil };
  }
  const isLate = Date.parse(dueAt) <= now;
  return { key: isLate ? 'transfer.late' : 'transfer.decidedBy', at: dueAt };
}
