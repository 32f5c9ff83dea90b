/** The keys of the log, as the world needs them to verify checkpoints. */
import { formatVerifierKey } from '@tern/proofs';
import type { Reader } from '../../platform/database/database.ts';
import { publicKeyOf } from './log-keys.ts';
import { listKeys } from './store.ts';

export interface PublishedKey {
  readonly id: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** `name+id+base64` (C2SP signed-note). */
  readonly key: string;
}

/** Newest first. Shape: `origin` is the log's name. */
export async function listPublishedKeys(reader: Reader, origin: string): Promise<PublishedKey[]> {
  const rows = await listKeys(reader);
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.createdAt,
    key: formatVerifierKey(publicKeyOf(row, origin)),
  }));
}
