/** An operator lowers the amount of an application: it becomes part of the facts that two operators then approve. */
import { type Amount, fitsScale, formatDecimal } from '@tern/money';
import type { MessageCode } from '@tern/protocol/operator';
import { recordMemberEvents } from '../../../kernel/events/member-events.ts';
import { readAmount } from '../../../kernel/requests/bounded-amount.ts';
import { Refusal, tooManyPlaces } from '../../../kernel/requests/refusal.ts';
import {
  assertClaimed,
  readMessage,
  readReason,
  type Reviewer,
} from '../../../kernel/review/review-rules.ts';
import { logStep, type Step, takeStep } from '../../../kernel/review/review-step.ts';
import type { LoanDeps } from './deps.ts';
import { loanEvent } from './describe-loan.ts';
import { loanForUpdate, setOffered, type StoredLoan } from './store.ts';

interface NewAmount {
  /** At most what was requested. */
  amount: string | number;
  /** What the member reads; absent: the usual message. */
  message?: MessageCode | undefined;
  reason: string;
}

/**
 * May be changed until the application is decided, which voids a first approval of another amount.
 * @throws not-found for a review of another kind, not-claimed, already-decided, amount-missing, invalid-request,
 * above-maximum (`data.max` is what was requested)
 */
export function lowerAmount(
  deps: LoanDeps,
  reviewer: Reviewer,
  { reviewId, given }: { reviewId: number; given: NewAmount },
): Promise<void> {
  return takeStep(deps, { reviewer, id: reviewId }, (step) => write(step, given));
}

async function write(step: Step, given: NewAmount): Promise<void> {
  const { tx, review, reviewer, at } = step;
  if (review.kind !== 'loan') throw new Refusal('not-found');
  assertClaimed(review, reviewer, at);
  const loan = await tx.one(loanForUpdate, [review.subjectId]);
  const offered = amountIn(given, loan);
  const reason = readReason(given.reason);
  const message = readMessage('lowerLoan', given.message);
  const detail = { approved: formatDecimal(offered) };
  await logStep(step, 'loan.lowerAmount', { reason, message, detail });
  const after = await tx.one(setOffered, [loan.id, offered, message, at]);
  await recordMemberEvents(tx, [await loanEvent(tx, after, at)], at);
}

function amountIn({ amount: given }: NewAmount, { scale, requested }: StoredLoan): Amount {
  const fields = ['amount'];
  const amount = readAmount(given, fields);
  if (!fitsScale(amount, scale)) throw tooManyPlaces('amount', scale);
  if (amount > requested)
    throw new Refusal('above-maximum', { fields, data: { max: formatDecimal(requested) } });
  return amount;
}
