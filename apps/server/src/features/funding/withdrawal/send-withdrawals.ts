/** Hands approved withdrawals to their rails, and asks again until each has arrived or certainly has not. */
import { formatDecimal } from '@tern/money';
import { MEMBER_EVENTS_WAKE } from '../../../kernel/events/member-events.ts';
import type { Rails, TransferOutcome } from '../../../kernel/rails/rail.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { handleRailAnswer, type RailAnswerDeps } from '../manual-resolution/handle-rail-answer.ts';
import { returnRequest } from '../request/lifecycle.ts';
import { notifyOutcome } from '../request/publish.ts';
import { completeWithdrawal } from './complete-withdrawal.ts';
import { transferOut } from './rules.ts';
import {
  claimToSend,
  setHeard,
  setSilent,
  setTxid,
  type Withdrawal,
  withdrawalStore,
} from './store.ts';
import { withdrawals } from './withdrawals.ts';

export interface SendDeps extends RailAnswerDeps {
  database: Database;
  bus: Bus;
  rails: Rails;
}

/** Until a withdrawal that was taken is asked about again. */
const AGAIN_MS = 15_000;
const AT_ONCE = 20;

/** Gives how many were due. One that fails is asked about again; the others go on. */
export async function sendWithdrawals(deps: SendDeps): Promise<number> {
  const { database, clock, log } = deps;
  const at = clock.now();
  const due = await database.transaction((tx) =>
    tx.many(claimToSend, [at, at + AGAIN_MS, AT_ONCE]),
  );
  for (const withdrawal of due) {
    try {
      await sendOne(deps, withdrawal);
    } catch (error) {
      // Whether it was sent is unknown: the amount stays held, the rail is asked again by the same reference.
      log.warn({ err: error, withdrawal: withdrawal.id }, 'a withdrawal was not sent yet');
      await noteSilence(deps, withdrawal, error instanceof Error ? error.message : 'unknown');
    }
  }
  return due.length;
}

async function sendOne(deps: SendDeps, withdrawal: Withdrawal): Promise<void> {
  const { id, asset, network, amount } = withdrawal;
  const outcome = await deps.rails.of(asset, network).send(transferOut(withdrawal));
  await settle(deps, withdrawal, outcome);
  deps.log.info(
    { withdrawal: id, outcome: outcome.kind, amount: formatDecimal(amount) },
    'a withdrawal went on',
  );
}

const WHY_MAX = 300;

/** What lasts lets people decide in the rail's place (ADR 31). `why`: in English, for operators. */
function noteSilence({ database, clock }: SendDeps, { id }: Withdrawal, why: string) {
  return database.transaction((tx) => tx.run(setSilent, [id, clock.now(), why.slice(0, WHY_MAX)]));
}

async function settle(deps: SendDeps, { id }: Withdrawal, outcome: TransferOutcome) {
  const at = deps.clock.now();
  const isOdd = await deps.database.transaction(async (tx) => {
    const withdrawal = await tx.one(withdrawalStore.forUpdate, [id]);
    if (outcome.kind === 'pending') {
      if (withdrawal.state === 'sending') await goOn(tx, { withdrawal, outcome, at });
      return false;
    }
    // Another program was faster with the same answer, or people have decided meanwhile.
    if (withdrawal.state !== 'sending')
      return handleRailAnswer(tx, deps, { withdrawal, end: outcome });
    if (outcome.kind === 'completed') {
      await completeWithdrawal(tx, withdrawal, { txid: outcome.txid, at });
    } else {
      const { reason } = outcome;
      // The approval was reported to the member: now it is withdrawn.
      const notice = 'review.rejected';
      await notifyOutcome(tx, withdrawals, { request: withdrawal, notice, reason, at });
      await returnRequest(tx, withdrawals, { id, state: 'rejected', reason, at });
    }
    return false;
  });
  deps.bus.publish(MEMBER_EVENTS_WAKE, null);
  if (isOdd) deps.reviews.announce();
}

interface OnItsWay {
  withdrawal: Withdrawal;
  outcome: Extract<TransferOutcome, { kind: 'pending' }>;
  at: number;
}

async function goOn(tx: Tx, { withdrawal, outcome, at }: OnItsWay): Promise<void> {
  const { id, txid } = withdrawal;
  if (outcome.txid !== txid) await tx.run(setTxid, [id, outcome.txid]);
  if (outcome.isUnheard === true) await tx.run(setSilent, [id, at, 'nobody answers']);
  else await tx.run(setHeard, [id]);
}
