/** Pays the rewards of fees that the journal holds, each once, also after downtime; and reverses those of reversed trades and swaps (ADR 44). */
import { formatDecimal } from '@tern/money';
import type { MemberEvent } from '../../../kernel/events/member-events.ts';
import { isOverdrawn, postAndPublish } from '../../../kernel/ledger/post-entries.ts';
import { processDue } from '../../../kernel/schedule/process-due.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { InvitationDeps } from './deps.ts';
import { reversalEntry, rewardEntries, waitEntries } from './entries.ts';
import {
  addToWeek,
  type Payment,
  paymentsById,
  paymentsOfBatch,
  payWaiting,
  reverseDue,
  rewardFees,
  type Waiting,
  pendingRewards,
} from './store.ts';

/** Postings in one transaction: about 100 ms of work. */
const LINES_MAX = 10_000;

/** Waits of each asset that one transaction ends. */
const WAITS_MAX = 100;

type JobDeps = Pick<InvitationDeps, 'database' | 'clock' | 'bus' | 'log'>;

/**
 * In live mode an asset waits until the exchange account of rewards has its money; the others are paid. The log names an asset
 * when it begins to wait, and when that is over.
 */
export async function payRewards(deps: JobDeps): Promise<void> {
  const before = await deps.database.many(pendingRewards, []);
  if (before.length > 0) await endWaits(deps);
  await rewardAll(deps);
  await reverseDueRewards(deps);
  report(deps, before, await deps.database.many(pendingRewards, []));
}

function endWaits(deps: JobDeps): Promise<void> {
  return processDue(deps, WAITS_MAX, async (tx, { at, size }) => {
    const done = await tx.maybe(payWaiting, [size, at]);
    if (done === undefined) return 0;
    const payments = await tx.many(paymentsById, [done.payments]);
    await addPaid(tx, payments, at);
    await postAndPublish(tx, waitEntries(payments), { at, events: changedForAll(payments) });
    return done.ended;
  });
}

function rewardAll(deps: JobDeps): Promise<void> {
  return processDue(deps, LINES_MAX, async (tx, { at, size }) => {
    const done = await tx.maybe(rewardFees, [size, at]);
    if (done === undefined) return 0;
    const payments = await tx.many(paymentsOfBatch, [done.batch]);
    await addPaid(tx, payments, at);
    const entries = rewardEntries(done.batch, payments);
    await postAndPublish(tx, entries, { at, events: changedForAll(payments) });
    return done.passed;
  });
}

function report({ log }: JobDeps, before: readonly Waiting[], after: readonly Waiting[]): void {
  const isIn = (list: readonly Waiting[], asset: string) =>
    list.some((each) => each.asset === asset);
  for (const { asset, amount } of after.filter((each) => !isIn(before, each.asset))) {
    const lack = { asset, amount: formatDecimal(amount) };
    log.warn(lack, 'rewards of invitations wait: the exchange account of rewards has not enough');
  }
  for (const { asset } of before.filter((each) => !isIn(after, each.asset))) {
    log.info({ asset }, 'rewards of invitations that waited are paid');
  }
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

const changedForAll = (payments: readonly Payment[]): MemberEvent[] =>
  [...new Set(payments.map(({ inviterId }) => inviterId))].map(changedFor);
