/** An operator records that the bank sent an approved payout: it is completed, and its amount leaves (ADR 29). */
import { formatDecimal } from '@tern/money';
import { notify } from '../../../../kernel/messaging/notifications.ts';
import { logAct } from '../../../../kernel/operators/audit-log.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { readReason, type Reviewer } from '../../../../kernel/review/review-rules.ts';
import { dayOf } from '../../../../platform/clock.ts';
import { isUniqueViolation } from '../../../../platform/database/database-errors.ts';
import type { Tx } from '../../../../platform/database/database.ts';
import { DAY_MS } from '../../../../platform/durations.ts';
import type { Deps } from '../deps.ts';
import { assertInNoOpenFile } from '../bank/payment-files.ts';
import { publish } from '../request/publish.ts';
import { recordNoOf } from '../request/request-kind.ts';
import { assertStep } from '../request/states.ts';
import { payouts } from './payouts.ts';
import { payEntry } from './rules.ts';
import { type Payout, payoutStore, returnOf, setSent } from './store.ts';

export interface Sent {
  payoutId: number;
  /** Of the bank's transfer: each pays one payout. */
  bankReference: string;
  /** When the bank debits it: `2026-11-21`. */
  valueDate: string;
}

/** How far ahead a bank is instructed. */
const AHEAD_MS = 7 * DAY_MS;

/**
 * The same again changes nothing.
 * @throws invalid-request naming the field, not-found, already-exists for the reference of another payout, already-decided
 * unless it is approved, in no file that the bank may still get, and nobody proposed its return
 */
export async function recordSent(
  { database, clock }: Deps<'database' | 'clock'>,
  actor: Reviewer,
  input: Sent,
): Promise<void> {
  const { payoutId, valueDate } = input;
  const bankReference = readReason(input.bankReference, 'bankReference');
  const at = clock.now();
  const write = database.transaction(async (tx) => {
    const payout = await tx.maybe(payoutStore.forUpdate, [payoutId]);
    if (payout === undefined) throw new Refusal('not-found');
    const isSame = payout.bankReference === bankReference && payout.valueDate === valueDate;
    if (payout.state === 'completed' && isSame) return;
    assertStep(payout.state, 'completed');
    if (payout.state !== 'approved' || (await tx.maybe(returnOf, [payoutId])) !== undefined) {
      throw new Refusal('already-decided');
    }
    await assertInNoOpenFile(tx, payoutId);
    assertValueDate(valueDate, { from: payout.decidedAt ?? at, to: at + AHEAD_MS });
    await sendPayout(tx, { payout, sent: { bankReference, valueDate }, actor, at });
  });
  await write.catch((error: unknown) => {
    if (!isUniqueViolation(error, 'payouts_bank_reference')) throw error;
    throw new Refusal('already-exists', { fields: ['bankReference'], text: 'transfer.recorded' });
  });
}

/**
 * Completes an approved, locked payout. `actor`: undefined where the statement of the bank shows it.
 * @throws a violation of `payouts_bank_reference` for a reference of another payout
 */
export async function sendPayout(
  tx: Tx,
  given: {
    payout: Payout;
    sent: Omit<Sent, 'payoutId'>;
    actor: Reviewer | undefined;
    at: number;
  },
): Promise<void> {
  const { payout, sent, actor, at } = given;
  const { bankReference, valueDate } = sent;
  const request = await tx.one(setSent, [payout.id, bankReference, valueDate, at]);
  const { id, memberId, currency, received } = request;
  const log = {
    action: 'payout.recordSent',
    subject: `payout:${id}`,
    detail: { currency, received: formatDecimal(received), bankReference, valueDate },
  } as const;
  await logAct(tx, { actor, memberId, ...log }, at);
  const values = {
    recordNo: recordNoOf(payouts, id),
    asset: currency,
    amount: formatDecimal(received),
    reference: bankReference,
  };
  const about = { kind: payouts.kind, id };
  await notify(tx, { memberId, kind: 'payout.sent', about, values }, at);
  await publish(tx, payouts, { request, entries: [payEntry(request)], at });
}

/** A day before the approval in UTC may be the same day at the bank. @throws invalid-request */
function assertValueDate(day: string, { from, to }: { from: number; to: number }): void {
  const isDay = !Number.isNaN(Date.parse(day)) && dayOf(Date.parse(day)) === day;
  if (isDay && day >= dayOf(from - DAY_MS) && day <= dayOf(to)) return;
  throw new Refusal('invalid-request', { fields: ['valueDate'] });
}
