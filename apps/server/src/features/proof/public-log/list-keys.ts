/** The keys of the log, as the world needs them to verify checkpoints. */
import { formatReceipt, formatVerifierKey } from '@tern/proofs';
import type { Reader } from '../../../platform/database/database.ts';
import { publicKeyOf } from './log-keys.ts';
import { proveEntry } from './make-receipt.ts';
import { listKeyEntries, listKeys } from './store.ts';
import { listLosses } from './store-losses.ts';

export interface PublishedKey {
  readonly id: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** `name+id+base64` (C2SP signed-note). */
  readonly key: string;
  /** The receipt of the entry that introduced it, a tlog-proof; undefined for the first key. */
  readonly receipt: string | undefined;
  /** The receipt of the entry that declared that it signs in place of lost keys. */
  readonly loss: string | undefined;
}

/** Newest first. Shape: `reader` is a snapshot, `origin` the log's name. */
export async function listPublishedKeys(reader: Reader, origin: string): Promise<PublishedKey[]> {
  const rows = await listKeys(reader);
  const receipts = await receiptsOf(reader, await listKeyEntries(reader));
  const losses = await receiptsOf(reader, await listLosses(reader));
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.createdAt,
    key: formatVerifierKey(publicKeyOf(row, origin)),
    receipt: receipts.get(row.id),
    loss: losses.get(row.id),
  }));
}

interface EntryOfKey {
  readonly keyId: number;
  /** Null: not in the log yet. */
  readonly entryIndex: number | null;
  readonly entry: Uint8Array | null;
}

/** By key. */
async function receiptsOf(
  reader: Reader,
  entries: readonly EntryOfKey[],
): Promise<ReadonlyMap<number, string | undefined>> {
  const receipts = new Map<number, string | undefined>();
  for (const { keyId, entryIndex: index, entry } of entries) {
    if (entry === null || index === null) continue;
    const extra = formatReceipt({ kind: 'entry', entry });
    receipts.set(keyId, await proveEntry(reader, { index, extra }));
  }
  return receipts;
}
