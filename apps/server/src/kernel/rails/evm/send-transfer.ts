/** Carries one transfer out: decides it once, then follows the one transaction that may be it. */
import type { TransferOut, TransferOutcome } from '../rail.ts';
import { decideTransfer } from './decide-transfer.ts';
import { followTransfer } from './follow-transfer.ts';
import type { SendDeps } from './send-deps.ts';
import { transferOf } from './store.ts';

/** As `Rail.send`. Fails with: a thrown error as long as nothing of it is signed; from then on it gives an outcome. */
export async function sendTransfer(
  deps: SendDeps,
  transfer: TransferOut,
): Promise<TransferOutcome> {
  const known = await deps.database.maybe(transferOf, [transfer.reference]);
  const row = known ?? (await decideTransfer(deps, transfer));
  const { network, asset, address, amount } = transfer;
  const isSame =
    row.network === network &&
    row.asset === asset &&
    row.address === address &&
    row.amount === amount;
  if (!isSame) throw new Error(`${transfer.reference} was asked for with another transfer before`);
  return followTransfer(deps, row);
}
