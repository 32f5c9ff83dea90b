/** An operator says what an open entry is: the money of a wire, the debit of a payout, what came back of one, or none of these. */
import { formatDecimal } from '@tern/money';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type { ProposalDeps } from '../../../../kernel/review/proposals.ts';
import { readReason, type Reviewer } from '../../../../kernel/review/review-rules.ts';
import type { Deps } from '../deps.ts';
import { proposeReturn } from '../payout/propose-return.ts';
import { returnOf } from '../payout/store.ts';
import { belongTo, completePayout, receiveWire, referenceOf } from './match-record.ts';
import { entryById } from './store.ts';

export interface EntryDecision {
  readonly entryId: number;
  readonly kind: 'wire' | 'payout' | 'payback' | 'other';
  /** Of the wire or payout. */
  readonly recordId: number | undefined;
  /** For operators; of a return, and of what is no record. */
  readonly reason: string | undefined;
}

/**
 * Returns the review of a proposed return; null otherwise: a receipt is approved with its wire.
 * @throws not-found, invalid-request naming the field, already-exists for an entry or record that has another one,
 * already-decided, out-of-bounds for more than was sent
 */
export async function decideEntry(
  deps: ProposalDeps & Deps<'assets' | 'database' | 'clock' | 'reviews'>,
  actor: Reviewer,
  { entryId, kind, recordId, reason = '' }: EntryDecision,
): Promise<number | null> {
  const { database, clock } = deps;
  const entry = await database.maybe(entryById, [entryId]);
  if (entry === undefined) throw new Refusal('not-found');
  const match = { entryId, kind };
  if (kind === 'other') {
    const why = readReason(reason);
    await database.transaction((tx) =>
      belongTo(tx, { ...match, subjectId: null, reason: why }, { actor, at: clock.now() }),
    );
    return null;
  }
  if (recordId === undefined) throw new Refusal('invalid-request', { fields: ['recordId'] });
  if (kind === 'wire') await receiveWire(deps, actor, { entry, wireId: recordId });
  if (kind === 'payout') await completePayout(deps, actor, { entry, payoutId: recordId });
  if (kind !== 'payback') return null;
  if (!entry.isCredit) throw new Refusal('invalid-request', { fields: ['kind'] });
  const num = formatDecimal(entry.amount);
  const bankReference = referenceOf(entry);
  const proposal = { payoutId: recordId, num, bankReference, reason };
  const reviewId = await proposeReturn(deps, actor, proposal);
  await database.transaction(async (tx) => {
    const back = await tx.maybe(returnOf, [recordId]);
    if (back === undefined) throw new Refusal('already-decided');
    await belongTo(tx, { ...match, subjectId: back.id }, { actor, at: clock.now() });
  });
  return reviewId;
}
