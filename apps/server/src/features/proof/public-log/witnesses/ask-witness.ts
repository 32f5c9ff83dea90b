/** Submits a checkpoint to a witness over HTTP (C2SP tlog-witness). */
import {
  consistencyPath,
  cosignatureIn,
  formatAddCheckpoint,
  hashNodes,
  type LogTrust,
  parseWhole,
  type VerifierKey,
} from '@tern/proofs';
import type { Reader } from '../../../../platform/database/database.ts';
import { SECOND_MS } from '../../../../platform/durations.ts';
import { fetch } from '../../../../platform/http/fetch.ts';
import { fetchReason } from '../../../../platform/http/fetch-reason.ts';
import { readAtMost } from '../../../../platform/http/read-at-most.ts';
import { type HeadRow, readHead, readTile } from '../store.ts';

/** A witness as configured. */
export interface Witness {
  readonly key: VerifierKey;
  /** Where checkpoints are submitted: `/add-checkpoint` under it. Without a trailing slash. */
  readonly url: string;
}

/** Refused: the witness knows another log of this name, so one of the two is a fork. Missing: no cosignature for another reason. */
export type WitnessAnswerKind = 'cosigned' | 'refused' | 'missing';

export type WitnessAnswer =
  /** `line` with a newline, verified. */
  | { readonly kind: 'cosigned'; readonly line: string }
  | { readonly kind: 'refused' | 'missing'; readonly reason: string };

export interface Submission {
  readonly reader: Reader;
  readonly log: LogTrust;
  readonly head: HeadRow;
}

interface HttpAnswer {
  readonly status: number;
  readonly body: string;
}

/** Also the longest that the others' cosignatures wait for a witness that does not answer. */
const TIMEOUT_MS = 5 * SECOND_MS;
const BYTES_MAX = 16_384;

/** Asks for a cosignature. `oldSize` is what the witness cosigned last, as the log believes; it may say another. */
export async function askWitness(
  submission: Submission,
  witness: Witness,
  oldSize: number,
): Promise<WitnessAnswer> {
  try {
    const first = await submit(submission, witness, oldSize);
    const known = knownSize(first);
    if (known === undefined) return meaningOf(submission, witness, first);
    if (known === oldSize) return refused(`knows another tree of size ${known}`);
    if (known > submission.head.size) return await ahead(submission, known);
    const second = await submit(submission, witness, known);
    if (knownSize(second) !== known) return meaningOf(submission, witness, second);
    return refused(`knows another tree of size ${known}`);
  } catch (error) {
    return { kind: 'missing', reason: fetchReason(error) };
  }
}

/** The witness cosigned more than was submitted: what another process submitted meanwhile, or what the log does not have. */
async function ahead({ reader }: Submission, known: number): Promise<WitnessAnswer> {
  const newest = await readHead(reader);
  return newest !== undefined && newest.size >= known
    ? { kind: 'missing', reason: 'was asked by another process' }
    : refused(`knows a tree of size ${known}, which the log does not have`);
}

function meaningOf(
  { head, log }: Submission,
  { key: witness }: Witness,
  { status, body }: HttpAnswer,
): WitnessAnswer {
  if (status === 422) return refused('says that the log does not continue what it cosigned');
  if (status !== 200) return { kind: 'missing', reason: `answered ${status}` };
  const line = cosignatureIn(body, { checkpoint: head.checkpoint, log, witness });
  return line === undefined
    ? { kind: 'missing', reason: 'sent no valid cosignature of its key' }
    : { kind: 'cosigned', line };
}

const refused = (reason: string): WitnessAnswer => ({ kind: 'refused', reason });

/** What the witness cosigned last. Undefined for any other answer than that. */
function knownSize({ status, body }: HttpAnswer): number | undefined {
  return status === 409 ? parseWhole(body.trimEnd()) : undefined;
}

async function submit(
  { reader, head }: Submission,
  { url }: Witness,
  oldSize: number,
): Promise<HttpAnswer> {
  const read = (tile: { level: number; index: number }) => readTile(reader, tile);
  const path = await consistencyPath({ scheme: hashNodes, size: head.size, read }, oldSize);
  const response = await fetch(`${url}/add-checkpoint`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: formatAddCheckpoint({ oldSize, path, checkpoint: head.checkpoint }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const body = await readAtMost(response, BYTES_MAX);
  return { status: response.status, body: body.toString('utf8') };
}
