/** Manual credits and debits: one operator proposes and another approves before money moves. */
import { exchangeAccounts, recordTypes, transfer } from '@tern/ledger';
import { type Amount, fitsScale, formatDecimal, negate, parseDecimal, ZERO } from '@tern/money';
import type { MessageCode } from '@tern/protocol/operator';
import type { AssetRegistry } from '../../../../kernel/catalog/assets.ts';
import { logAct } from '../../../../kernel/operators/audit-log.ts';
import { availableTo } from '../../../../kernel/ledger/balances.ts';
import { memberById } from '../../../../kernel/members/members.ts';
import { notify } from '../../../../kernel/messaging/notifications.ts';
import { isOverdrawn, postAndPublish } from '../../../../kernel/ledger/post-entries.ts';
import { reasonForStaff } from '../../../../kernel/i18n/reasons.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { reviewOf } from '../../../../kernel/review/list-reviews.ts';
import { proposalKind } from '../../../../kernel/review/proposals.ts';
import {
  comparisonRow,
  type Decision,
  type ReviewKind,
} from '../../../../kernel/review/review-kind.ts';
import { readMessage, readReason, type Reviewer } from '../../../../kernel/review/review-rules.ts';
import type { Reviews } from '../../../../kernel/review/reviews.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../../../platform/database/database.ts';
import { entryById, entryByRequest, insertEntry, type ManualEntry } from '../store-proposals.ts';

const MANUAL = 'manual';

export interface ManualDeps {
  database: Database;
  clock: Clock;
  assets: AssetRegistry;
  reviews: Reviews;
}

export interface EntryProposal {
  memberId: number;
  side: 'credit' | 'debit';
  asset: string;
  /** As sent: exact decimal. */
  amount: string;
  /** What the member reads; absent: the usual message. */
  message?: MessageCode | undefined;
  reason: string;
  requestId: string | null;
}

/**
 * Returns the id of the review that awaits a second operator.
 * @throws not-listed, invalid-request naming the field, idempotency-key-reused (the same request id with other content),
 * not-found, account-closed, insufficient-balance for a debit above what is available
 */
export async function proposeEntry(
  deps: ManualDeps,
  actor: Reviewer,
  proposal: EntryProposal,
): Promise<number> {
  const { memberId, side, requestId } = proposal;
  const reason = readReason(proposal.reason);
  const message = readMessage('approve.manual', proposal.message);
  const asset = deps.assets.find(proposal.asset);
  if (asset === undefined) throw new Refusal('not-listed', { fields: ['coinname'] });
  const amount = parseDecimal<Amount>(proposal.amount);
  if (amount === undefined || amount <= ZERO || !fitsScale(amount, asset.scale)) {
    throw new Refusal('invalid-request', { fields: ['amount'] });
  }
  const reviewId = await deps.database.transaction(async (tx) => {
    const member = await memberById(tx, memberId);
    if (member === undefined) throw new Refusal('not-found');
    if (member.closedAt !== null) throw new Refusal('account-closed');
    if (
      side === 'debit' &&
      (await availableTo(tx, { owner: memberId, asset: asset.code })) < amount
    )
      throw new Refusal('insufficient-balance', { fields: ['amount'] });
    const at = deps.clock.now();
    const { operatorId } = actor;
    const values = [memberId, side, asset.code, amount, message, reason, operatorId] as const;
    const entry = await tx.maybe(insertEntry, [...values, requestId, at]);
    const given = { ...proposal, reason, message, amount };
    if (entry === undefined) return earlierReview(tx, given, operatorId);
    const detail = { side, asset: asset.code, amount: formatDecimal(amount) };
    const subject = `manual:${entry.id}`;
    await logAct(tx, { actor, action: 'manual.propose', subject, memberId, reason, detail }, at);
    return deps.reviews.open(tx, {
      kind: MANUAL,
      subjectId: entry.id,
      memberId,
      asset: asset.code,
      amount,
      proposal: { operatorId, note: reason },
    });
  });
  deps.reviews.announce();
  return reviewId;
}

/** @throws idempotency-key-reused */
async function earlierReview(
  tx: Tx,
  request: Omit<EntryProposal, 'amount' | 'message'> & { amount: Amount; message: string },
  operatorId: number,
): Promise<number> {
  const earlier = await tx.maybe(entryByRequest, [operatorId, request.requestId]);
  const isSame =
    earlier !== undefined &&
    earlier.memberId === request.memberId &&
    earlier.side === request.side &&
    earlier.asset === request.asset &&
    earlier.amount === request.amount &&
    earlier.message === request.message &&
    earlier.reason === request.reason;
  const review = isSame ? await reviewOf(tx, MANUAL, earlier.id) : undefined;
  if (review === undefined) throw new Refusal('idempotency-key-reused');
  return review.id;
}

async function entryOf(reader: Reader, id: number): Promise<ManualEntry> {
  const entry = await reader.maybe(entryById, [id]);
  if (entry === undefined) throw new Error(`no manual entry ${id}`);
  return entry;
}

/** Adds a credit to the member's list of deposits, in the transaction that posts it. */
export type ListCredit = (
  tx: Tx,
  credit: { memberId: number; asset: string; amount: Amount; entryId: number },
  at: number,
) => Promise<void>;

interface ManualKindDeps {
  listCredit: ListCredit;
  mode: 'paper' | 'live';
}

export function manualKind(deps: ManualKindDeps): ReviewKind {
  return proposalKind({
    kind: MANUAL,
    letter: 'J',
    read: entryOf,
    facts: ({ memberId, side, asset, amount, message, reason }) => ({
      memberId,
      side,
      asset,
      amount,
      message,
      reason,
    }),
    async checks({ memberId: owner, side, asset, amount }, reader) {
      if (side === 'credit') return [];
      const isPassed = (await availableTo(reader, { owner, asset })) >= amount;
      return [{ name: 'enough-available', isPassed, level: 'stop' }];
    },
    evidence: ({ message, reason }) => ({
      summary: reason,
      columns: ['Proposed'],
      rows: [comparisonRow('Customer reads', [reasonForStaff(message)])],
      images: [],
    }),
    change: ({ side, asset, amount }) => ({
      asset,
      amount: side === 'credit' ? amount : negate(amount),
    }),
    texts: (entry) => entry,
    approve: (tx, decision) => postEntry(tx, deps, decision),
    reject: () => Promise.resolve(),
  });
}

/** @throws insufficient-balance */
async function postEntry(
  tx: Tx,
  { listCredit, mode }: ManualKindDeps,
  { subjectId, at }: Decision,
): Promise<void> {
  const { memberId, side, asset, amount, message } = await entryOf(tx, subjectId);
  // Nothing is issued in live mode: the exchange pays a credit from what it has.
  const owner = mode === 'live' ? exchangeAccounts.liquidity : exchangeAccounts.paperIssuance;
  const exchange = { owner, purpose: 'available' } as const;
  const member = { owner: memberId, purpose: 'available' } as const;
  const isCredit = side === 'credit';
  const [from, to] = isCredit ? [exchange, member] : [member, exchange];
  const entry = {
    kind: isCredit ? recordTypes.agentDeposit : recordTypes.agentBalanceDeduction,
    reference: `manual:${subjectId}`,
    note: message,
    postings: transfer({ from, to, asset, amount }),
  };
  const values = { reason: message, asset, amount: formatDecimal(amount) };
  await notify(tx, { memberId, kind: isCredit ? 'staff.credit' : 'staff.debit', values }, at);
  if (isCredit) await listCredit(tx, { memberId, asset, amount, entryId: subjectId }, at);
  await postAndPublish(tx, [entry], { at }).catch((error: unknown) => {
    throw isOverdrawn(error) ? new Refusal('insufficient-balance') : error;
  });
}
