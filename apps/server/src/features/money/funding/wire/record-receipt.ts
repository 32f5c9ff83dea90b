/** An operator records the receipt of a wire: it becomes part of the facts that two operators then approve. */
import { formatDecimal } from '@tern/money';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import {
  assertClaimed,
  readReason,
  type Reviewer,
} from '../../../../kernel/review/review-rules.ts';
import { logStep, type Step, takeStep } from '../../../../kernel/review/review-step.ts';
import { screen } from '../../../../kernel/screening/screen.ts';
import { isUniqueViolation } from '../../../../platform/database/database-errors.ts';
import type { Deps } from '../deps.ts';
import { assertWithin, readAmount } from '../request/read-amount.ts';
import { entryOfRecord } from '../bank/store.ts';
import { setReceipt, wireStore } from './store.ts';
import { publish } from '../request/publish.ts';
import type { WireDeps } from './create-wire.ts';
import { wires } from './wires.ts';

export interface Receipt {
  /** In the wire's currency; may differ from the announced amount. */
  num: string | number;
  /** The transfer's reference on the bank statement: each transfer is credited once. */
  bankReference: string;
  /** The payer on the bank statement. */
  payer: string;
}

/**
 * May be corrected until the wire is decided, which voids a first approval of other facts.
 * @throws invalid-request naming the field, not-found, already-exists when that transfer was recorded for another wire,
 * not-claimed, already-decided
 */
export async function recordReceipt(
  deps: WireDeps & Deps<'bus'>,
  reviewer: Reviewer,
  { reviewId, receipt }: { reviewId: number; receipt: Receipt },
): Promise<void> {
  try {
    await takeStep(deps, { reviewer, id: reviewId }, (step) => write(deps, step, receipt));
  } catch (error) {
    if (!isUniqueViolation(error, 'wires_bank_reference')) throw error;
    throw new Refusal('already-exists', {
      fields: ['bankReference'],
      text: 'transfer.recorded',
    });
  }
}

async function write({ assets }: WireDeps, step: Step, receipt: Receipt): Promise<void> {
  const { tx, review, reviewer, at } = step;
  if (review.kind !== wires.kind) throw new Refusal('not-found');
  assertClaimed(review, reviewer, at);
  const { id, asset } = await tx.one(wireStore.forUpdate, [review.subjectId]);
  // What the statement of the bank says is not corrected by hand.
  if ((await tx.maybe(entryOfRecord, [wires.kind, id])) !== undefined) {
    throw new Refusal('already-exists', { fields: ['bankReference'], text: 'transfer.recorded' });
  }
  const received = readAmount(receipt.num);
  const { scale } = assets.get(asset);
  assertWithin(received, { min: received, max: received, scale, currency: asset });
  const bankReference = readReason(receipt.bankReference, 'bankReference');
  const payer = readReason(receipt.payer, 'payer');
  const detail = { received: formatDecimal(received), bankReference, payer };
  await logStep(step, 'wire.recordReceipt', { detail });
  const request = await tx.one(setReceipt, [id, received, bankReference, payer, at]);
  const { memberId } = request;
  await screen(tx, { kind: wires.kind, subjectId: id, memberId, values: [['party', payer]] }, at);
  await publish(tx, wires, { request, at });
}
