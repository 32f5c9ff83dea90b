/** One operator proposes the owner of an unmatched transfer, or to set it aside; a second one must approve (ADR 31). */
import { type Amount, formatDecimal, ZERO } from '@tern/money';
import type { AssetBook } from '../../../kernel/catalog/assets.ts';
import { logAct } from '../../../kernel/operators/audit-log.ts';
import { memberById } from '../../../kernel/members/members.ts';
import { type AssetNetwork, findAssetNetwork } from '../../../kernel/networks/networks.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { reviewOf } from '../../../kernel/review/list-reviews.ts';
import { readReason, type Reviewer } from '../../../kernel/review/review-rules.ts';
import type { Reviews } from '../../../kernel/review/reviews.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../../platform/database/database.ts';
import { splitArrived } from '../deposit/rules.ts';
import { insertProposal, proposalOf, type UnmatchedDeposit, unmatchedForUpdate } from './store.ts';

export const UNMATCHED = 'stray';

export interface UnmatchedDeps {
  database: Database;
  clock: Clock;
  assets: AssetBook;
  reviews: Reviews;
}

export interface UnmatchedInput {
  reference: string;
  act: 'credit' | 'dismiss';
  /** Of a credit. */
  memberId: number | undefined;
  reason: string;
}

/**
 * Returns the id of the review that awaits the second approval; an operator who repeats a proposal gets the same id.
 * Fails with: not-listed for a coin that is not offered, invalid-request naming the field, not-found for an unknown
 * transfer or member, out-of-bounds for less than the coin's smallest unit, already-decided beside another proposal or
 * once it is settled.
 */
export async function proposeUnmatched(
  deps: UnmatchedDeps,
  actor: Reviewer,
  input: UnmatchedInput,
) {
  const reason = readReason(input.reason);
  if ((input.act === 'credit') !== (input.memberId !== undefined)) {
    throw new Refusal('invalid-request', { fields: ['memberId'] });
  }
  const reviewId = await deps.database.transaction(async (tx) => {
    const unmatched = await tx.maybe(unmatchedForUpdate, [input.reference]);
    if (unmatched === undefined) throw new Refusal('not-found', { fields: ['reference'] });
    const earlier = await earlierReview(tx, { ...input, reason }, actor);
    return earlier ?? put(tx, { deps, actor, unmatched, input: { ...input, reason } });
  });
  deps.reviews.announce();
  return reviewId;
}

/** Fails with: already-decided beside a different proposal, or another operator's. */
async function earlierReview(tx: Tx, input: UnmatchedInput, { operatorId }: Reviewer) {
  const earlier = await tx.maybe(proposalOf, [input.reference]);
  if (earlier === undefined) return undefined;
  const isSame =
    earlier.act === input.act &&
    earlier.memberId === (input.memberId ?? null) &&
    earlier.reason === input.reason &&
    earlier.proposedBy === operatorId;
  const review = isSame ? await reviewOf(tx, UNMATCHED, earlier.id) : undefined;
  if (review === undefined) throw new Refusal('already-decided');
  return review.id;
}

interface Given {
  deps: UnmatchedDeps;
  actor: Reviewer;
  unmatched: UnmatchedDeposit;
  input: UnmatchedInput;
}

/** Needs: the transfer's row, locked. */
async function put(tx: Tx, { deps, actor, unmatched, input }: Given): Promise<number> {
  const { reference, act, memberId = null, reason } = input;
  const { operatorId } = actor;
  const at = deps.clock.now();
  const credit = act === 'credit' ? await creditOf(tx, deps.assets, unmatched) : undefined;
  if (memberId !== null && (await memberById(tx, memberId)) === undefined) {
    throw new Refusal('not-found', { fields: ['memberId'] });
  }
  const values = [reference, act, memberId, credit?.fee ?? ZERO, reason, operatorId, at] as const;
  const made = await tx.one(insertProposal, [...values]);
  const { asset, amount } = unmatched;
  const detail = { reference, act, asset, amount: formatDecimal(amount) };
  const subject = `stray:${made.id}`;
  await logAct(tx, { actor, action: 'stray.propose', subject, memberId, reason, detail }, at);
  const proposal = { operatorId, note: reason };
  const about = { kind: UNMATCHED, subjectId: made.id, memberId, asset, amount };
  return deps.reviews.open(tx, { ...about, proposal });
}

/** What a credit would be, without the fee where that would take all of it. Fails with: not-listed, out-of-bounds. */
export async function creditOf(
  reader: Reader,
  assets: AssetBook,
  unmatched: UnmatchedDeposit,
): Promise<{ network: AssetNetwork; amount: Amount; remainder: Amount; fee: Amount }> {
  const asset = assets.find(unmatched.asset);
  const network = asset && (await findAssetNetwork(reader, asset.code, unmatched.network));
  if (asset === undefined || network === undefined) throw new Refusal('not-listed');
  const { amount, remainder } = splitArrived(unmatched.amount, asset.scale);
  if (amount <= ZERO) throw new Refusal('out-of-bounds');
  const fee = amount > network.depositFee ? network.depositFee : ZERO;
  return { network, amount, remainder, fee };
}
