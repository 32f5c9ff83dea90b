/** Completes a withdrawal that its rail, or two operators in its place, reported as paid. */
import { findAssetNetwork } from '../../../kernel/networks/networks.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { publish } from '../request/publish.ts';
import { payEntry } from './rules.ts';
import { setCompleted, type Withdrawal } from './store.ts';
import { withdrawals } from './withdrawals.ts';

/** Needs: the withdrawal locked, in the state `sending`. */
export async function completeWithdrawal(
  tx: Tx,
  { id, asset, network: code }: Withdrawal,
  { txid, at }: { txid: string; at: number },
): Promise<void> {
  const network = await findAssetNetwork(tx, asset, code);
  if (network === undefined) throw new Error(`no network ${code} of ${asset}`);
  const request = await tx.one(setCompleted, [id, txid, at]);
  const entries = [payEntry({ ...request, networkId: network.networkId })];
  await publish(tx, withdrawals, { request, entries, at });
}
