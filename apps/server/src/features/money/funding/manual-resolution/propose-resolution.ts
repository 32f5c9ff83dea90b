/** One operator proposes how a stuck withdrawal ended; a second one must approve (ADR 31). */
import type { MessageCode } from '@tern/protocol/operator';
import { storedTransfer } from '../../../../kernel/rails/abandon-transfer.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { propose, type ProposalDeps } from '../../../../kernel/review/proposals.ts';
import { readMessage, readReason, type Reviewer } from '../../../../kernel/review/review-rules.ts';
import { isUniqueViolation } from '../../../../platform/database/database-errors.ts';
import { transferOut } from '../withdrawal/rules.ts';
import { withdrawalSettings } from '../settings.ts';
import { withdrawalStore } from '../withdrawal/store.ts';
import { isStuck, namesEnough, readTxid, type Outcome } from './rules.ts';
import { insertResolution, paysAnother, resolutionOf } from './store.ts';
import { MINUTE_MS } from '../../../../platform/durations.ts';
import type { Deps } from '../deps.ts';

export const RESOLUTION = 'verdict';

export type ResolutionDeps = ProposalDeps & Deps<'settings'>;

export interface ResolutionProposal {
  withdrawalId: number;
  outcome: Outcome;
  /** Empty where nothing was signed. */
  txid: string;
  /** What the member reads; absent: the usual message. */
  message?: MessageCode | undefined;
  reason: string;
}

/** After this many ms without an answer of its rail, operators may resolve a withdrawal. */
export const answerTimeoutMs = ({ settings }: Pick<ResolutionDeps, 'settings'>): number =>
  settings.read(withdrawalSettings.haltMinutes) * MINUTE_MS;

/**
 * Returns the id of the review that awaits the second approval; an operator who repeats a proposal gets the same id.
 * @throws invalid-request naming the field, not-found, already-exists for a transaction that pays another withdrawal,
 * already-decided while the rail may answer, when it ended, or beside another proposal
 */
export async function proposeResolution(
  deps: ResolutionDeps,
  actor: Reviewer,
  input: ResolutionProposal,
): Promise<number> {
  const { withdrawalId, outcome } = input;
  const reason = readReason(input.reason);
  const message = readMessage('approve.verdict', input.message);
  const txid = input.txid.trim() === '' ? '' : readTxid(input.txid);
  if (txid === undefined) throw new Refusal('invalid-request', { fields: ['txid'] });
  return propose(deps, actor, async (tx) => {
    const withdrawal = await tx.maybe(withdrawalStore.forUpdate, [withdrawalId]);
    if (withdrawal === undefined) throw new Refusal('not-found');
    const { memberId, asset, amount } = withdrawal;
    return {
      kind: RESOLUTION,
      earlier: await tx.maybe(resolutionOf, [withdrawalId]),
      content: { outcome, txid, message, reason },
      async insert(at) {
        if (!isStuck(withdrawal, { at, timeoutMs: answerTimeoutMs(deps) }))
          throw new Refusal('already-decided');
        const kept = await storedTransfer(tx, transferOut(withdrawal).reference);
        if (!namesEnough({ outcome, txid }, kept))
          throw new Refusal('invalid-request', { fields: ['txid'] });
        const taken = new Refusal('already-exists', {
          fields: ['txid'],
          text: 'transfer.recorded',
        });
        if (outcome === 'sent' && (await paysAnother(tx, withdrawalId, txid))) throw taken;
        const row = { withdrawalId, outcome, txid, message, reason, proposedBy: actor.operatorId };
        const added = insertResolution(tx, { ...row, createdAt: at });
        const { id } = await added.catch((error: unknown) => {
          // Named for another withdrawal concurrently.
          throw isUniqueViolation(error, 'withdrawal_resolutions_payment') ? taken : error;
        });
        const detail = { verdict: outcome, txid };
        const subject = `withdrawal:${withdrawalId}`;
        const log = { action: 'verdict.propose', subject, detail } as const;
        return { id, memberId, asset, amount, log };
      },
    };
  });
}
