/** The review of manual resolutions: facts, checks, evidence; an approval ends the withdrawal (ADR 31). */
import { formatDecimal } from '@tern/money';
import {
  abandonTransfer,
  storedTransfer,
  type StoredTransfer,
} from '../../../../kernel/rails/abandon-transfer.ts';
import { reasonForStaff } from '../../../../kernel/i18n/reasons.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { proposalKind } from '../../../../kernel/review/proposals.ts';
import {
  comparisonRow,
  type Decision,
  type ReviewCheck,
  type ReviewKind,
} from '../../../../kernel/review/review-kind.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Reader, Tx } from '../../../../platform/database/database.ts';
import type { Deps } from '../deps.ts';
import { returnRequest } from '../request/lifecycle.ts';
import { notifyOutcome } from '../request/publish.ts';
import { transferOut } from '../withdrawal/rules.ts';
import { type Withdrawal, withdrawalStore } from '../withdrawal/store.ts';
import { recordNoOf } from '../request/request-kind.ts';
import { completeWithdrawal, withdrawals } from '../withdrawal/withdrawals.ts';
import { answerTimeoutMs, RESOLUTION } from './propose-resolution.ts';
import { isSignedFor, isStuck, mayBeTaken, namesEnough, signedTxid } from './rules.ts';
import { paysAnother, setResolutionState, type ManualResolution, resolutionById } from './store.ts';

interface Subject {
  resolution: ManualResolution;
  withdrawal: Withdrawal;
  /** The rail's own record of the transfer. */
  kept: StoredTransfer | undefined;
}

async function readSubject(reader: Reader, id: number): Promise<Subject> {
  const resolution = await reader.one(resolutionById, [id]);
  const withdrawal = await reader.one(withdrawalStore.byId, [resolution.withdrawalId]);
  const kept = await storedTransfer(reader, transferOut(withdrawal).reference);
  return { resolution, withdrawal, kept };
}

async function checksOf(
  reader: Reader,
  { resolution, withdrawal, kept }: Subject,
  moment: { at: number; timeoutMs: number },
): Promise<readonly ReviewCheck[]> {
  const { txid } = resolution;
  const signed = signedTxid(kept);
  const isUsed = await paysAnother(reader, withdrawal.id, txid);
  const isSent = resolution.outcome === 'sent';
  return [
    { name: 'transfer-under-way', isPassed: withdrawal.state === 'sending', level: 'stop' },
    {
      name: 'rail-cannot-tell',
      isPassed: isStuck(withdrawal, moment),
      level: 'stop',
      detail: withdrawal.silence,
    },
    {
      name: 'place-taken',
      isPassed: namesEnough(resolution, kept) && !mayBeTaken(resolution, kept),
      level: 'stop',
    },
    ...(isSent
      ? ([
          { name: 'payment-counts-once', isPassed: !isUsed, level: 'stop' },
          {
            name: 'payment-as-signed',
            isPassed: signed !== undefined && isSignedFor(kept, txid),
            level: 'warning',
          },
        ] as const)
      : ([{ name: 'nothing-signed', isPassed: signed === undefined, level: 'warning' }] as const)),
  ];
}

function evidenceOf({ resolution, withdrawal, kept }: Subject) {
  const { asset, network, address, amount } = withdrawal;
  const isSent = resolution.outcome === 'sent';
  const { silentSince } = withdrawal;
  const row = (label: string, proposed: string, ofRail: string | null = null) =>
    comparisonRow(label, [proposed, ofRail]);
  return {
    summary: isSent
      ? `${network} · completed with ${resolution.txid} on approval`
      : `${network} · returned in full on approval`,
    columns: ['Proposed', 'Rail'],
    rows: [
      row('Withdrawal', recordNoOf(withdrawals, withdrawal.id)),
      row('Outcome', isSent ? 'sent' : 'never sent', withdrawal.silence),
      row('Transaction', resolution.txid, signedTxid(kept) ?? null),
      row('Amount', `${formatDecimal(amount)} ${asset}`),
      row('Address', address),
      row('No answer since', '', silentSince === null ? null : isoTime(silentSince)),
      row('Customer reads', reasonForStaff(resolution.message)),
      row('Inner reason', resolution.reason),
    ],
    images: [],
  };
}

export function resolutionKind(deps: Deps<'settings'>): ReviewKind {
  return proposalKind({
    kind: RESOLUTION,
    letter: 'V',
    read: readSubject,
    facts({ resolution, withdrawal, kept }) {
      const { id: withdrawalId, memberId, asset, network, address, memo, amount, fee } = withdrawal;
      const { outcome: verdict, txid, message, reason } = resolution;
      const transfer = { withdrawalId, memberId, asset, network, address, memo, amount, fee };
      return { ...transfer, verdict, txid, message, reason, signed: signedTxid(kept) ?? '' };
    },
    checks: (subject, reader, at) =>
      checksOf(reader, subject, { at, timeoutMs: answerTimeoutMs(deps) }),
    evidence: evidenceOf,
    change: ({ resolution: { outcome }, withdrawal: { asset, amount } }) =>
      outcome === 'sent' ? undefined : { asset, amount },
    texts: ({ resolution }) => resolution,
    approve: carryOut,
    async reject(tx, { subjectId, at }) {
      await tx.run(setResolutionState, [subjectId, 'dropped', at, null]);
    },
  });
}

/** Until the rail is first asked whether it agrees. */
const FIRST_LOOK_MS = 60_000;

/**
 * @throws facts-changed when the rail has signed it meanwhile, already-decided when the rail has answered meanwhile
 */
async function carryOut(tx: Tx, { subjectId, at }: Decision): Promise<void> {
  const { withdrawalId, ...resolution } = await tx.one(resolutionById, [subjectId]);
  const withdrawal = await tx.one(withdrawalStore.forUpdate, [withdrawalId]);
  if (withdrawal.state !== 'sending') throw new Refusal('already-decided');
  const { txid, message: reason } = resolution;
  const kept = await abandonTransfer(tx, transferOut(withdrawal), at);
  if (!namesEnough(resolution, kept) || mayBeTaken(resolution, kept))
    throw new Refusal('facts-changed');
  await tx.run(setResolutionState, [subjectId, 'carried', at, at + FIRST_LOOK_MS]);
  const isSent = resolution.outcome === 'sent';
  const notice = isSent ? 'withdrawal.completed' : 'review.rejected';
  await notifyOutcome(tx, withdrawals, { request: withdrawal, notice, reason, at });
  if (isSent) await completeWithdrawal(tx, withdrawal, { txid, at });
  else await returnRequest(tx, withdrawals, { id: withdrawalId, state: 'rejected', reason, at });
}
