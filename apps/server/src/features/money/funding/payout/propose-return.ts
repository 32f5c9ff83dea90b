/** One operator proposes the return of a payout that its bank refused or sent back; a second one must approve (ADR 29). */
import { type Amount, formatDecimal } from '@tern/money';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { propose, type ProposalDeps } from '../../../../kernel/review/proposals.ts';
import { readReason, type Reviewer } from '../../../../kernel/review/review-rules.ts';
import type { Deps } from '../deps.ts';
import { assertInNoOpenFile } from '../bank/payment-files.ts';
import { assertWithin, readAmount } from '../request/read-amount.ts';
import { insertReturn, type Payout, payoutStore, returnOf } from './store.ts';

export const PAYOUT_RETURN = 'payback';

export interface ReturnProposal {
  payoutId: number;
  /** What came back, in the currency; absent for one that was never sent. */
  num: string | number | undefined;
  bankReference: string;
  /** For operators. */
  reason: string;
}

/**
 * Returns the id of the review that awaits the second approval; an operator who repeats a proposal gets the same id.
 * @throws invalid-request naming the field, not-found, out-of-bounds for more than was sent, already-decided unless it is
 * approved or sent, or in a file that the bank may still get, or beside another proposal
 */
export async function proposeReturn(
  deps: ProposalDeps & Deps<'assets'>,
  actor: Reviewer,
  input: ReturnProposal,
): Promise<number> {
  const { payoutId } = input;
  const reason = readReason(input.reason);
  const bankReference = readReason(input.bankReference, 'bankReference');
  return propose(deps, actor, async (tx) => {
    const payout = await tx.maybe(payoutStore.forUpdate, [payoutId]);
    if (payout === undefined) throw new Refusal('not-found');
    const earlier = await tx.maybe(returnOf, [payoutId]);
    const { memberId, state, currency } = payout;
    if (earlier === undefined && state !== 'approved' && state !== 'completed') {
      throw new Refusal('already-decided');
    }
    if (state === 'approved') await assertInNoOpenFile(tx, payoutId);
    const amount = readReturned(input, payout, deps.assets.get(currency).scale);
    return {
      kind: PAYOUT_RETURN,
      earlier,
      content: { amount, bankReference, reason },
      async insert(at) {
        const proposal = { amount, bankReference, reason, proposedBy: actor.operatorId };
        const { id } = await insertReturn(tx, { payoutId, ...proposal, createdAt: at });
        const returned = amount === null ? {} : { returned: formatDecimal(amount), currency };
        const detail = { bankReference, ...returned };
        const subject = `payout:${payoutId}`;
        const log = { action: 'payout.proposeReturn', subject, detail } as const;
        const money =
          amount === null
            ? { asset: payout.asset, amount: payout.amount }
            : { asset: currency, amount };
        return { id, memberId, ...money, log };
      },
    };
  });
}

/** Null for what was never sent. @throws invalid-request, out-of-bounds */
function readReturned(
  { num }: ReturnProposal,
  { valueDate, state, received, currency }: Payout,
  scale: number,
): Amount | null {
  const wasSent = state !== 'approved' && (state === 'completed' || valueDate !== null);
  if (wasSent !== (num !== undefined)) throw new Refusal('invalid-request', { fields: ['amount'] });
  if (num === undefined) return null;
  const amount = readAmount(num);
  assertWithin(amount, { min: amount, max: received, scale, currency });
  return amount;
}
