/** Limits what one customer, address or operator sends: counted in the database, so that a restart resets none. */
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { LimitKey } from '../../../platform/limit-key.ts';
import { addCount } from './store-conversations.ts';

export interface Limit {
  /** Such as `send conversation 5001`. */
  subject: LimitKey;
  max: number;
  windowMs: number;
}

/**
 * Counts one act, in its transaction: a refused one is not counted.
 * @throws too-many-requests with the seconds to wait
 */
export async function countAgainst(tx: Tx, limits: readonly Limit[], now: number): Promise<void> {
  for (const { subject, max, windowMs } of limits) {
    const { at } = await tx.one(addCount, [subject, now, now - windowMs]);
    const blocking = at.at(-1 - max);
    if (blocking === undefined) continue;
    const seconds = Math.max(1, Math.ceil((blocking + windowMs - now) / 1_000));
    throw new Refusal('too-many-requests', { data: { seconds } });
  }
}
