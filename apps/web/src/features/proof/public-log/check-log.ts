/** Compares the log with what this device kept of it. Pure but for what it reads through `LogSource`; `@tern/proofs` decides. */
import {
  type Checkpoint,
  formatLogEvidence,
  followKeys,
  formatVerifierKey,
  hasKey,
  judgeGrowthByTiles,
  type LogEvidence,
  openCheckpoint,
  type OpenedCheckpoint,
  type LossLeaf,
  otherSigners,
  parseLossEntry,
  parseVerifierKey,
  provenEntries,
  provenKeyEntries,
  readClaim,
  type TileAddress,
  type VerifierKey,
} from '@tern/proofs';
import type { FindingKind, KeptLog } from '../../../kernel/public-log/kept-log.ts';

/** What the exchange publishes. Each fails with a thrown error when it is not reached or its answer cannot be used. */
export interface LogSource {
  /** The newest checkpoint, a signed note. */
  checkpoint(): Promise<string>;
  /** The log's name and keys, former ones too, and receipts of the entries that introduced them, or declared others as lost. */
  keys(): Promise<{
    readonly origin: string;
    readonly keys: readonly string[];
    readonly receipts: readonly string[];
    readonly losses: readonly string[];
  }>;
  /** `isFresh`: not from a cache. Undefined when there is no such tile. */
  tile(tile: TileAddress, isFresh: boolean): Promise<Uint8Array | undefined>;
  /** Gives a server that is behind others time to catch up. */
  pause(): Promise<void>;
}

/** The log was not reached, or its answer was no checkpoint: nothing follows from it. */
export class NotChecked extends Error {}

/** What one comparison showed, and the keys that are known after it. */
type Comparison =
  | {
      readonly keys: readonly VerifierKey[];
      /** The declaration that a known key is lost, without which no known key signed. */
      readonly loss: LossLeaf | undefined;
      readonly note: string;
      readonly isLarger: boolean;
    }
  | { readonly kind: FindingKind; readonly evidence: LogEvidence };

/**
 * One check. Returns what to remember afterwards. A kept checkpoint is replaced only by one that was shown to continue it.
 * Units: `now` in epoch ms.
 * @throws `NotChecked`
 */
export async function checkLog(
  kept: KeptLog | undefined,
  source: LogSource,
  now: number,
): Promise<KeptLog> {
  const known = kept === undefined ? undefined : openKept(kept);
  if (kept === undefined || known === undefined) return keepFirst(source, now);
  let found = await compare(kept, known, { source, isFresh: false });
  // A server may be behind the one that signed. Two signed checkpoints that contradict each other stay what they are.
  if ('kind' in found && found.kind !== 'forked') {
    const { received } = found.evidence;
    await source.pause();
    found = await compare(kept, known, { source, isFresh: true });
    if (!('kind' in found)) found = (await contradiction(received, found.note, source)) ?? found;
  }
  const checks = kept.checks + 1;
  if ('kind' in found)
    return { ...kept, checkedAt: now, checks, finding: findingAfter(kept, found, now) };
  return {
    ...kept,
    keys: found.keys.map(formatVerifierKey),
    checkpoint: found.isLarger ? found.note : kept.checkpoint,
    provenAt: now,
    checkedAt: now,
    checks,
    // A contradiction stays one. Everything else is answered once the log shows what it owed.
    finding: kept.finding?.kind === 'forked' ? kept.finding : undefined,
    loss: lossAfter(kept, found.loss, now),
  };
}

/** A loss that was declared is remembered for good, and shown until the member has looked at it. */
function lossAfter({ loss }: KeptLog, found: LossLeaf | undefined, now: number): KeptLog['loss'] {
  if (found === undefined) return loss;
  const key = formatVerifierKey(found.key);
  if (loss?.key === key) return loss;
  return { key, declaredAt: found.at, foundAt: now, isSeen: false };
}

/** Undefined when what was stored is not a checkpoint signed by a stored key: then it says nothing about the log. */
function openKept(kept: KeptLog): OpenedCheckpoint | undefined {
  return openCheckpoint(kept.checkpoint, { origin: kept.origin, keys: keysOf(kept.keys) });
}

/** The first checkpoint: its keys are those that the exchange publishes and that signed it. */
async function keepFirst(source: LogSource, now: number): Promise<KeptLog> {
  const note = await reached(source.checkpoint());
  const published = await reached(source.keys());
  const trust = { origin: published.origin, keys: keysOf(published.keys) };
  const opened = openCheckpoint(note, trust);
  if (opened === undefined) throw new NotChecked('no checkpoint of this log');
  const keys = opened.signatures.map(({ key }) => formatVerifierKey(key));
  const times = { since: now, provenAt: now, checkedAt: now };
  return {
    origin: published.origin,
    keys: [...new Set(keys)],
    checkpoint: note,
    ...times,
    checks: 1,
  };
}

interface Asking {
  readonly source: LogSource;
  readonly isFresh: boolean;
}

async function compare(
  kept: KeptLog,
  known: Checkpoint,
  { source, isFresh }: Asking,
): Promise<Comparison> {
  const note = await reached(source.checkpoint());
  const claimed = readClaim(note);
  if (claimed === undefined) throw new NotChecked('no checkpoint');
  const evidence = { kept: kept.checkpoint, received: note };
  const isSmaller = claimed.size < known.size;
  const signers = await signersOf(note, kept, { source, isFresh });
  if (signers === undefined) return { kind: 'otherKey', evidence };
  const [earlier, later] = isSmaller ? [claimed, known] : [known, claimed];
  // A smaller log must still have the tiles that this device may have in its cache.
  const judged = await judge(earlier, later, { source, isFresh: isFresh || isSmaller });
  if (judged.growth === 'consistent') {
    return { ...signers, note, isLarger: claimed.size > known.size };
  }
  if (judged.growth === 'forked') {
    return { kind: 'forked', evidence: { ...evidence, proof: judged.proof } };
  }
  return { kind: isSmaller ? 'shrunk' : 'unproven', evidence };
}

/** Two signed checkpoints, of which the second continues what was kept and the first was not shown to. */
async function contradiction(
  first: string,
  second: string,
  source: LogSource,
): Promise<Comparison | undefined> {
  const [one, other] = [readClaim(first), readClaim(second)];
  // The log serves the tiles of its newest checkpoint only.
  if (one === undefined || other === undefined || one.size > other.size) return undefined;
  const { growth, proof } = await judge(one, other, { source, isFresh: true });
  if (growth !== 'forked') return undefined;
  return { kind: 'forked', evidence: { kept: first, received: second, proof } };
}

async function judge(
  earlier: Checkpoint,
  later: Checkpoint,
  { source, isFresh }: Asking,
): Promise<Awaited<ReturnType<typeof judgeGrowthByTiles>>> {
  try {
    return await judgeGrowthByTiles(earlier, later, (tile) => reached(source.tile(tile, isFresh)));
  } catch (error) {
    if (error instanceof NotChecked) throw error;
    // A tile that the later checkpoint commits to is missing or short.
    return { growth: 'unproven' };
  }
}

/** The keys of the log, and the declaration that one of them needs. */
interface Signers {
  readonly keys: readonly VerifierKey[];
  readonly loss: LossLeaf | undefined;
}

/**
 * The keys of the log, if one of them signed the note: those that are known, and those that entries of the log introduced from
 * them on. If none did, an entry that declares a known key as lost counts too, and the member is told.
 */
async function signersOf(
  note: string,
  kept: KeptLog,
  { source, isFresh }: Asking,
): Promise<Signers | undefined> {
  const { origin } = kept;
  const known = keysOf(kept.keys);
  const hasOther = otherSigners(note, { origin, keys: known }).length > 0;
  // A wrong signature of any of them makes it invalid.
  const isSigned = (keys: readonly VerifierKey[]) =>
    openCheckpoint(note, { origin, keys }) !== undefined;
  if (!hasOther) return isSigned(known) ? { keys: known, loss: undefined } : undefined;
  const checkpoint = readClaim(note);
  if (checkpoint === undefined) return undefined;
  const { receipts, losses } = await reached(source.keys());
  const read = (tile: TileAddress) => reached(source.tile(tile, isFresh));
  const followed = async (keys: readonly VerifierKey[]) =>
    followKeys(keys, await provenKeyEntries(keys, { checkpoint, receipts, read }));
  const keys = await followed(known);
  if (isSigned(keys)) return { keys, loss: undefined };
  for (const entry of await provenEntries({ checkpoint, receipts: losses, read })) {
    const loss = parseLossEntry(entry);
    if (loss === undefined || !loss.lost.some((key) => hasKey(keys, key))) continue;
    const after = await followed([...keys, loss.key]);
    if (isSigned(after)) return { keys: after, loss };
  }
  return undefined;
}

function keysOf(texts: readonly string[]): VerifierKey[] {
  return texts.map(parseVerifierKey).filter((key) => key !== undefined);
}

/** The first time of a kind is the one to remember; a contradiction is never replaced by less. */
function findingAfter(
  { finding }: KeptLog,
  { kind, evidence }: { readonly kind: FindingKind; readonly evidence: LogEvidence },
  at: number,
): KeptLog['finding'] {
  if (finding !== undefined && (finding.kind === kind || finding.kind === 'forked')) return finding;
  return { kind, at, evidence: formatLogEvidence(evidence), isSeen: false };
}

async function reached<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (cause) {
    throw new NotChecked('the log was not reached', { cause });
  }
}
