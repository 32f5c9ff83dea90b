/** A rail's answer after a manual resolution moves no money; one that contradicts it is reviewed by two operators. */
import { formatDecimal } from '@tern/money';
import { logAct } from '../../../../kernel/operators/audit-log.ts';
import { storedTransfer } from '../../../../kernel/rails/abandon-transfer.ts';
import type { TransferEnd } from '../../../../kernel/rails/rail.ts';
import { reasonForStaff } from '../../../../kernel/i18n/reasons.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import {
  comparisonRow,
  type ReviewKind,
  subjectReview,
} from '../../../../kernel/review/review-kind.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Reader, Tx } from '../../../../platform/database/database.ts';
import type { Deps } from '../deps.ts';
import { transferOut } from '../withdrawal/rules.ts';
import { type Withdrawal, withdrawalStore } from '../withdrawal/store.ts';
import { recordNoOf } from '../request/request-kind.ts';
import { withdrawals } from '../withdrawal/withdrawals.ts';
import { isAtOdds } from './rules.ts';
import { discrepancyById, insertDiscrepancy, resolutionById, takeRailAnswer } from './store.ts';

const DISCREPANCY = 'discrepancy';

export type RailAnswerDeps = Deps<'clock' | 'log' | 'reviews'>;

/** Needs: the withdrawal's row, locked by the caller. Returns true when it opened a review. */
export async function handleRailAnswer(
  tx: Tx,
  deps: RailAnswerDeps,
  { withdrawal, end }: { withdrawal: Withdrawal; end: TransferEnd },
): Promise<boolean> {
  const resolution = await tx.maybe(takeRailAnswer, [withdrawal.id]);
  if (resolution === undefined) return false;
  const kept = await storedTransfer(tx, transferOut(withdrawal).reference);
  if (!isAtOdds(resolution, end, kept)) return false;
  const at = deps.clock.now();
  const { id: withdrawalId, asset, amount } = withdrawal;
  const said = {
    kind: end.kind,
    txid: end.kind === 'completed' ? end.txid : (kept?.txid ?? ''),
    reason: end.kind === 'refused' ? end.reason : '',
  };
  const { id } = await tx.one(insertDiscrepancy, [
    resolution.id,
    said.kind,
    said.txid,
    said.reason,
    at,
  ]);
  const subject = `withdrawal:${withdrawalId}`;
  const detail = { verdict: resolution.outcome, verdictTxid: resolution.txid, said };
  const { memberId } = withdrawal;
  const action = 'withdrawal.discrepancy';
  await logAct(tx, { actor: undefined, action, subject, memberId, detail }, at);
  // Without a member: nothing of theirs is decided here.
  await deps.reviews.open(tx, { kind: DISCREPANCY, subjectId: id, memberId: null, asset, amount });
  deps.log.error({ withdrawal: withdrawalId, ...detail }, 'a rail contradicts a manual resolution');
  return true;
}

async function readSubject(reader: Reader, id: number) {
  const found = await reader.one(discrepancyById, [id]);
  const resolution = await reader.one(resolutionById, [found.resolutionId]);
  const withdrawal = await reader.one(withdrawalStore.byId, [resolution.withdrawalId]);
  return { found, resolution, withdrawal };
}

/** The two confirm that they looked into it. A correction is a manual entry with its own review. */
export function discrepancyKind(): ReviewKind {
  return {
    kind: DISCREPANCY,
    letter: 'X',
    movesMoney: false,
    approvals: 2,
    ...subjectReview(readSubject, {
      facts({ found, resolution, withdrawal }) {
        const { id: withdrawalId, memberId, asset, network, amount, fee } = withdrawal;
        const { outcome: verdict, txid: verdictTxid } = resolution;
        const { said, txid: saidTxid, reason: saidReason } = found;
        const transfer = { withdrawalId, memberId, asset, network, amount, fee };
        return { ...transfer, verdict, verdictTxid, said, saidTxid, saidReason };
      },
      checks: () => Promise.resolve([]),
      evidence({ found, resolution, withdrawal }) {
        const { asset, network, address, amount } = withdrawal;
        const row = (label: string, decided: string, ofRail: string | null = null) =>
          comparisonRow(label, [decided, ofRail]);
        return {
          summary: `${network} · the rail contradicts the decision of two operators`,
          columns: ['Decided by two operators', 'Rail'],
          rows: [
            row('Withdrawal', recordNoOf(withdrawals, withdrawal.id)),
            row(
              'Outcome',
              resolution.outcome === 'sent' ? 'sent' : 'never sent',
              found.said === 'completed' ? 'sent' : `not sent: ${reasonForStaff(found.reason)}`,
            ),
            row('Transaction', resolution.txid, found.txid),
            row('Member', String(withdrawal.memberId)),
            row('Amount', `${formatDecimal(amount)} ${asset}`),
            row('Address', address),
            row('Time', isoTime(resolution.createdAt), isoTime(found.createdAt)),
          ],
          images: [],
        };
      },
    }),
    // The notes say what was done; there is nothing to carry out.
    approve: () => Promise.resolve(),
    // One operator alone cannot dismiss it.
    reject: () => Promise.reject(new Refusal('second-person-needed')),
  };
}
