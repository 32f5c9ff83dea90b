/** Follows the log from a key that a verifier knows to its present one, by receipts of the entries that introduced the keys between. */
import type { Checkpoint, LogTrust } from '../log/checkpoint.ts';
import { hasEntry, type PlacedEntry } from '../log/log-growth.ts';
import { followKeys, hasKey, parseKeyEntry } from '../log/key-leaf.ts';
import { type LogProof, parseLogProof, verifyLogProof } from '../log/log-proof.ts';
import { MissingTile, type ReadTile } from '../log/tree-builder.ts';
import { parseVerifierKey, type VerifierKey } from '../log/verifier-key.ts';
import { parseReceipt } from './receipt-text.ts';

/** Of one receipt. */
export interface RotationItem {
  readonly name: 'key';
  readonly pass: boolean;
  /** The reason, in English. */
  readonly why: string;
}

interface KeyReceipt {
  readonly entry: Uint8Array;
  readonly proof: LogProof;
}

/**
 * The trust of a verifier with the keys that these receipts introduce. A receipt counts when its entry was signed by a key that is
 * trusted by then, and a checkpoint of the log contains it. Others fail and change nothing; entries of keys before those that are
 * trusted have no item.
 */
export function followReceipts(
  texts: readonly string[],
  trust: LogTrust,
): { readonly trust: LogTrust; readonly items: readonly RotationItem[] } {
  const given = texts.map(readKeyReceipt);
  const read = given.filter((receipt) => receipt !== undefined);
  // Its checkpoint may be signed by a key that another of these receipts introduces.
  const claimed = followKeys(
    trust.keys,
    read.map(({ entry }) => entry),
  );
  const isContained = ({ entry, proof }: KeyReceipt) =>
    verifyLogProof(entry, proof, { ...trust, keys: claimed }) !== undefined;
  const contained = read.filter(isContained);
  const keys = followKeys(
    trust.keys,
    contained.map(({ entry }) => entry),
  );
  return {
    trust: { ...trust, keys },
    items: given.flatMap((receipt) => {
      if (receipt === undefined) return [item(false, 'not a receipt of the entry of a key')];
      const leaf = parseKeyEntry(receipt.entry);
      if (leaf === undefined) return [item(false, 'the outgoing key did not sign this entry')];
      const { key, outgoing } = leaf;
      if (!contained.includes(receipt)) {
        return [item(false, `the entry of key ${key.id} is not shown to be in the log`)];
      }
      if (!hasKey(keys, outgoing)) return [];
      const { index } = receipt.proof;
      return [item(true, `entry ${index} introduces key ${key.id}, signed by key ${outgoing.id}`)];
    }),
  };
}

/** The keys that a log publishes, newest first. */
export interface PublishedKeys {
  readonly origin: string;
  /** A key without a receipt is the log's first, or replaced one that was lost. */
  readonly list: readonly { readonly key: string; readonly receipt: string | null }[];
}

/**
 * The trust of a verifier that is connected to the log: the keys that it knows, else the log's first key, with those that published
 * entries introduced from them on. Shape: `known` are spelt as `formatVerifierKey`; others are passed over.
 */
export function publishedTrust(
  { origin, list }: PublishedKeys,
  known: readonly string[] = list
    .filter(({ receipt }) => receipt === null)
    .slice(-1)
    .map(({ key }) => key),
): LogTrust {
  const keys = known
    .map(parseVerifierKey)
    .filter((key): key is VerifierKey => key?.type === 'note');
  const receipts = list.flatMap(({ receipt }) => receipt ?? []);
  return followReceipts(receipts, { origin, keys }).trust;
}

/** Receipts that a log publishes: of the entries of its keys, or of the losses that it declares. */
export interface PublishedReceipts {
  /** The log in which the entries must be. Whoever asks has verified it. */
  readonly checkpoint: Checkpoint;
  /** They say which entry is in which place. Their proofs are not read, and need not fit the checkpoint. */
  readonly receipts: readonly string[];
  readonly read: ReadTile;
}

/**
 * The entries by which `followKeys` gets from the known keys to further ones, as far as tiles prove them to be in the log of the
 * checkpoint. For verifiers that are connected to the log.
 * @throws what `read` throws; a missing tile proves nothing
 */
export async function provenKeyEntries(
  known: readonly VerifierKey[],
  { checkpoint, receipts, read }: PublishedReceipts,
): Promise<Uint8Array[]> {
  const placed = receipts.map(placedEntry).filter((each) => each !== undefined);
  const claimed = followKeys(
    known,
    placed.map(({ entry }) => entry),
  );
  const proven: Uint8Array[] = [];
  for (const each of placed) {
    const key = parseKeyEntry(each.entry)?.key;
    const isWanted = key !== undefined && hasKey(claimed, key) && !hasKey(known, key);
    if (isWanted && (await isContained(checkpoint, each, read))) proven.push(each.entry);
  }
  return proven;
}

/** The entries of these receipts, as far as tiles prove them to be in the log. @throws what `read` throws */
export async function provenEntries({
  checkpoint,
  receipts,
  read,
}: PublishedReceipts): Promise<Uint8Array[]> {
  const proven: Uint8Array[] = [];
  for (const each of receipts.map(placedEntry)) {
    if (each !== undefined && (await isContained(checkpoint, each, read))) proven.push(each.entry);
  }
  return proven;
}

async function isContained(
  checkpoint: Checkpoint,
  placed: PlacedEntry,
  read: ReadTile,
): Promise<boolean> {
  try {
    return await hasEntry(checkpoint, placed, read);
  } catch (error) {
    if (error instanceof MissingTile) return false;
    throw error;
  }
}

function placedEntry(text: string): PlacedEntry | undefined {
  const read = readKeyReceipt(text);
  return read && { index: read.proof.index, entry: read.entry };
}

function readKeyReceipt(text: string): KeyReceipt | undefined {
  const proof = parseLogProof(text);
  const receipt = proof?.extra === undefined ? undefined : parseReceipt(proof.extra);
  if (proof === undefined || receipt?.kind !== 'entry') return undefined;
  return { entry: receipt.entry, proof };
}

const item = (pass: boolean, why: string): RotationItem => ({ name: 'key', pass, why });
