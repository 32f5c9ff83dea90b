/** Checks a mirrored copy of the public log, and a published tree of liabilities, from files alone (docs/public-log.md). */
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatDecimal } from '@tern/money';
import {
  createTreeBuilder,
  emptyRoot,
  hashNodes,
  isSameBytes,
  leafHash,
  type LogTrust,
  openCheckpoint,
  type OpenedCheckpoint,
  parseEntryBundle,
  parseLiabilitiesEntry,
  parseRoundEntry,
  type ReadTile,
  type RoundLeaf,
  type Tile,
  TILE_WIDTH,
  type TileAddress,
  tilePath,
  tilesOfLevel,
  totalPublishedTree,
  type TreeBuilder,
  verifyReceipt,
} from '@tern/proofs';
import type { CheckedItem } from './verify-paper-day.ts';

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
  const checkpoint = openCheckpoint(readFileSync(join(folder, 'checkpoint'), 'utf8'), trust);
  if (checkpoint === undefined) {
    return [item('checkpoint', 'the checkpoint is not signed by this log')];
  }
  const names = checkpoint.cosignatures.map(({ key }) => key.name).join(', ');
  const signed = `signed at size ${checkpoint.size}${names === '' ? '' : `, cosigned by ${names}`}`;
  const items = [passed('checkpoint', signed)];
  const earlier = since === undefined ? undefined : openCheckpoint(since, trust);
  if (since !== undefined && earlier === undefined) {
    return [...items, item('earlier checkpoint', 'it is not signed by this log')];
  }
  if (earlier !== undefined && earlier.size > checkpoint.size) {
    const shrunk = `the log had ${earlier.size} entries before and has ${checkpoint.size} now`;
    return [...items, item('earlier checkpoint', shrunk)];
  }
  try {
    items.push(...(await readLog(folder, checkpoint, earlier)));
  } catch (error) {
    if (!(error instanceof LogFault)) throw error;
    items.push(item('entries', error.message));
  }
  return items;
}

async function readLog(
  folder: string,
  checkpoint: OpenedCheckpoint,
  earlier: OpenedCheckpoint | undefined,
): Promise<CheckedItem[]> {
  const tree = createTreeBuilder(hashNodes);
  let last: RoundLeaf | undefined;
  let earlierRoot = earlier?.size === 0 ? emptyRoot() : undefined;
  for (const bundle of tilesOfLevel(checkpoint.size)) {
    for (const entry of await entriesOf(folder, bundle)) {
      last = nextRound(entry, last, tree.size);
      tree.append(leafHash(entry));
      if (tree.size === earlier?.size) earlierRoot = tree.root();
    }
    for (const tile of tree.takeFull()) await compareTile(folder, tile);
  }
  for (const tile of tree.partial()) await compareTile(folder, tile);
  const entries = `${tree.size} entries${last === undefined ? '' : `, up to round ${last.round}`}`;
  const items = [
    passed('entries', `${entries}, in all tiles`),
    item('root', isRoot(tree, checkpoint) ? undefined : 'the entries do not give the signed root'),
  ];
  if (earlier === undefined) return items;
  const isKept = earlierRoot !== undefined && isSameBytes(earlierRoot, earlier.root);
  const why = isKept ? undefined : `the first ${earlier.size} entries were rewritten since`;
  return [...items, item('earlier checkpoint', why)];
}

/** The last round so far. Fails with: a `LogFault` for a gap, an earlier time, or a malformed entry of a round. */
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

function isRoot(tree: TreeBuilder, { root }: OpenedCheckpoint): boolean {
  return isSameBytes(tree.root() ?? emptyRoot(), root);
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
