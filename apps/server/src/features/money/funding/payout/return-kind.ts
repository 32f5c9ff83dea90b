/** The review of returned payouts: facts, checks, evidence; an approval brings the money back to its member (ADR 29). */
import { type Amount, formatDecimal } from '@tern/money';
import type { OwnReason } from '../../../../kernel/i18n/reasons.ts';
import { notify } from '../../../../kernel/messaging/notifications.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { proposalKind } from '../../../../kernel/review/proposals.ts';
import {
  comparisonRow,
  type Decision,
  type ReviewKind,
} from '../../../../kernel/review/review-kind.ts';
import type { Reader, Tx } from '../../../../platform/database/database.ts';
import { entryOfRecord } from '../bank/store.ts';
import { releaseEntries } from '../request/lifecycle.ts';
import { publish } from '../request/publish.ts';
import { recordNoOf } from '../request/request-kind.ts';
import { payouts } from './payouts.ts';
import { PAYOUT_RETURN } from './propose-return.ts';
import { returnReason } from './return-reasons.ts';
import { bringBackEntry } from './rules.ts';
import {
  type Payout,
  type PayoutReturn,
  payoutStore,
  returnById,
  setReturned,
  setReturnState,
} from './store.ts';

interface Subject {
  back: PayoutReturn;
  payout: Payout;
  /** What the member reads. */
  message: OwnReason;
}

async function readSubject(reader: Reader, id: number): Promise<Subject> {
  const back = await reader.one(returnById, [id]);
  const payout = await reader.one(payoutStore.byId, [back.payoutId]);
  return { back, payout, message: await messageOf(reader, id) };
}

/** By the entry of the bank statement that brought it back. */
async function messageOf(reader: Reader, returnId: number): Promise<OwnReason> {
  const entry = await reader.maybe(entryOfRecord, [PAYOUT_RETURN, returnId]);
  return returnReason(entry?.returnCode);
}

/** The state in which it can return so. */
const stateBefore = ({ amount }: PayoutReturn) => (amount === null ? 'approved' : 'completed');

/** What the member gets. */
const moneyOf = ({
  back,
  payout,
}: Pick<Subject, 'back' | 'payout'>): { asset: string; amount: Amount } =>
  back.amount === null
    ? { asset: payout.asset, amount: payout.amount }
    : { asset: payout.currency, amount: back.amount };

function evidenceOf(subject: Subject) {
  const { back, payout } = subject;
  const { asset, amount } = moneyOf(subject);
  const wasSent = back.amount !== null;
  const row = (label: string, returned: string, sent: string | null = null) =>
    comparisonRow(label, [returned, sent]);
  return {
    summary: wasSent
      ? `${asset} that the bank sent back · credited on approval`
      : `${asset} that the bank never sent · returned in full on approval`,
    columns: ['Returned', 'Sent'],
    rows: [
      row('Withdrawal', recordNoOf(payouts, payout.id)),
      row(
        'Amount',
        `${formatDecimal(amount)} ${asset}`,
        wasSent ? `${formatDecimal(payout.received)} ${payout.currency}` : 'never sent',
      ),
      row('Bank reference', back.bankReference, wasSent ? payout.bankReference : null),
      row('Value date', '', payout.valueDate),
      row('Bank', payout.bankName),
      row('Account holder', payout.accountName),
      row('Reason', back.reason),
    ],
    images: [],
  };
}

export function payoutReturnKind(): ReviewKind {
  return proposalKind({
    kind: PAYOUT_RETURN,
    letter: 'K',
    read: readSubject,
    facts({ back, payout }) {
      const { id: payoutId, memberId, currency, received, bankReference: sentWith } = payout;
      const { amount, bankReference, reason } = back;
      const sent = { payoutId, memberId, currency, received, sentWith };
      return { ...sent, returned: amount === null ? '' : amount, bankReference, reason };
    },
    checks: async ({ back, payout }) => [
      { name: 'not-returned-yet', isPassed: payout.state === stateBefore(back), level: 'stop' },
    ],
    evidence: evidenceOf,
    change: (subject) => moneyOf(subject),
    texts: ({ back, message }) => ({ reason: back.reason, message }),
    approve: carryOut,
    async reject(tx, { subjectId }) {
      await tx.run(setReturnState, [subjectId, 'dropped']);
    },
  });
}

/** @throws already-decided when it was sent or returned meanwhile */
async function carryOut(tx: Tx, { subjectId, at }: Decision): Promise<void> {
  const back = await tx.one(returnById, [subjectId]);
  const payout = await tx.one(payoutStore.forUpdate, [back.payoutId]);
  if (payout.state !== stateBefore(back)) throw new Refusal('already-decided');
  await tx.run(setReturnState, [subjectId, 'carried']);
  const message = await messageOf(tx, subjectId);
  const request = await tx.one(setReturned, [payout.id, back.amount, message, at]);
  const { id, memberId, currency } = request;
  const { asset, amount } = moneyOf({ back, payout });
  const values = { recordNo: recordNoOf(payouts, id), asset, amount: formatDecimal(amount) };
  const about = { kind: payouts.kind, id };
  await notify(tx, { memberId, kind: 'payout.returned', about, values }, at);
  const entries =
    back.amount === null
      ? releaseEntries(payouts, request)
      : [bringBackEntry({ id, memberId, currency, returned: back.amount, note: message })];
  await publish(tx, payouts, { request, entries, at });
}
