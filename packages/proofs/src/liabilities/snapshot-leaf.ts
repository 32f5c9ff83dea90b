/** The entry of a snapshot of all liabilities in the public log: total and root per asset. */
import { type Amount, formatDecimal, parseDecimal } from '@tern/money';
import {
  fromBase64,
  isSameBytes,
  parseWhole,
  plainBytes,
  plainText,
  toBase64,
} from '../log/plain-bytes.ts';
import { HASH_BYTES } from '../log/tree-hash.ts';

/** The tree of one asset. */
export interface AssetLiabilities {
  readonly asset: string;
  /** Leaves of the tree, at least one. */
  readonly leaves: number;
  /** What the exchange owes all members together. */
  readonly total: Amount;
  /** The hash of the tree's root; its sum is the total. */
  readonly root: Uint8Array;
}

export interface LiabilitiesLeaf {
  readonly snapshot: number;
  /** When the snapshot was taken, epoch milliseconds. */
  readonly at: number;
  /** Balances are those after this round. */
  readonly round: number;
  /** In ASCII order of the assets; those nobody owns are missing. */
  readonly assets: readonly AssetLiabilities[];
}

const HEADER = 'tern liabilities 1';
const ASSET = /^[A-Z0-9]{1,20}$/;

/** Shape: header, snapshot, time, round, then `asset leaves total root` for each asset. A newline ends each line. */
export function liabilitiesEntry({ snapshot, at, round, assets }: LiabilitiesLeaf): Uint8Array {
  const rows = assets.map(
    ({ asset, leaves, total, root }) =>
      `${asset} ${leaves} ${formatDecimal(total)} ${toBase64(root)}\n`,
  );
  return plainBytes(`${HEADER}\n${snapshot}\n${at}\n${round}\n${rows.join('')}`);
}

/** Undefined when the entry is not that of a snapshot. */
export function parseLiabilitiesEntry(entry: Uint8Array): LiabilitiesLeaf | undefined {
  const [header, snapshotText = '', atText = '', roundText = '', ...rows] =
    plainText(entry)?.split('\n') ?? [];
  const [snapshot, at, round] = [snapshotText, atText, roundText].map(parseWhole);
  if (header !== HEADER || rows.pop() !== '') return undefined;
  if (snapshot === undefined || at === undefined || round === undefined) return undefined;
  const assets = rows.map(parseAsset);
  if (!assets.every((each) => each !== undefined)) return undefined;
  const isSorted = assets.every(({ asset }, place) => asset > (assets[place - 1]?.asset ?? ''));
  const leaf = { snapshot, at, round, assets };
  return isSorted && isSameBytes(liabilitiesEntry(leaf), entry) ? leaf : undefined;
}

function parseAsset(row: string): AssetLiabilities | undefined {
  const [asset = '', leavesText = '', totalText = '', rootText = ''] = row.split(' ');
  const leaves = parseWhole(leavesText);
  const total = parseDecimal<Amount>(totalText);
  const root = fromBase64(rootText);
  if (!ASSET.test(asset) || !leaves || total === undefined || total < 0n) return undefined;
  return root?.length === HASH_BYTES ? { asset, leaves, total, root } : undefined;
}
