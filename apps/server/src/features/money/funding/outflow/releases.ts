/** Two operators let one withdrawal leave above the cap of 24 hours (ADR 106). */
import { formatDecimal, subtract } from '@tern/money';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { propose, proposalKind, type ProposalDeps } from '../../../../kernel/review/proposals.ts';
import { comparisonRow, type ReviewKind } from '../../../../kernel/review/review-kind.ts';
import { readReason, type Reviewer } from '../../../../kernel/review/review-rules.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import { recordNoOf } from '../request/request-kind.ts';
import { setDue, type Withdrawal, withdrawalStore } from '../withdrawal/store.ts';
import { withdrawals } from '../withdrawal/withdrawals.ts';
import { decideRelease, insertRelease, type Release, releaseById, releaseOf } from './store.ts';

export const RELEASE = 'release';

/** Whether it waits for room under a cap. */
const isWaiting = ({ state, reason }: Pick<Withdrawal, 'state' | 'reason'>): boolean =>
  state === 'approved' && reason !== '';

/**
 * Returns the id of the review that awaits the second operator.
 * @throws not-found, already-decided when it does not wait, or beside another proposal
 */
export function proposeRelease(
  deps: ProposalDeps,
  actor: Reviewer,
  input: { withdrawalId: number; reason: string },
): Promise<number> {
  const { withdrawalId } = input;
  const reason = readReason(input.reason);
  return propose(deps, actor, async (tx) => {
    const withdrawal = await tx.maybe(withdrawalStore.forUpdate, [withdrawalId]);
    if (withdrawal === undefined) throw new Refusal('not-found');
    return {
      kind: RELEASE,
      earlier: await tx.maybe(releaseOf, [withdrawalId]),
      content: { reason },
      async insert(at) {
        if (!isWaiting(withdrawal)) throw new Refusal('already-decided');
        const row = { withdrawalId, reason, proposedBy: actor.operatorId, createdAt: at };
        const { id } = await insertRelease(tx, row);
        const { asset, amount } = withdrawal;
        const subject = `withdrawal:${withdrawalId}`;
        const detail = { asset, amount: formatDecimal(amount) };
        return {
          id,
          // Without a member: nothing of theirs is decided here.
          memberId: null,
          asset,
          amount,
          log: { action: 'release.propose', subject, detail } as const,
        };
      },
    };
  });
}

interface Subject {
  release: Release;
  withdrawal: Withdrawal;
}

async function readSubject(reader: Reader, id: number): Promise<Subject> {
  const release = await reader.one(releaseById, [id]);
  const withdrawal = await reader.one(withdrawalStore.byId, [release.withdrawalId]);
  return { release, withdrawal };
}

/** `wake`: called after a decision, so that a released withdrawal is sent immediately. */
export function releaseKind(wake: () => void): ReviewKind {
  return {
    ...proposalKind<Subject>({
      kind: RELEASE,
      letter: 'RL',
      read: readSubject,
      facts({ release: { withdrawalId, reason }, withdrawal }) {
        const { memberId, asset, network, address, memo, amount, fee } = withdrawal;
        return { withdrawalId, reason, memberId, asset, network, address, memo, amount, fee };
      },
      checks: async ({ withdrawal }) => [
        { name: 'waits-for-cap', isPassed: isWaiting(withdrawal), level: 'stop' },
      ],
      evidence({ withdrawal }) {
        const { id, asset, network, address, amount, fee } = withdrawal;
        const row = (label: string, value: string) => comparisonRow(label, [value]);
        return {
          summary: `${network} · sent above the cap of 24 hours on approval`,
          columns: ['Withdrawal'],
          rows: [
            row('Record', recordNoOf(withdrawals, id)),
            row('Leaves', `${formatDecimal(subtract(amount, fee))} ${asset}`),
            row('Address', address),
          ],
          images: [],
        };
      },
      // The withdrawal itself was decided before.
      texts: ({ release: { reason } }) => ({ reason }),
      async approve(tx, { subjectId, at }) {
        const { withdrawalId } = await tx.one(releaseById, [subjectId]);
        await tx.run(decideRelease, [subjectId, 'carried', at]);
        await tx.run(setDue, [withdrawalId, at]);
      },
      async reject(tx, { subjectId, at }) {
        await tx.run(decideRelease, [subjectId, 'dropped', at]);
      },
    }),
    decided: wake,
  };
}
