/** Two checkpoints of a log that do not fit together, as a text that anyone can check (docs/public-log.md). */
import {
  type Checkpoint,
  type LogTrust,
  openCheckpoint,
  type OpenedCheckpoint,
  parseCheckpoint,
} from './checkpoint.ts';
import { type ForkProof, isForkProof, judgeGrowth } from './log-growth.ts';
import { parseHashLines } from './log-proof.ts';
import { toBase64 } from './plain-bytes.ts';
import { parseNote } from './signed-note.ts';

export interface LogEvidence {
  /** The signed checkpoint that was kept. */
  readonly kept: string;
  /** The one that came later. */
  readonly received: string;
  /** For checkpoints of two sizes, if the log served what shows that they contradict each other. */
  readonly proof?: ForkProof | undefined;
}

export interface EvidenceItem {
  readonly name: 'shape' | 'kept checkpoint' | 'later checkpoint' | 'contradiction';
  readonly pass: boolean;
  /** The reason, in English. */
  readonly why: string;
}

const HEADER = 'tern log evidence 1';
const NODES_MAX = 64;

/** Shape: header, root and path of the proof if there is one; then both checkpoints, each after an empty line. */
export function formatLogEvidence({ kept, received, proof }: LogEvidence): string {
  const nodes = proof === undefined ? [] : [proof.root, ...proof.path];
  return [[HEADER, ...nodes.map(toBase64), ''].join('\n'), kept, received].join('\n');
}

/** Undefined when it is no such text, or one of its parts is no checkpoint. Signatures are not verified. */
export function parseLogEvidence(text: string): LogEvidence | undefined {
  // A checkpoint has one empty line, above its signatures.
  const [head = '', keptText, keptLines, text2, lines2, ...more] = text.split('\n\n');
  const [header, ...nodeLines] = head.split('\n');
  const nodes = parseHashLines(nodeLines, NODES_MAX);
  if (header !== HEADER || nodes === undefined || lines2 === undefined || more.length > 0) {
    return undefined;
  }
  const kept = `${keptText}\n\n${keptLines}\n`;
  const received = `${text2}\n\n${lines2}`;
  if (readClaim(kept) === undefined || readClaim(received) === undefined) return undefined;
  const [root, ...path] = nodes;
  return { kept, received, proof: root === undefined ? undefined : { root, path } };
}

/** What a signed checkpoint claims. Undefined when it is none. Signatures are not verified. */
export function readClaim(note: string): Checkpoint | undefined {
  const text = parseNote(note)?.text;
  return text === undefined ? undefined : parseCheckpoint(text);
}

/** Checks that both checkpoints are signed by the log and contradict each other. */
export function verifyLogEvidence(text: string, trust: LogTrust): EvidenceItem[] {
  const evidence = parseLogEvidence(text);
  if (evidence === undefined) {
    return [{ name: 'shape', pass: false, why: 'not evidence of version 1 with two checkpoints' }];
  }
  const kept = openCheckpoint(evidence.kept, trust);
  const received = openCheckpoint(evidence.received, trust);
  return [
    { name: 'shape', pass: true, why: 'two checkpoints' },
    { name: 'kept checkpoint', ...signedFinding(kept) },
    { name: 'later checkpoint', ...signedFinding(received) },
    { name: 'contradiction', ...contradictionOf(kept, received, evidence.proof) },
  ];
}

function signedFinding(checkpoint: OpenedCheckpoint | undefined) {
  return checkpoint === undefined
    ? { pass: false, why: 'not signed by this log' }
    : { pass: true, why: `signed at size ${checkpoint.size}` };
}

function contradictionOf(
  kept: Checkpoint | undefined,
  received: Checkpoint | undefined,
  proof: ForkProof | undefined,
): { pass: boolean; why: string } {
  if (kept === undefined || received === undefined) {
    return { pass: false, why: 'not checked: both must be signed by the log' };
  }
  const [earlier, later] = kept.size <= received.size ? [kept, received] : [received, kept];
  if (earlier.size === later.size) {
    const isFork = judgeGrowth(earlier, later, []) === 'forked';
    const why = isFork ? 'two roots at the same size' : 'both are the same';
    return { pass: isFork, why };
  }
  if (proof !== undefined && isForkProof(earlier, later, proof)) {
    const why = `the log of ${later.size} entries has other first ${earlier.size} entries`;
    return { pass: true, why };
  }
  const why = 'not shown by these two alone: check a copy of the log with --log and --since';
  return { pass: false, why };
}
