/** The ends of a withdrawal: paid out, or returned in full. Nothing else ends one (rules §2). */
import { findAssetNetwork } from '../../../kernel/networks/networks.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { payEntry, returnEntry } from './rules.ts';
import { setState, type Withdrawal } from './store.ts';
import { postAndPublish } from './post-and-publish.ts';

/** The rail says it arrived. */
export async function completeWithdrawal(
  tx: Tx,
  withdrawal: Withdrawal,
  { txid, at }: { txid: string; at: number },
): Promise<Withdrawal> {
  const { asset, network: code } = withdrawal;
  const network = await findAssetNetwork(tx, asset, code);
  if (network === undefined) throw new Error(`no network ${code} of ${asset}`);
  const done = await tx.one(setState, [withdrawal.id, 'completed', '', txid, null, at]);
  const { networkId } = network;
  await postAndPublish(tx, { withdrawal: done, entries: [payEntry({ ...done, networkId })], at });
  return done;
}

/** Everything goes back at once. Fails with: 5034 when it is past returning. */
export async function returnWithdrawal(
  tx: Tx,
  withdrawal: Withdrawal,
  end: { state: 'rejected' | 'cancelled'; reason: string; at: number },
): Promise<Withdrawal> {
  const { state, reason, at } = end;
  const from = state === 'cancelled' ? ['reviewed'] : ['reviewed', 'sending'];
  if (!from.includes(withdrawal.state)) throw new Refusal(5034);
  const done = await tx.one(setState, [withdrawal.id, state, reason, withdrawal.txid, null, at]);
  await postAndPublish(tx, { withdrawal: done, entries: [returnEntry(done, reason)], at });
  return done;
}
