/** The published checkpoint and its witnesses, for the public figures. */
import { formatVerifierKey, type OpenedCheckpoint, openCheckpoint, toBase64 } from '@tern/proofs';
import type { Reader } from '../../../../platform/database/database.ts';
import { publicKeyOf } from '../log-keys.ts';
import { listKeys, readHead } from '../store.ts';
import type { Witness } from './ask-witness.ts';
import { findPublished, findWitnesses, type WitnessRow } from './store.ts';

export interface LogFigures {
  readonly size: number;
  /** When the log signed it, epoch milliseconds. */
  readonly at: number;
  /** Base64, as in the checkpoint. */
  readonly root: string;
  readonly witnesses: readonly {
    readonly name: string;
    /** Cosigned: its verified signature is under this checkpoint. */
    readonly state: 'cosigned' | 'refused' | 'missing';
    /** When it cosigned last, epoch milliseconds; null: never. */
    readonly at: number | null;
  }[];
}

/** @throws Error before the log was opened, or when the log's own signature does not verify */
export async function measureLog(
  reader: Reader,
  witnesses: readonly Witness[],
): Promise<LogFigures> {
  const head = await readHead(reader);
  const published = witnesses.length > 0 ? await findPublished(reader) : head;
  if (head === undefined || published === undefined) throw new Error('the log is not open');
  const keys = (await listKeys(reader)).map((row) => publicKeyOf(row, head.origin));
  const trust = { origin: head.origin, keys, witnesses: witnesses.map(({ key }) => key) };
  const opened = openCheckpoint(published.checkpoint, trust);
  if (opened === undefined) throw new Error('the published checkpoint is not signed');
  const known = await findWitnesses(reader);
  return {
    size: opened.size,
    at: published.signedAt,
    root: toBase64(opened.root),
    witnesses: witnesses.map((witness) => {
      const row = known.get(formatVerifierKey(witness.key));
      const { name } = witness.key;
      return { name, state: stateOf(opened, witness, row), at: row?.cosignedAt ?? null };
    }),
  };
}

/** A refusal counts before an earlier cosignature of the same checkpoint. */
function stateOf(
  { cosignatures }: OpenedCheckpoint,
  { key }: Witness,
  row: WitnessRow | undefined,
): LogFigures['witnesses'][number]['state'] {
  if (row?.answer === 'refused') return 'refused';
  return cosignatures.some((each) => each.key === key) ? 'cosigned' : 'missing';
}
