/** The review of a rail's answer that contradicts a manual resolution: two operators confirm that they looked into it. */
import { formatDecimal } from '@tern/money';
import { reasonIn } from '../../../kernel/i18n/reasons.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import {
  comparisonRow,
  type ReviewKind,
  subjectReview,
} from '../../../kernel/review/review-kind.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { withdrawalStore } from '../withdrawal/store.ts';
import { recordNoOf } from '../request/request-kind.ts';
import { withdrawals } from '../withdrawal/withdrawals.ts';
import { DISCREPANCY } from './handle-rail-answer.ts';
import { discrepancyById, resolutionById } from './store.ts';

async function readSubject(reader: Reader, id: number) {
  const found = await reader.one(discrepancyById, [id]);
  const resolution = await reader.one(resolutionById, [found.resolutionId]);
  const withdrawal = await reader.one(withdrawalStore.byId, [resolution.withdrawalId]);
  return { found, resolution, withdrawal };
}

/** It moves no money: a correction is a manual entry with its own review. */
export function discrepancyKind(): ReviewKind {
  return {
    kind: DISCREPANCY,
    letter: 'X',
    movesMoney: false,
    approvals: 2,
    ...subjectReview(readSubject, {
      facts({ found, resolution, withdrawal }) {
        const { memberId, asset, network, amount, fee } = withdrawal;
        return {
          withdrawalId: withdrawal.id,
          memberId,
          asset,
          network,
          amount: formatDecimal(amount),
          fee: formatDecimal(fee),
          verdict: resolution.outcome,
          verdictTxid: resolution.txid,
          said: found.said,
          saidTxid: found.txid,
          saidReason: found.reason,
        };
      },
      checks: () => Promise.resolve([]),
      evidence({ found, resolution, withdrawal }) {
        const { asset, network, address, amount } = withdrawal;
        const row = (label: string, decided: string, ofRail: string | null = null) =>
          comparisonRow(label, [decided, ofRail]);
        return {
          summary: `${network} · the rail contradicts what two people decided`,
          columns: ['Decided by two people', 'Rail'],
          rows: [
            row('Withdrawal', recordNoOf(withdrawals, withdrawal.id)),
            row(
              'Outcome',
              resolution.outcome === 'sent' ? 'sent' : 'never sent',
              found.said === 'completed' ? 'sent' : `not sent: ${reasonIn('en', found.reason)}`,
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
