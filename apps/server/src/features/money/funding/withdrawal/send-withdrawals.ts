/** Sends approved withdrawals over their rails, and retries until each is paid or will certainly never be sent. */
import { formatDecimal, ZERO } from '@tern/money';
import { MEMBER_EVENTS_WAKE } from '../../../../kernel/events/member-events.ts';
import type { OwnReason } from '../../../../kernel/i18n/reasons.ts';
import { SignerCapped, type TransferOutcome, WalletShort } from '../../../../kernel/rails/rail.ts';
import { isCheckViolation } from '../../../../platform/database/database-errors.ts';
import type { Tx } from '../../../../platform/database/database.ts';
import type { Deps } from '../deps.ts';
import { handleRailAnswer, type RailAnswerDeps } from '../manual-resolution/discrepancies.ts';
import { returnRequest } from '../request/lifecycle.ts';
import { isBehind } from '../outflow/store.ts';
import { notifyOutcome, publish } from '../request/publish.ts';
import { unsweptOf } from '../../../../kernel/rails/unswept.ts';
import { transferOut } from './rules.ts';
import {
  claimToSend,
  setAnswered,
  setDue,
  setSending,
  setTxid,
  setUnanswered,
  setWaiting,
  setWhyWaiting,
  type Withdrawal,
  withdrawalStore,
} from './store.ts';
import { completeWithdrawal, withdrawals } from './withdrawals.ts';

export type SendDeps = RailAnswerDeps & Deps<'database' | 'bus' | 'rails'>;

const ABOVE_CAP: OwnReason = 'reason.outflowCap';
const WALLET_SHORT: OwnReason = 'reason.walletShort';
/** Until one above the cap is tried again. */
const FULL_MS = 60_000;
/** Until the next attempt. */
const RETRY_MS = 15_000;
const BATCH = 20;

/** Returns how many were due. A failure delays only its own withdrawal. */
export async function sendWithdrawals(deps: SendDeps): Promise<number> {
  const { database, clock, log } = deps;
  const at = clock.now();
  const due = await database.transaction((tx) => tx.many(claimToSend, [at, at + RETRY_MS, BATCH]));
  for (const withdrawal of due.toSorted(inTurn)) {
    try {
      await sendOne(deps, withdrawal);
    } catch (error) {
      // The outcome is unknown: the amount stays held, and the same reference is retried.
      log.warn({ err: error, withdrawal: withdrawal.id }, 'a withdrawal was not sent yet');
      const why = error instanceof Error ? error.message : 'unknown';
      if (error instanceof WalletShort) await recordShort(deps, withdrawal, why);
      else if (error instanceof SignerCapped) {
        await recordWaiting(deps, withdrawal, { why, reason: ABOVE_CAP });
      } else await recordWaiting(deps, withdrawal, { why, reason: '' });
    }
  }
  return due.length;
}

/** In the order of approval: under a cap the first leaves first. */
const inTurn = (one: Withdrawal, other: Withdrawal) =>
  (one.decidedAt ?? 0) - (other.decidedAt ?? 0) || one.id - other.id;

async function sendOne(deps: SendDeps, claimed: Withdrawal): Promise<void> {
  const withdrawal = claimed.state === 'approved' ? await startSending(deps, claimed) : claimed;
  if (withdrawal === undefined) return;
  const { id, asset, network, amount } = withdrawal;
  const outcome = await deps.rails.of(asset, network).send(transferOut(withdrawal));
  await settle(deps, withdrawal, outcome);
  deps.log.info(
    { withdrawal: id, outcome: outcome.kind, amount: formatDecimal(amount) },
    'a rail answered about a withdrawal',
  );
}

/**
 * The withdrawal once the database has counted it under the caps of 24 hours. Undefined while it waits: it is above one, or another
 * of its coin that would fit alone waits longer. The member reads why.
 */
async function startSending(
  { database, clock, bus, log }: SendDeps,
  { id }: Withdrawal,
): Promise<Withdrawal | undefined> {
  const at = clock.now();
  const { isBehind: waits } = await database.one(isBehind, [id]);
  const started = waits ? undefined : await countIn(database, id, at);
  if (started !== undefined) return started;
  await database.transaction(async (tx) => {
    const request = await tx.maybe(setWaiting, [id, ABOVE_CAP, at + FULL_MS, at]);
    if (request === undefined) await tx.run(setDue, [id, at + FULL_MS]);
    else await publish(tx, withdrawals, { request, at });
  });
  bus.publish(MEMBER_EVENTS_WAKE, null);
  log.info({ withdrawal: id }, 'a withdrawal waits for room under the cap of 24 hours');
  return undefined;
}

async function countIn(database: SendDeps['database'], id: number, at: number) {
  try {
    return await database.transaction((tx) => tx.maybe(setSending, [id, at]));
  } catch (error) {
    if (isCheckViolation(error, 'outflow_cap')) return undefined;
    throw error;
  }
}

const WHY_MAX = 300;

/** Without an answer for long, operators may resolve it (ADR 31). `why`: in English, for operators. */
function recordNoAnswer({ database, clock }: SendDeps, { id }: Withdrawal, why: string) {
  return database.transaction((tx) =>
    tx.run(setUnanswered, [id, clock.now(), why.slice(0, WHY_MAX)]),
  );
}

/** The member reads that it waits for coins, the operators also what waits to be swept. */
async function recordShort(deps: SendDeps, withdrawal: Withdrawal, why: string): Promise<void> {
  const { asset, network } = withdrawal;
  const { amount: unswept } = await deps.database.one(unsweptOf, [network, asset]);
  const waits =
    unswept === ZERO ? '' : `; ${formatDecimal(unswept)} ${asset} wait at addresses of deposits`;
  await recordWaiting(deps, withdrawal, { why: `${why}${waits}`, reason: WALLET_SHORT });
}

/** `why` is for operators, `reason` for the member. */
async function recordWaiting(
  deps: SendDeps,
  withdrawal: Withdrawal,
  { why, reason }: { why: string; reason: OwnReason | '' },
): Promise<void> {
  const at = deps.clock.now();
  await recordNoAnswer(deps, withdrawal, why);
  await deps.database.transaction(async (tx) => {
    const request = await tx.maybe(setWhyWaiting, [withdrawal.id, reason, at]);
    if (request !== undefined) await publish(tx, withdrawals, { request, at });
  });
  deps.bus.publish(MEMBER_EVENTS_WAKE, null);
}

async function settle(deps: SendDeps, { id }: Withdrawal, outcome: TransferOutcome) {
  const at = deps.clock.now();
  const isReviewOpened = await deps.database.transaction(async (tx) => {
    const withdrawal = await tx.one(withdrawalStore.forUpdate, [id]);
    if (outcome.kind === 'pending') {
      if (withdrawal.state === 'sending') await recordPending(tx, { withdrawal, outcome, at });
      return false;
    }
    // Another process handled the same answer first, or operators have resolved it meanwhile.
    if (withdrawal.state !== 'sending')
      return handleRailAnswer(tx, deps, { withdrawal, end: outcome });
    if (outcome.kind === 'completed') {
      await completeWithdrawal(tx, withdrawal, { txid: outcome.txid, at });
    } else {
      const { reason } = outcome;
      // The member was notified of the approval, which no longer holds.
      const notice = 'review.rejected';
      await notifyOutcome(tx, withdrawals, { request: withdrawal, notice, reason, at });
      await returnRequest(tx, withdrawals, { id, state: 'rejected', reason, at });
    }
    return false;
  });
  deps.bus.publish(MEMBER_EVENTS_WAKE, null);
  if (isReviewOpened) deps.reviews.announce();
}

interface PendingTransfer {
  withdrawal: Withdrawal;
  outcome: Extract<TransferOutcome, { kind: 'pending' }>;
  at: number;
}

async function recordPending(tx: Tx, { withdrawal, outcome, at }: PendingTransfer): Promise<void> {
  const { id, txid, reason } = withdrawal;
  if (outcome.txid !== txid) await tx.run(setTxid, [id, outcome.txid]);
  const request = reason === '' ? undefined : await tx.maybe(setWhyWaiting, [id, '', at]);
  if (request !== undefined) await publish(tx, withdrawals, { request, at });
  if (outcome.isUnverified === true)
    await tx.run(setUnanswered, [id, at, 'the chain does not answer']);
  else await tx.run(setAnswered, [id]);
}
