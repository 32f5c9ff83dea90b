/** Pays the rewards of fees that the journal holds, each once, also after downtime; and reverses those of reversed trades and swaps (ADR 44). */
import type { MemberEvent } from '../../kernel/events/member-events.ts';
import { isOverdrawn, postAndPublish } from '../../kernel/ledger/post-entries.ts';
import { processDue } from '../../kernel/schedule/process-due.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { InvitationDeps } from './deps.ts';
import { reversalEntry, rewardEntries } from './entries.ts';
import { addToWeek, type Payment, paymentsOfBatch, reverseDue, rewardFees } from './store.ts';

/** Postings in one transaction: about 100 ms of work. */
const LINES_MAX = 10_000;

type JobDeps = Pick<InvitationDeps, 'database' | 'clock' | 'bus'>;

/** In live mode rewards wait until the house account of rewards has money. */
export async function payRewards(deps: JobDeps): Promise<void> {
  await rewardAll(deps).catch((error: unknown) => {
    if (!isOverdrawn(error)) throw error;
  });
  await reverseDueRewards(deps);
}

function rewardAll(deps: JobDeps): Promise<void> {
  return processDue(deps, LINES_MAX, async (tx, { at, size }) => {
    const done = await tx.maybe(rewardFees, [size, at]);
    if (done === undefined) return 0;
    const payments = await tx.many(paymentsOfBatch, [done.batch]);
    await addPaid(tx, payments, at);
    const inviters = [...new Set(payments.map(({ inviterId }) => inviterId))];
    const events = inviters.map(changedFor);
    await postAndPublish(tx, rewardEntries(done.batch, payments), { at, events });
    return done.passed;
  });
}

/** One in each transaction. A member who spends the amount meanwhile is asked again at the next run. */
async function reverseDueRewards(deps: JobDeps): Promise<void> {
  try {
    await processDue(deps, 1, async (tx, { at }) => {
      const payment = await tx.maybe(reverseDue, [at]);
      if (payment === undefined) return 0;
      await addPaid(tx, [payment], at);
      const events = [changedFor(payment.inviterId)];
      await postAndPublish(tx, [reversalEntry(payment)], { at, events });
      return 1;
    });
  } catch (error) {
    if (!isOverdrawn(error)) throw error;
  }
}

/** Adds payments to the sums of their week, which one notice reports. */
async function addPaid(tx: Tx, payments: readonly Payment[], at: number): Promise<void> {
  if (payments.length === 0) return;
  await tx.run(addToWeek, [
    at,
    payments.map(({ inviterId }) => inviterId),
    payments.map(({ asset }) => asset),
    payments.map(({ amount }) => amount),
  ]);
}

const changedFor = (memberId: number): MemberEvent => ({
  memberId,
  topic: 'invitation.changed',
  data: { about: 'rewards' },
});
