/** The ends of a deposit that a member told of: credited once, or not at all. */
import { findAssetNetwork } from '../../../kernel/networks/networks.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { creditEntry } from './rules.ts';
import { type Deposit, depositForUpdate, setState } from './store.ts';
import { postAndPublish } from './post-and-publish.ts';

interface End {
  state: 'completed' | 'rejected' | 'cancelled';
  /** Of a rejection: the member reads it. */
  reason: string;
  /** Epoch ms. */
  at: number;
}

/** Fails with: 5034 when it ended before. */
export async function endDeposit(tx: Tx, id: number, end: End): Promise<Deposit> {
  const { state, reason, at } = end;
  const known = await tx.one(depositForUpdate, [id]);
  if (known.state !== 'reviewed') throw new Refusal(5034);
  const deposit = await tx.one(setState, [id, state, reason, at]);
  const networkId = await networkIdOf(tx, deposit);
  const entries = state === 'completed' ? [creditEntry({ ...deposit, networkId })] : [];
  await postAndPublish(tx, { deposit, entries, at });
  return deposit;
}

async function networkIdOf(reader: Reader, { asset, network: code }: Deposit): Promise<number> {
  const network = await findAssetNetwork(reader, asset, code);
  if (network === undefined) throw new Error(`no network ${code} of ${asset}`);
  return network.networkId;
}
