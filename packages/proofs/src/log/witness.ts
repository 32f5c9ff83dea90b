/** Both sides of submitting a checkpoint to a witness (C2SP tlog-witness, `add-checkpoint`). Pure: neither stores, signs nor sends. */
import { type Checkpoint, type LogTrust, openCheckpoint, parseCheckpoint } from './checkpoint.ts';
import { parseHashLines } from './log-proof.ts';
import { judgeGrowth } from './log-growth.ts';
import { parseWhole, toBase64 } from './plain-bytes.ts';
import { formatSignature, parseNote, parseSignature } from './signed-note.ts';
import type { VerifierKey } from './verifier-key.ts';

export interface AddCheckpoint {
  /** The size that the witness cosigned last, as the log believes. */
  readonly oldSize: number;
  /** The consistency proof from there. */
  readonly path: readonly Uint8Array[];
  /** The signed checkpoint. */
  readonly checkpoint: string;
}

/** HTTP statuses; only 200 is to be stored and cosigned. */
export type WitnessAnswer =
  /** `text` is what the witness signs: the note's text without signatures. */
  | { readonly status: 200; readonly checkpoint: Checkpoint; readonly text: string }
  /** Another size was cosigned last: `size`. Or the same size with another root: then the log forked. */
  | { readonly status: 409; readonly size: number; readonly isFork: boolean }
  /** 400 malformed, 403 not signed by the log, 404 unknown log, 422 a wrong proof. */
  | { readonly status: 400 | 403 | 404 | 422 };

const PATH_MAX = 63;

/** The body of the request. */
export function formatAddCheckpoint({ oldSize, path, checkpoint }: AddCheckpoint): string {
  return `old ${oldSize}\n${path.map((node) => `${toBase64(node)}\n`).join('')}\n${checkpoint}`;
}

/** Undefined when it is no such body. */
export function parseAddCheckpoint(body: string): AddCheckpoint | undefined {
  const blank = body.indexOf('\n\n');
  if (blank < 0) return undefined;
  const [first = '', ...lines] = body.slice(0, blank).split('\n');
  const oldSize = first.startsWith('old ') ? parseWhole(first.slice('old '.length)) : undefined;
  const path = parseHashLines(lines, PATH_MAX);
  if (oldSize === undefined || path === undefined) return undefined;
  return { oldSize, path, checkpoint: body.slice(blank + 2) };
}

/**
 * Decides about a request. Shape: `latest` is the checkpoint of a log that was cosigned last, by origin. Deciding and storing must
 * be one step, or an older checkpoint could replace a newer one.
 */
export function answerAddCheckpoint(
  body: string,
  logs: readonly LogTrust[],
  latest: (origin: string) => Checkpoint | undefined,
): WitnessAnswer {
  const request = parseAddCheckpoint(body);
  const text = request === undefined ? undefined : parseNote(request.checkpoint)?.text;
  const claimed = text === undefined ? undefined : parseCheckpoint(text);
  if (request === undefined || text === undefined || claimed === undefined) return { status: 400 };
  const trust = logs.find(({ origin }) => origin === claimed.origin);
  if (trust === undefined) return { status: 404 };
  if (openCheckpoint(request.checkpoint, trust) === undefined) return { status: 403 };
  const { oldSize, path } = request;
  if (oldSize > claimed.size) return { status: 400 };
  const known = latest(claimed.origin);
  const size = known?.size ?? 0;
  if (oldSize !== size) return { status: 409, size, isFork: false };
  const growth = judgeGrowth(known ?? { ...claimed, size: 0 }, claimed, path);
  if (growth === 'forked') return { status: 409, size, isFork: true };
  return growth === 'consistent' ? { status: 200, checkpoint: claimed, text } : { status: 422 };
}

/**
 * The line of a witness in the body of its answer 200. Lines of other keys are read over. Shape: with a newline.
 * Undefined when the witness's key did not cosign this checkpoint.
 */
export function cosignatureIn(
  answer: string,
  given: { readonly checkpoint: string; readonly log: LogTrust; readonly witness: VerifierKey },
): string | undefined {
  const { checkpoint, log, witness } = given;
  const trust = { ...log, witnesses: [witness] };
  return answer
    .split('\n')
    .map((line) => parseSignature(line))
    .filter((signature) => signature?.name === witness.name && signature.id === witness.id)
    .map((signature) => formatSignature(signature!))
    .find((line) => openCheckpoint(checkpoint + line, trust)?.cosignatures.length === 1);
}
