/** How far the log is behind the journal, and its witnesses behind the log. */
import { formatVerifierKey } from '@tern/proofs';
import type { Reader } from '../../../../platform/database/database.ts';
import { readLag } from '../store.ts';
import type { Witness } from './ask-witness.ts';
import { findWitnesses } from './store.ts';

export interface LogLag {
  /** Entries. */
  readonly size: number;
  /** When the newest checkpoint was signed, epoch milliseconds. */
  readonly signedAt: number;
  /** Numbers of postings above the last one that is certainly sealed: an upper limit. */
  readonly unsealedPostings: number;
  readonly witnesses: readonly {
    readonly name: string;
    /** Epoch milliseconds; null: never. */
    readonly cosignedAt: number | null;
    readonly isRefusing: boolean;
  }[];
}

/** Undefined before the log was opened. */
export async function measureLag(
  reader: Reader,
  witnesses: readonly Witness[],
): Promise<LogLag | undefined> {
  const lag = await readLag(reader);
  if (lag === undefined || witnesses.length === 0) return lag && { ...lag, witnesses: [] };
  const known = await findWitnesses(reader);
  return {
    ...lag,
    witnesses: witnesses.map(({ key }) => {
      const row = known.get(formatVerifierKey(key));
      const isRefusing = row?.answer === 'refused';
      return { name: key.name, cosignedAt: row?.cosignedAt ?? null, isRefusing };
    }),
  };
}
