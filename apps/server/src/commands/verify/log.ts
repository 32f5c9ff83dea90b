/** Checks a mirrored copy of the public log, and a published tree of liabilities, from files alone (docs/public-log.md). */
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatDecimal } from '@tern/money';
import {
  createTreeBuilder,
  emptyRoot,
  followKeys,
  hashNodes,
  isKeyEntry,
  isLossEntry,
  isSameBytes,
  leafHash,
  type LogTrust,
  type LossLeaf,
  openCheckpoint,
  type OpenedCheckpoint,
  otherSigners,
  parseEntryBundle,
  parseKeyEntry,
  parseLiabilitiesEntry,
  parseLossEntry,
  parseRoundEntry,
  readClaim,
  type ReadTile,
  type RoundLeaf,
  type Tile,
  TILE_WIDTH,
  type TileAddress,
  tilePath,
  tilesOfLevel,
  totalPublishedTree,
  type VerifierKey,
  verifyReceipt,
} from '@tern/proofs';
import { createFactReader, type ReadFacts } from './facts.ts';
import type { CheckedItem } from './paper-day.ts';

/** The receipt of the snapshot's entry, in the folder of a published tree of liabilities. */
const SNAPSHOT_FILE = 'snapshot.tlog-proof';

/** A finding in the copy of a log; the first one ends the check. */
class LogFault extends Error {}

/**
 * Reads every entry of a mirrored log, computes the root and all tiles again, and compares them with the copy and its checkpoint.
 * Shape: `folder` has `checkpoint` and `tile/…`; `since` is the text of an earlier checkpoint of the same log.
 * Memory: one tile for each level.
 */
export async function verifyLogFolder(
  folder: string,
  trust: LogTrust,
  since?: string,
): Promise<CheckedItem[]> {
  const note = readFileSync(join(folder, 'checkpoint'), 'utf8');
  const claimed = readClaim(note);
  if (claimed?.origin !== trust.origin) {
    return [item('checkpoint', 'the checkpoint is not that of this log')];
  }
  const sizes = { size: claimed.size, since: since === undefined ? 0 : readClaim(since)?.size };
  const read = await readLog(folder, trust.keys, sizes);
  // Whoever signed it: a key that is known, or one that the log itself introduced.
  const known = { ...trust, keys: read.keys };
  const checkpoint = openCheckpoint(note, known);
  if (checkpoint === undefined) {
    // Behind a fault there may be entries that introduce the key.
    return read.fault === undefined
      ? [item('checkpoint', unsigned(note, known, read.losses))]
      : [item('entries', read.fault)];
  }
  const names = checkpoint.cosignatures.map(({ key }) => key.name).join(', ');
  const signed = `signed at size ${checkpoint.size}${names === '' ? '' : `, cosigned by ${names}`}`;
  const items = [passed('checkpoint', signed)];
  const introduced = read.keys.slice(trust.keys.length).map(({ id }) => id);
  if (introduced.length > 0)
    items.push(passed('keys', `the log introduces ${introduced.join(', ')}`));
  items.push(...read.losses.map((leaf) => passed('lost key', lossSentence(leaf))));
  const earlier = since === undefined ? undefined : openCheckpoint(since, known);
  if (since !== undefined && earlier === undefined) {
    return [...items, item('earlier checkpoint', 'it is not signed by this log')];
  }
  if (earlier !== undefined && earlier.size > checkpoint.size) {
    const shrunk = `the log had ${earlier.size} entries before and has ${checkpoint.size} now`;
    return [...items, item('earlier checkpoint', shrunk)];
  }
  if (read.fault !== undefined) return [...items, item('entries', read.fault)];
  return [...items, ...contentItems(read, checkpoint, earlier), ...factItems(read.facts)];
}

/** Why a checkpoint is not believed: above all, which key signed it, and whether the log declares that it lost the one before. */
function unsigned(note: string, trust: LogTrust, losses: readonly LossLeaf[]): string {
  if (openCheckpoint(note, { origin: trust.origin, keys: trust.keys }) !== undefined) {
    return 'the checkpoint is not cosigned by the witnesses that the policy asks for';
  }
  const others = otherSigners(note, trust);
  if (others.length === 0) return 'the checkpoint is not signed by this log';
  const declared = losses.find(({ key }) => others.includes(key.id));
  const signed = `the checkpoint is signed by key ${others.join(', ')}, which no entry of the log introduced`;
  return declared === undefined
    ? signed
    : `${signed}; ${lossSentence(declared)}; if you have that key from elsewhere, give it with --log-key too`;
}

function lossSentence({ at, key, lost }: LossLeaf): string {
  const names = lost.map(({ id }) => id).join(', ');
  return `the log declares on ${new Date(at).toISOString()} that it lost key ${names}, and that key ${key.id} signs from there on`;
}

interface ReadLog {
  readonly size: number;
  readonly root: Uint8Array;
  /** Of the first entries, as many as the earlier checkpoint has. */
  readonly earlierRoot: Uint8Array | undefined;
  readonly lastRound: number | undefined;
  /** Those given, then those that entries introduced. */
  readonly keys: readonly VerifierKey[];
  /** Declarations of lost keys; nobody has to believe them. */
  readonly losses: readonly LossLeaf[];
  readonly facts: ReadFacts;
  /** Where reading ended, if not at the end. */
  readonly fault: string | undefined;
}

async function readLog(
  folder: string,
  given: readonly VerifierKey[],
  { size, since = 0 }: { readonly size: number; readonly since: number | undefined },
): Promise<ReadLog> {
  const tree = createTreeBuilder(hashNodes);
  let last: RoundLeaf | undefined;
  let earlierRoot = since === 0 ? emptyRoot() : undefined;
  let keys = given;
  const losses: LossLeaf[] = [];
  const facts = createFactReader(folder);
  let fault: string | undefined;
  try {
    for (const bundle of tilesOfLevel(size)) {
      for (const entry of await entriesOf(folder, bundle)) {
        last = nextRound(entry, last, tree.size);
        keys = keysAfter(entry, keys, tree.size);
        if (isLossEntry(entry)) losses.push(lossIn(entry, tree.size));
        await facts.add(entry, tree.size);
        tree.append(leafHash(entry));
        if (tree.size === since) earlierRoot = tree.root();
      }
      for (const tile of tree.takeFull()) await compareTile(folder, tile);
    }
    for (const tile of tree.partial()) await compareTile(folder, tile);
  } catch (error) {
    if (!(error instanceof LogFault)) throw error;
    fault = error.message;
  }
  const root = tree.root() ?? emptyRoot();
  const read = { size: tree.size, root, earlierRoot, lastRound: last?.round };
  return { ...read, keys, losses, facts: facts.read(), fault };
}

/** @throws a `LogFault` when the entry introduces a key that the outgoing one did not sign */
function keysAfter(
  entry: Uint8Array,
  keys: readonly VerifierKey[],
  index: number,
): readonly VerifierKey[] {
  if (!isKeyEntry(entry)) return keys;
  if (parseKeyEntry(entry) === undefined) {
    throw new LogFault(`entry ${index} introduces a key that the outgoing key did not sign`);
  }
  return followKeys(keys, [entry]);
}

/** @throws a `LogFault` when the key that goes on did not sign it */
function lossIn(entry: Uint8Array, index: number): LossLeaf {
  const leaf = parseLossEntry(entry);
  if (leaf !== undefined) return leaf;
  throw new LogFault(
    `entry ${index} declares a lost key, and the key that goes on did not sign it`,
  );
}

function contentItems(
  { size, root, earlierRoot, lastRound }: ReadLog,
  checkpoint: OpenedCheckpoint,
  earlier: OpenedCheckpoint | undefined,
): CheckedItem[] {
  const entries = `${size} entries${lastRound === undefined ? '' : `, up to round ${lastRound}`}`;
  const isRoot = isSameBytes(root, checkpoint.root);
  const items = [
    passed('entries', `${entries}, in all tiles`),
    item('root', isRoot ? undefined : 'the entries do not give the signed root'),
  ];
  if (earlier === undefined) return items;
  const isKept = earlierRoot !== undefined && isSameBytes(earlierRoot, earlier.root);
  const why = isKept ? undefined : `the first ${earlier.size} entries were rewritten since`;
  return [...items, item('earlier checkpoint', why)];
}

/** Nothing when the log has no statements of facts. */
function factItems(facts: ReadFacts): CheckedItem[] {
  const { entries, statements, documents, evidenceKeys, faults } = facts;
  if (entries === 0) return [];
  if (faults.length > 0) return faults.map((fault) => item('facts', fault));
  const items = [passed('facts', `${statements} statements in ${entries} entries`)];
  if (documents > 0) items.push(passed('documents', `${documents} of versions, as stated`));
  if (evidenceKeys.length > 0) {
    items.push(passed('evidence', `contracts are signed by ${evidenceKeys.join(', ')}`));
  }
  return items;
}

/** The last round so far. @throws a `LogFault` for a gap, an earlier time, or a malformed entry of a round */
function nextRound(
  entry: Uint8Array,
  last: RoundLeaf | undefined,
  index: number,
): RoundLeaf | undefined {
  if (!Buffer.from(entry).toString('latin1').startsWith('tern round 1\n')) return last;
  const leaf = parseRoundEntry(entry);
  if (leaf === undefined) throw new LogFault(`entry ${index} is not spelt as a round`);
  if (last !== undefined && leaf.round !== last.round + 1) {
    throw new LogFault(`round ${leaf.round} in entry ${index} follows round ${last.round}`);
  }
  if (last !== undefined && leaf.at < last.at) {
    throw new LogFault(`round ${leaf.round} in entry ${index} is dated before round ${last.round}`);
  }
  return leaf;
}

async function entriesOf(
  folder: string,
  { index, width }: { readonly index: number; readonly width: number },
): Promise<Uint8Array[]> {
  const address = { level: 'entries' as const, index, width };
  const entries = parseEntryBundle(await readPart(folder, address));
  if (entries === undefined || entries.length < width) {
    throw new LogFault(`the bundle ${tilePath(address)} is cut off`);
  }
  return entries.slice(0, width);
}

async function compareTile(folder: string, tile: Tile): Promise<void> {
  const stored = await readPart(folder, tile);
  if (!isSameBytes(stored.subarray(0, tile.nodes.length), tile.nodes)) {
    throw new LogFault(`the tile ${tilePath(tile)} does not match the entries`);
  }
}

/** The file, or the full one that replaced a partial one. */
async function readPart(folder: string, tile: TileAddress): Promise<Uint8Array> {
  const path = tilePath(tile);
  const full = tilePath({ ...tile, width: TILE_WIDTH });
  const found = [path, full].map((each) => join(folder, each)).find(existsSync);
  if (found === undefined) throw new LogFault(`${path} is missing`);
  return new Uint8Array(await readFile(found));
}

/**
 * Totals a published tree of liabilities and compares it with the log.
 * Shape: `folder` has `snapshot.tlog-proof` and, for each asset, `<asset>/tile/0/…`.
 */
export async function verifyLiabilitiesFolder(
  folder: string,
  trust: LogTrust,
): Promise<CheckedItem[]> {
  const { items, receipt } = verifyReceipt(
    readFileSync(join(folder, SNAPSHOT_FILE), 'utf8'),
    trust,
  );
  const leaf = receipt === undefined ? undefined : parseLiabilitiesEntry(receipt.entry);
  if (leaf === undefined) {
    return [...items, item('snapshot', 'the entry is not that of a snapshot of liabilities')];
  }
  const when = new Date(leaf.at).toISOString();
  const checked: CheckedItem[] = [
    ...items,
    passed('snapshot', `number ${leaf.snapshot}, ${when}, after round ${leaf.round}`),
  ];
  for (const tree of leaf.assets) {
    const fault = await totalPublishedTree(tree, treeReader(folder, tree.asset)).catch(
      (error: Error) => error.message,
    );
    const total = `${formatDecimal(tree.total)} in ${tree.leaves} leaves`;
    checked.push(fault === undefined ? passed(tree.asset, total) : item(tree.asset, fault));
  }
  return checked;
}

function treeReader(folder: string, asset: string): ReadTile {
  return async (tile) => {
    const path = join(folder, asset, tilePath(tile));
    return existsSync(path) ? new Uint8Array(await readFile(path)) : undefined;
  };
}

const passed = (name: string, why: string): CheckedItem => ({ name, pass: true, why });

/** Passed when there is no fault. */
function item(name: string, fault: string | undefined): CheckedItem {
  return { name, pass: fault === undefined, why: fault ?? 'as the log says' };
}
