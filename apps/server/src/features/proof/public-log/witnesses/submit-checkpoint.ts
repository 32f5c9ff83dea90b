/** Submits the newest checkpoint to the log's witnesses and publishes it with their cosignatures (ADR 49). */
import {
  addSignatures,
  formatSignature,
  formatVerifierKey,
  type LogTrust,
  parseNote,
} from '@tern/proofs';
import type { Tx } from '../../../../platform/database/database.ts';
import { MINUTE_MS, SECOND_MS } from '../../../../platform/durations.ts';
import type { Log } from '../../../../platform/log.ts';
import { publicKeyOf } from '../log-keys.ts';
import type { SealDeps } from '../seal-rounds.ts';
import { type HeadRow, listKeys, readHead } from '../store.ts';
import { askWitness, type Witness, type WitnessAnswer } from './ask-witness.ts';
import {
  claimSubmission,
  findPublished,
  findWitnesses,
  lockPublished,
  type Published,
  putPublished,
  putWitness,
  type WitnessRow,
} from './store.ts';

export interface WitnessDeps extends SealDeps {
  readonly log: Log;
  readonly witnesses: readonly Witness[];
  /** How many of them should have cosigned what is published. */
  readonly quorum: number;
}

/** Between two submissions; of the checkpoints between them, only the newest is submitted. */
const PAUSE_MS = 5 * SECOND_MS;
/** A witness that gives no cosignature is asked after twice the time each time, up to this. */
const RETRY_MS_MAX = 5 * MINUTE_MS;
/** Without enough witnesses, a checkpoint is published with fewer or none when what is published is so old. */
const ALONE_AFTER_MS = MINUTE_MS;

/** A witness with its answer. */
interface Answered {
  readonly witness: Witness;
  readonly before: WitnessRow | undefined;
  readonly answer: WitnessAnswer;
}

/** Submits if something is to be cosigned and a pause is over. Sealing never waits for it. Does nothing without a log. */
export async function submitCheckpoint(deps: WitnessDeps): Promise<void> {
  const { database, clock, witnesses } = deps;
  const head = await readHead(database);
  if (head === undefined) return;
  const now = clock.now();
  const known = await findWitnesses(database);
  const due = witnesses
    .map((witness) => ({ witness, before: known.get(formatVerifierKey(witness.key)) }))
    .filter(({ before }) => isDue(before, head, now));
  if (due.length === 0) return publishAlone(deps, head, now);
  const isOurs = await database.transaction((tx) => claimSubmission(tx, now, now - PAUSE_MS));
  if (!isOurs) return;
  const keys = (await listKeys(database)).map((row) => publicKeyOf(row, head.origin));
  const log: LogTrust = { origin: head.origin, keys };
  const answered = await Promise.all(
    due.map(async ({ witness, before }) => {
      // A restored log may be smaller than what it noted of a witness.
      const oldSize = Math.min(before?.size ?? 0, head.size);
      const answer = await askWitness({ reader: database, log, head }, witness, oldSize);
      return { witness, before, answer };
    }),
  );
  for (const each of answered) report(deps.log, each);
  await database.transaction(async (tx) => {
    for (const each of answered) await putWitness(tx, rowOf(each, head, now));
    await publish(tx, deps, { head, answered });
  });
  await publishAlone(deps, head, now);
}

/** Puts the newest checkpoint in the place of a published one before the first submission. */
export async function openPublished({ database }: SealDeps): Promise<void> {
  const head = await readHead(database);
  if (head === undefined || (await findPublished(database)) !== undefined) return;
  await database.transaction((tx) => putPublished(tx, head));
}

function isDue(row: WitnessRow | undefined, head: HeadRow, now: number): boolean {
  if (row === undefined) return true;
  const isWanted =
    row.answer !== 'cosigned' || row.size !== head.size || row.askedAt < head.signedAt;
  return isWanted && row.retryAt <= now;
}

function rowOf({ witness, before, answer }: Answered, head: HeadRow, now: number): WitnessRow {
  const known = { key: formatVerifierKey(witness.key), askedAt: now, answer: answer.kind };
  if (answer.kind === 'cosigned') {
    return { ...known, size: head.size, cosignedAt: now, failures: 0, retryAt: now };
  }
  const failures = (before?.failures ?? 0) + 1;
  const retryAt = now + Math.min(RETRY_MS_MAX, PAUSE_MS * 2 ** failures);
  const { size = 0, cosignedAt = null } = before ?? {};
  return { ...known, size, cosignedAt, failures, retryAt };
}

/** A refusal each time the witness is asked: a person may look hours later, and its reason changes as the log grows. Else once for each change. */
function report(log: Log, { witness, before, answer }: Answered): void {
  if (before?.answer === answer.kind && answer.kind !== 'refused') return;
  const witnessName = witness.key.name;
  if (answer.kind === 'refused') {
    const { reason } = answer;
    log.error(
      { witness: witnessName, reason },
      'a witness refused the public log: it may have forked',
    );
  } else if (answer.kind === 'missing') {
    log.warn(
      { witness: witnessName, reason: answer.reason },
      'a witness did not cosign the public log',
    );
  } else if (before !== undefined) {
    log.info({ witness: witnessName }, 'a witness cosigns the public log again');
  }
}

/** Publishes the submitted checkpoint with its cosignatures, and those that it got before. Too few are better than none. */
async function publish(
  tx: Tx,
  { witnesses, quorum, clock }: WitnessDeps,
  { head, answered }: { head: HeadRow; answered: readonly Answered[] },
): Promise<void> {
  const lines = answered.flatMap(({ answer }) => (answer.kind === 'cosigned' ? [answer.line] : []));
  const published = await lockPublished(tx);
  if (lines.length === 0 || (published !== undefined && published.size > head.size)) return;
  const isSame = published?.size === head.size;
  const earlier = isSame ? (parseNote(published.checkpoint)?.signatures ?? []) : [];
  const kept = earlier
    .filter(({ name, id }) => witnesses.some(({ key }) => key.name === name && key.id === id))
    .map(formatSignature);
  const signatures = [...kept, ...lines];
  const mayWait = published !== undefined && !isSame && !isOverdue(published, head, clock.now());
  if (mayWait && signatures.length < quorum) return;
  const checkpoint = addSignatures(head.checkpoint, signatures);
  await putPublished(tx, { size: head.size, checkpoint, signedAt: head.signedAt });
}

const isOverdue = (published: Published, head: HeadRow, now: number): boolean =>
  published.size < head.size && now - published.signedAt >= ALONE_AFTER_MS;

/** A log whose witnesses are all gone is still published. */
async function publishAlone({ database }: WitnessDeps, head: HeadRow, now: number): Promise<void> {
  const isOld = (published: Published | undefined) =>
    published !== undefined && isOverdue(published, head, now);
  if (!isOld(await findPublished(database))) return;
  await database.transaction(async (tx) => {
    // Another process may have published cosignatures meanwhile.
    if (isOld(await lockPublished(tx))) await putPublished(tx, head);
  });
}
