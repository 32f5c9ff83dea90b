/** A stored transfer of any chain: that it is the one that is asked for, how it ended, and how its end is recorded (ADR 30, ADR 118). */
import type { OwnReason } from '../../kernel/i18n/reasons.ts';
import type { TransferEnd, TransferOut } from '../../kernel/rails/rail.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { endTransfer, type TransferRow } from './store.ts';

/** The chain took the transaction, which then did nothing. */
export const UNDONE: OwnReason = 'reason.railUndid';

/** @throws Error when the reference is that of another transfer */
export function assertSame(row: TransferRow, transfer: TransferOut): void {
  const { reference, network, asset, address, amount } = transfer;
  const isSame =
    row.network === network &&
    row.asset === asset &&
    row.address === address &&
    row.amount === amount;
  if (!isSame) throw new Error(`${reference} belongs to another transfer`);
}

/** Undefined while it is under way. */
export function endOf({ state, reason, txid, minedTxid }: TransferRow): TransferEnd | undefined {
  if (state === 'refused') return { kind: 'refused', reason };
  return state === 'completed' ? { kind: 'completed', txid: minedTxid ?? txid! } : undefined;
}

interface Ended {
  state: 'completed' | 'refused';
  reason: string;
  /** In the chain, and in which block. */
  txid: string;
  height: number;
}

/** Has no effect on a transfer that has ended. */
export async function recordEnd(
  { database, clock }: { database: Database; clock: Clock },
  { reference }: { reference: string },
  { state, reason, txid, height }: Ended,
): Promise<void> {
  await database.transaction((tx) =>
    tx.run(endTransfer, [reference, state, reason, clock.now(), txid, height]),
  );
}
