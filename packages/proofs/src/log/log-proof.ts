/** The proof that an entry is in a log, as a text that verifies offline (C2SP tlog-proof@v1). */
import { type LogTrust, openCheckpoint, type OpenedCheckpoint } from './checkpoint.ts';
import { fromBase64, parseWhole, toBase64 } from './plain-bytes.ts';
import { HASH_BYTES, hashNodes, leafHash } from './tree-hash.ts';
import { verifyInclusion } from './tree-proof.ts';

export interface LogProof {
  /** Bytes with our own meaning, not authenticated by the format itself. */
  readonly extra?: Uint8Array | undefined;
  /** The entry's place in the log, from 0. */
  readonly index: number;
  readonly path: readonly Uint8Array[];
  /** The checkpoint with its signatures, verbatim. */
  readonly checkpoint: string;
}

const HEADER = 'c2sp.org/tlog-proof@v1';
const PATH_MAX = 63;

/** Shape: header, `extra` (if any), `index`, the path, an empty line, the checkpoint. */
export function formatLogProof({ extra, index, path, checkpoint }: LogProof): string {
  const extraLine = extra === undefined ? [] : [`extra ${toBase64(extra)}`];
  const lines = [HEADER, ...extraLine, `index ${index}`, ...path.map((node) => toBase64(node))];
  return `${lines.join('\n')}\n\n${checkpoint}`;
}

/** Undefined when it is no such text. The checkpoint is not read yet. */
export function parseLogProof(text: string): LogProof | undefined {
  const blank = text.indexOf('\n\n');
  if (blank < 0) return undefined;
  const [header, ...lines] = text.slice(0, blank).split('\n');
  if (header !== HEADER) return undefined;
  const extra = lines[0]?.startsWith('extra ')
    ? (fromBase64((lines.shift() ?? '').slice('extra '.length)) ?? null)
    : undefined;
  const [indexLine = '', ...pathLines] = lines;
  const index = indexLine.startsWith('index ')
    ? parseWhole(indexLine.slice('index '.length))
    : undefined;
  const path = parseHashLines(pathLines, PATH_MAX);
  if (extra === null || index === undefined || path === undefined) return undefined;
  return { extra, index, path, checkpoint: text.slice(blank + 2) };
}

/** Lines of base64 hashes. Undefined when one is none, or there are more than `most`. */
export function parseHashLines(lines: readonly string[], most: number): Uint8Array[] | undefined {
  if (lines.length > most) return undefined;
  const hashes = lines.map(fromBase64);
  return hashes.every((hash) => hash?.length === HASH_BYTES) ? (hashes as Uint8Array[]) : undefined;
}

/** The checkpoint of a log that contains the entry. Undefined when signature, place or path are wrong. */
export function verifyLogProof(
  entry: Uint8Array,
  { index, path, checkpoint }: LogProof,
  trust: LogTrust,
): OpenedCheckpoint | undefined {
  const opened = openCheckpoint(checkpoint, trust);
  if (opened === undefined) return undefined;
  const { size, root } = opened;
  const claim = { scheme: hashNodes, index, size, leaf: leafHash(entry), path, root };
  return verifyInclusion(claim) ? opened : undefined;
}
