/** One operator says whose a transfer is that could be credited to nobody, or that it is nobody's; another has to agree (ADR 31). */
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
 * Gives the id of the review that awaits a second person; the same said again by the same person answers the first.
 * Fails with: 4019 for a coin that is not offered, 5001 naming the field, 5007 for an unknown transfer or member, 5013
 * for what is less than the coin's smallest part, 5034 beside another proposal or once it is settled.
 */
export async function proposeUnmatched(deps: UnmatchedDeps, actor: Reviewer, wish: UnmatchedInput) {
  const reason = readReason(wish.reason);
  if ((wish.act === 'credit') !== (wish.memberId !== undefined)) {
    throw new Refusal(5001, { fields: ['memberId'] });
  }
  const reviewId = await deps.database.transaction(async (tx) => {
    const unmatched = await tx.maybe(unmatchedForUpdate, [wish.reference]);
    if (unmatched === undefined) throw new Refusal(5007, { fields: ['reference'] });
    const earlier = await earlierReview(tx, { ...wish, reason }, actor);
    return earlier ?? put(tx, { deps, actor, unmatched, wish: { ...wish, reason } });
  });
  deps.reviews.announce();
  return reviewId;
}

/** Fails with: 5034 beside a proposal with another content, or another person's. */
async function earlierReview(tx: Tx, wish: UnmatchedInput, { operatorId }: Reviewer) {
  const earlier = await tx.maybe(proposalOf, [wish.reference]);
  if (earlier === undefined) return undefined;
  const isSame =
    earlier.act === wish.act &&
    earlier.memberId === (wish.memberId ?? null) &&
    earlier.reason === wish.reason &&
    earlier.proposedBy === operatorId;
  const review = isSame ? await reviewOf(tx, UNMATCHED, earlier.id) : undefined;
  if (review === undefined) throw new Refusal(5034);
  return review.id;
}

interface Given {
  deps: UnmatchedDeps;
  actor: Reviewer;
  unmatched: UnmatchedDeposit;
  wish: UnmatchedInput;
}

/** Holds locks: the transfer's row. */
async function put(tx: Tx, { deps, actor, unmatched, wish }: Given): Promise<number> {
  const { reference, act, memberId = null, reason } = wish;
  const { operatorId } = actor;
  const at = deps.clock.now();
  const credit = act === 'credit' ? await creditOf(tx, deps.assets, unmatched) : undefined;
  if (memberId !== null && (await memberById(tx, memberId)) === undefined) {
    throw new Refusal(5007, { fields: ['memberId'] });
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

/** What a credit would be. The fee is left out where it would eat all of it. Fails with: 4019, 5013. */
export async function creditOf(
  reader: Reader,
  assets: AssetBook,
  unmatched: UnmatchedDeposit,
): Promise<{ network: AssetNetwork; amount: Amount; remainder: Amount; fee: Amount }> {
  const asset = assets.find(unmatched.asset);
  const network = asset && (await findAssetNetwork(reader, asset.code, unmatched.network));
  if (asset === undefined || network === undefined) throw new Refusal(4019);
  const { amount, remainder } = splitArrived(unmatched.amount, asset.scale);
  if (amount <= ZERO) throw new Refusal(5013);
  const fee = amount > network.depositFee ? network.depositFee : ZERO;
  return { network, amount, remainder, fee };
}
