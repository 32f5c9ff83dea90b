/** Carries out an approved payout: pays it at the current rate, or returns everything below the member's minimum (rules §2, §6). */
import type { OwnReason } from '../../../kernel/i18n/reasons.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { returnRequest } from '../request/lifecycle.ts';
import { publish } from '../request/publish.ts';
import { paymentNow, type TermsDeps } from './payout-terms.ts';
import { BELOW_LEAST, payouts } from './payouts.ts';
import { payEntry } from './rules.ts';
import { type Payout, payPayout } from './store.ts';

/**
 * Returns the reason of a return. Fails with: market-closed, no-price while there is no price; the review stays open.
 */
export async function settlePayout(
  deps: TermsDeps,
  tx: Tx,
  { payout, at }: { payout: Payout; at: number },
): Promise<OwnReason | undefined> {
  const { id } = payout;
  const { rate, legs, received, isBelowLeast } = paymentNow(deps, payout);
  if (isBelowLeast) {
    await returnRequest(tx, payouts, { id, state: 'rejected', reason: BELOW_LEAST, at });
    return BELOW_LEAST;
  }
  const request = await tx.one(payPayout, [id, rate, legs, received, at]);
  await publish(tx, payouts, { request, entries: [payEntry(request)], at });
  return undefined;
}
