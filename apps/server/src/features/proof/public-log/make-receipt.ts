/** The receipt of a record: opens the member's own line of its round, and proves that the log contains the round. */
import {
  compareBytes,
  formatLogProof,
  formatReceipt,
  HASH_BYTES,
  hashNodes,
  inclusionPath,
  lineHash,
  memoryTree,
  parseLine,
} from '@tern/proofs';
import type { Database, Reader } from '../../../platform/database/database.ts';
import { saltKeysOf } from './log-keys.ts';
import { readHead, readTile } from './store.ts';
import { findNamed, findRecord, readContents, readLine, type RecordRound } from './store-rounds.ts';
import { findPublished } from './witnesses/store.ts';

/** Undefined for what is absent, "unsealed" for what is in no round yet. */
export type MadeReceipt = { readonly text: string } | 'unsealed' | undefined;

export interface ReceiptRequest {
  readonly memberId: number;
  /** The record's id: that of its posting. */
  readonly recordId: number;
}

/**
 * Shape: `reader` is a snapshot. The text is a tlog-proof (docs/public-log.md).
 * Undefined for a record that is absent or another member's, "unsealed" for one that is in no round yet.
 */
export async function makeReceipt(reader: Reader, request: ReceiptRequest): Promise<MadeReceipt> {
  return openRound(reader, await findRecord(reader, request), request.memberId);
}

/** An entry of the journal by its name, and one of the owners that it concerns. */
export interface NamedEntry {
  readonly kind: number;
  readonly reference: string;
  readonly owner: number;
}

/**
 * The receipt of what the round of an entry did for an owner.
 * Shape: as of `makeReceipt`. @throws Error when the entry does not concern the owner
 */
export async function makeReceiptOf(
  reader: Reader,
  { owner, ...entry }: NamedEntry,
): Promise<MadeReceipt> {
  return openRound(reader, await findNamed(reader, entry), owner);
}

/** A receipt; what is in no round yet is sealed for it. "Unsealed" when another process seals it now. */
export async function makeSealed(
  { database, seal }: { readonly database: Database; seal(): Promise<void> },
  make: (reader: Reader) => Promise<MadeReceipt>,
): Promise<MadeReceipt> {
  const receipt = await database.snapshot(make);
  if (receipt !== 'unsealed') return receipt;
  await seal();
  return database.snapshot(make);
}

async function openRound(
  reader: Reader,
  round: RecordRound | 'unsealed' | undefined,
  owner: number,
): Promise<MadeReceipt> {
  if (round === undefined || round === 'unsealed') return round;
  const extra = await openLine(reader, round, owner);
  const text = await proveEntry(reader, { index: round.entryIndex, extra });
  return text === undefined ? 'unsealed' : { text };
}

/**
 * A tlog-proof of an entry under the checkpoint that witnesses cosigned, or under the newest for an entry of the last seconds. Shape: `extra` opens the entry (`formatReceipt`).
 * Undefined before the log was opened.
 */
export async function proveEntry(
  reader: Reader,
  { index, extra }: { readonly index: number; readonly extra: Uint8Array },
): Promise<string | undefined> {
  const published = await findPublished(reader);
  const head =
    published !== undefined && index < published.size ? published : await readHead(reader);
  if (head === undefined) return undefined;
  const tree = {
    scheme: hashNodes,
    size: head.size,
    read: (tile: { level: number; index: number }) => readTile(reader, tile),
  };
  const path = await inclusionPath(tree, index);
  return formatLogProof({ extra, index, path, checkpoint: head.checkpoint });
}

/** @throws Error when the journal no longer contains what the round sealed */
async function openLine(reader: Reader, round: RecordRound, owner: number): Promise<Uint8Array> {
  const salts = saltKeysOf(round);
  const line = parseLine(await readLine(reader, { round, owner }, salts));
  const { hashes } = (await readContents(reader, [round], salts)).get(round.round) ?? {};
  if (line === undefined || hashes === undefined) throw changed(round);
  const nodes = Array.from({ length: hashes.length / HASH_BYTES }, (_, at) =>
    hashes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  );
  const own = lineHash(line);
  const index = nodes.findIndex((node) => compareBytes(node, own) === 0);
  const path = memoryTree(hashNodes, nodes)?.path(index);
  if (index === -1 || path === undefined) throw changed(round);
  return formatReceipt({ kind: 'line', entry: round.entry, line, index, path });
}

const changed = ({ round }: RecordRound) =>
  new Error(`the journal no longer contains what round ${round} sealed`);
