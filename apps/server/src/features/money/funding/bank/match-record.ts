/** Takes an entry of a bank over into the record that it belongs to, in the transaction that says so. */
import { formatDecimal } from '@tern/money';
import { logAct } from '../../../../kernel/operators/audit-log.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { reviewOf } from '../../../../kernel/review/list-reviews.ts';
import { assertOpen, type Reviewer } from '../../../../kernel/review/review-rules.ts';
import { screen } from '../../../../kernel/screening/screen.ts';
import { reviewForUpdate } from '../../../../kernel/review/review-rows.ts';
import type { Tx } from '../../../../platform/database/database.ts';
import { isUniqueViolation } from '../../../../platform/database/database-errors.ts';
import type { Deps } from '../deps.ts';
import { payoutStore, returnOf } from '../payout/store.ts';
import { sendPayout } from '../payout/record-sent.ts';
import { publish } from '../request/publish.ts';
import { setReceipt, wireStore } from '../wire/store.ts';
import { wires } from '../wire/wires.ts';
import { fileIsSent } from './payment-files.ts';
import { type FoundEntry, insertMatch } from './store.ts';

export type MatchDeps = Deps<'database' | 'clock' | 'reviews'>;

interface Match {
  readonly entryId: number;
  readonly kind: string;
  readonly subjectId: number | null;
  /** Why it belongs to no record. */
  readonly reason?: string;
}

/**
 * `actor`: undefined where everything agreed.
 * @throws already-exists for an entry, or a record, that has another one
 */
export async function belongTo(
  tx: Tx,
  match: Match,
  { actor, at }: { actor?: Reviewer | undefined; at: number },
): Promise<void> {
  const { entryId, kind, subjectId, reason = '' } = match;
  const matchedBy = actor?.operatorId ?? null;
  try {
    await insertMatch(tx, { entryId, kind, subjectId, reason, matchedBy, createdAt: at });
  } catch (error) {
    const isTaken = ['bank_matches_entry_once', 'bank_matches_record_once'].some((name) =>
      isUniqueViolation(error, name),
    );
    if (!isTaken) throw error;
    throw new Refusal('already-exists', { fields: ['ID'], text: 'transfer.recorded' });
  }
  const subject = `bankEntry:${entryId}`;
  await logAct(
    tx,
    { actor, action: 'bank.match', subject, reason, detail: { kind, subjectId } },
    at,
  );
}

/** What the record keeps as the bank's reference. */
export const referenceOf = ({ bankReference, number, place }: FoundEntry): string =>
  bankReference === '' ? `${number} / ${place}` : bankReference;

/** Where a bank names no payer, the statement is what is known. */
const payerOf = ({ party, number }: FoundEntry): string =>
  party === '' ? `statement ${number}` : party;

/**
 * Records the receipt of a wire, which two operators then approve.
 * @throws not-found, already-decided, already-exists when it has a receipt of other money, or the transfer another record
 */
export async function receiveWire(
  { database, clock, reviews }: MatchDeps,
  actor: Reviewer | undefined,
  { entry, wireId }: { entry: FoundEntry; wireId: number },
): Promise<void> {
  await database.transaction(async (tx) => {
    const review = await reviewOf(tx, wires.kind, wireId);
    const locked = review && (await tx.maybe(reviewForUpdate, [review.id]));
    if (locked === undefined) throw new Refusal('not-found');
    assertOpen(locked);
    const wire = await tx.one(wireStore.forUpdate, [wireId]);
    const at = clock.now();
    if (!entry.isCredit || wire.asset !== entry.asset) throw new Refusal('not-found');
    if (wire.received !== null && wire.received !== entry.amount)
      throw new Refusal('already-exists');
    const payer = payerOf(entry);
    const request =
      wire.received === null
        ? await tx.one(setReceipt, [wireId, entry.amount, referenceOf(entry), payer, at])
        : wire;
    if (wire.received === null) {
      const named = { kind: wires.kind, subjectId: wireId, memberId: wire.memberId };
      await screen(tx, { ...named, values: [['party', entry.party]] }, at);
    }
    const detail = {
      received: formatDecimal(entry.amount),
      bankReference: request.bankReference,
      payer,
      statement: entry.number,
    };
    const { memberId } = wire;
    const subject = `review:${locked.id}`;
    await logAct(tx, { actor, action: 'wire.recordReceipt', subject, memberId, detail }, at);
    await belongTo(tx, { entryId: entry.id, kind: 'wire', subjectId: wireId }, { actor, at });
    await publish(tx, wires, { request, at });
  });
  reviews.announce();
}

/**
 * The debit of an approved payout completes it; one that an operator recorded before only gets its entry.
 * @throws not-found, already-decided
 */
export async function completePayout(
  { database, clock }: MatchDeps,
  actor: Reviewer | undefined,
  { entry, payoutId }: { entry: FoundEntry; payoutId: number },
): Promise<void> {
  await database.transaction(async (tx) => {
    const payout = await tx.maybe(payoutStore.forUpdate, [payoutId]);
    const isSame = payout?.currency === entry.asset && payout.received === entry.amount;
    if (payout === undefined || !isSame || entry.isCredit) throw new Refusal('not-found');
    const at = clock.now();
    if (!['approved', 'completed', 'returned'].includes(payout.state)) {
      throw new Refusal('already-decided');
    }
    if (payout.state === 'approved') {
      if ((await tx.maybe(returnOf, [payoutId])) !== undefined)
        throw new Refusal('already-decided');
      await fileIsSent(tx, payoutId, at);
      const sent = { bankReference: referenceOf(entry), valueDate: entry.valueDate };
      await sendPayout(tx, { payout, sent, actor, at });
    }
    await belongTo(tx, { entryId: entry.id, kind: 'payout', subjectId: payoutId }, { actor, at });
  });
}
