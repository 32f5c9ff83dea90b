/** Publishes a step of a request: its entries, the member's live event and notice. */
import type { Entry } from '@tern/ledger';
import { formatDecimal } from '@tern/money';
import { isOverdrawn, postAndPublish } from '../../../../kernel/ledger/post-entries.ts';
import { memberById } from '../../../../kernel/members/members.ts';
import { langOf } from '../../../../kernel/i18n/texts.ts';
import { notify } from '../../../../kernel/messaging/notifications.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type { Tx } from '../../../../platform/database/database.ts';
import { type FundingRequest, recordNoOf, type RequestKind } from './request-kind.ts';

interface Step<T> {
  request: T;
  entries?: readonly Entry[];
  /** Epoch ms. */
  at: number;
}

/**
 * Posts the entries, then publishes the request and the balances. Comes last in the transaction.
 * @throws insufficient-balance when the member has less than the entries take
 */
export async function publish<T extends FundingRequest>(
  tx: Tx,
  { topic, row }: RequestKind<T>,
  { request, entries = [], at }: Step<T>,
): Promise<void> {
  const { memberId } = request;
  const reader = request.reason === '' ? undefined : await memberById(tx, memberId);
  const events = [{ memberId, topic, data: row(request, langOf(reader?.lang)) }];
  try {
    await postAndPublish(tx, entries, { at, events });
  } catch (error) {
    throw isOverdrawn(error) ? new Refusal('insufficient-balance', { fields: ['amount'] }) : error;
  }
}

type Outcome<T> = { request: T; at: number } & (
  | { notice: 'deposit.credited' }
  | { notice: 'withdrawal.completed' | 'review.rejected'; reason: string }
);

/** Notifies the member of an outcome that no review of the request reports. */
export function notifyOutcome<T extends FundingRequest>(
  tx: Tx,
  kind: RequestKind<T>,
  outcome: Outcome<T>,
): Promise<void> {
  const { request, at } = outcome;
  const { id, memberId, asset } = request;
  const about = { kind: kind.kind, id };
  const values = { recordNo: recordNoOf(kind, id), asset, amount: formatDecimal(request.amount) };
  if (outcome.notice === 'deposit.credited') {
    return notify(tx, { memberId, kind: outcome.notice, about, values }, at);
  }
  const { notice, reason } = outcome;
  return notify(tx, { memberId, kind: notice, about, values: { ...values, reason } }, at);
}
