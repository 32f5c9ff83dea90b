/** Proposes to take out revenue or to add capital; another operator agrees or refuses in the queue. */
import { type Amount, fitsScale, formatDecimal, parseDecimal, ZERO } from '@tern/money';
import type { Asset } from '../../../kernel/catalog/assets.ts';
import { findAssetNetwork } from '../../../kernel/networks/networks.ts';
import { logAct } from '../../../kernel/operators/audit-log.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { reviewOf } from '../../../kernel/review/list-reviews.ts';
import { readReason, type Reviewer } from '../../../kernel/review/review-rules.ts';
import { isUniqueViolation } from '../../../platform/database/database-errors.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { TreasuryDeps } from './deps.ts';
import { MOVE, takeableNow } from './move-kind.ts';
import { isIncome } from './rules.ts';
import { assetNamed } from './show-treasury.ts';
import { insertMove, type Move, moveByRequest, type MoveValues } from './store.ts';

export interface MoveProposal {
  move: 'takeOut' | 'addCapital';
  account: string;
  coinname: string;
  /** As sent: exact decimal. */
  amount: string;
  network: string | undefined;
  reference: string;
  reason: string;
  requestId: string | null;
}

/**
 * Returns the id of the review that awaits a second operator; a repeated request gets the same id. The sums are proven again when it is
 * agreed: other money may move until then.
 * @throws not-listed, invalid-request naming the field, insufficient-balance for more than can be taken out now,
 * already-exists for a bank transfer that was recorded before, idempotency-key-reused (the same request id with other content)
 */
export async function proposeMove(
  deps: TreasuryDeps,
  actor: Reviewer,
  proposal: MoveProposal,
): Promise<number> {
  const content = await readProposal(deps, proposal);
  const { requestId } = proposal;
  const { move, account, asset, amount, network, reference, reason } = content;
  const reviewId = await deps.database.transaction(async (tx) => {
    const { operatorId } = actor;
    const earlier = await tx.maybe(moveByRequest, [operatorId, requestId]);
    if (earlier !== undefined) return earlierReview(tx, content, earlier);
    if (move === 'takeOut' && (await takeableNow(deps, tx, content)) < amount) {
      throw new Refusal('insufficient-balance', { fields: ['amount'] });
    }
    const at = deps.clock.now();
    const values = [move, account, asset, amount, network, reference, reason] as const;
    const stored = await insertOnce(tx, [...values, operatorId, requestId, at]);
    const detail = { move, account, asset, amount: formatDecimal(amount), network, reference };
    const subject = `${MOVE}:${stored.id}`;
    await logAct(tx, { actor, action: 'treasury.propose', subject, reason, detail }, at);
    const about = { kind: MOVE, subjectId: stored.id, memberId: null, asset, amount };
    return deps.reviews.open(tx, { ...about, proposal: { operatorId, note: reason } });
  });
  deps.reviews.announce();
  return reviewId;
}

type Content = Pick<
  Move,
  'move' | 'account' | 'asset' | 'amount' | 'network' | 'reference' | 'reason'
>;

/** @throws not-listed, invalid-request naming the field */
async function readProposal(deps: TreasuryDeps, proposal: MoveProposal): Promise<Content> {
  const { move, account } = proposal;
  const asset = assetNamed(deps, proposal.coinname);
  const amount = parseDecimal<Amount>(proposal.amount);
  if (amount === undefined || amount <= ZERO || !fitsScale(amount, asset.scale)) {
    throw new Refusal('invalid-request', { fields: ['amount'] });
  }
  if (isIncome(account) !== (move === 'takeOut')) {
    throw new Refusal('invalid-request', { fields: ['account'] });
  }
  return {
    move,
    account,
    asset: asset.code,
    amount,
    network: await readNetwork(deps, asset, proposal),
    reference: readReason(proposal.reference, 'reference'),
    reason: readReason(proposal.reason),
  };
}

/**
 * Empty for a bank and for paper money. Coins of capital arrive over a network, where the rail sees them: they are assigned among stuck
 * transfers. @throws invalid-request naming the field
 */
async function readNetwork(
  { mode, database }: TreasuryDeps,
  { kind, code }: Asset,
  { move, network }: Pick<MoveProposal, 'move' | 'network'>,
): Promise<string> {
  if (mode === 'paper' || kind === 'fiat') {
    if (network !== undefined) throw new Refusal('invalid-request', { fields: ['czline'] });
    return '';
  }
  if (move === 'addCapital') throw new Refusal('invalid-request', { fields: ['coinname'] });
  const found = await findAssetNetwork(database, code, network ?? '');
  if (found === undefined) throw new Refusal('invalid-request', { fields: ['czline'] });
  return found.network;
}

/** @throws already-exists for a bank transfer that was recorded before, idempotency-key-reused for one proposed meanwhile */
async function insertOnce(tx: Tx, values: MoveValues) {
  try {
    const stored = await tx.maybe(insertMove, values);
    if (stored !== undefined) return stored;
  } catch (error) {
    if (!isUniqueViolation(error, 'treasury_moves_receipt_once')) throw error;
    throw new Refusal('already-exists', { fields: ['reference'], text: 'transfer.recorded' });
  }
  throw new Refusal('idempotency-key-reused');
}

const CONTENT = [
  'move',
  'account',
  'asset',
  'amount',
  'network',
  'reference',
  'reason',
] as const satisfies readonly (keyof Content)[];

/** @throws idempotency-key-reused */
async function earlierReview(tx: Tx, content: Content, earlier: Move): Promise<number> {
  const isSame = CONTENT.every((field) => earlier[field] === content[field]);
  const review = isSame ? await reviewOf(tx, MOVE, earlier.id) : undefined;
  if (review === undefined) throw new Refusal('idempotency-key-reused');
  return review.id;
}
