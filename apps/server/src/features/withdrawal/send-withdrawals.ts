/** Hands approved withdrawals to their rails, and asks again until each has arrived or certainly has not. */
import { formatDecimal, subtract } from '@tern/money';
import { MEMBER_EVENTS_WAKE } from '../../kernel/member-events.ts';
import { notify } from '../../kernel/notifications.ts';
import type { Rails, TransferOutcome } from '../../kernel/rails/rail.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { completeWithdrawal, returnWithdrawal } from './end-withdrawal.ts';
import { KIND } from './create-withdrawal.ts';
import { claimToSend, setTxid, type Withdrawal, withdrawalForUpdate } from './store.ts';
import { withdrawalRow } from './withdrawal-row.ts';

export interface SendDeps {
  database: Database;
  clock: Clock;
  bus: Bus;
  log: Log;
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
    }
  }
  return due.length;
}

async function sendOne(deps: SendDeps, withdrawal: Withdrawal): Promise<void> {
  const { id, asset, network, address, memo, amount, fee } = withdrawal;
  const outcome = await deps.rails.of(asset, network).send({
    reference: `withdrawal:${id}`,
    amount: subtract(amount, fee),
    asset,
    network,
    address,
    memo,
  });
  await settle(deps, withdrawal, outcome);
  deps.log.info(
    { withdrawal: id, outcome: outcome.kind, amount: formatDecimal(amount) },
    'a withdrawal went on',
  );
}

async function settle(deps: SendDeps, { id }: Withdrawal, outcome: TransferOutcome) {
  const at = deps.clock.now();
  await deps.database.transaction(async (tx) => {
    const withdrawal = await tx.one(withdrawalForUpdate, [id]);
    // Another program was faster with the same answer.
    if (withdrawal.state !== 'sending') return;
    if (outcome.kind === 'completed') {
      await completeWithdrawal(tx, withdrawal, { txid: outcome.txid, at });
    } else if (outcome.kind === 'refused') {
      const { reason } = outcome;
      await tellRefused(tx, withdrawal, { reason, at });
      await returnWithdrawal(tx, withdrawal, { state: 'rejected', reason, at });
    } else if (outcome.txid !== withdrawal.txid) {
      await tx.run(setTxid, [id, outcome.txid]);
    }
  });
  deps.bus.publish(MEMBER_EVENTS_WAKE, null);
}

/** The member was told that it was approved and on its way: now it is not. */
function tellRefused(
  tx: Tx,
  withdrawal: Withdrawal,
  { reason, at }: { reason: string; at: number },
): Promise<void> {
  const { id, memberId, asset, amount } = withdrawal;
  const values = {
    recordNo: withdrawalRow(withdrawal).recordNo,
    asset,
    amount: formatDecimal(amount),
    reason,
  };
  return notify(tx, { memberId, kind: 'review.rejected', about: { kind: KIND, id }, values }, at);
}
