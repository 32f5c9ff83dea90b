/** A small public log with receipts of every kind, as a server would publish them: for verifiers that are not ours. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Amount, decimal } from '@tern/money';
import {
  type BalanceReceipt,
  checkpointText,
  cosignatureLine,
  type AssetLiabilities,
  createLiabilitiesBuilder,
  createTreeBuilder,
  documentEntry,
  documentHash,
  formatEntryBundle,
  formatLogProof,
  formatReceipt,
  hashNodes,
  inclusionPath,
  keyEntry,
  leafHash,
  liabilitiesEntry,
  lineRow,
  lineSalt,
  memoryTree,
  type NodeBuckets,
  type NoteSigner,
  postingRow,
  proveParts,
  type ReadTile,
  type Receipt,
  sealRound,
  type SealedRound,
  type SignatureType,
  signNote,
  splitBalance,
  tilePath,
  tilesOfTree,
  verifierKey,
} from '@tern/proofs';
import { seedKey } from './seed-keys.ts';

export const ORIGIN = 'exchange.example/log';
const START = 1_795_000_000_000;
const SECRET = new Uint8Array(32).fill(3);
const SALT = '000102030405060708090a0b0c0d0e0f';

export const statementFile = Buffer.from('date,asset,amount\n2026-11-18,USDT,12.5\n');

function signerOf(seed: number, name: string, type: SignatureType): NoteSigner {
  const { publicKey, sign } = seedKey(seed);
  return { key: verifierKey(name, type, publicKey), sign };
}

export const logSigner = signerOf(7, ORIGIN, 'note');
export const nextLogSigner = signerOf(9, ORIGIN, 'note');
export const strangerSigner = signerOf(10, ORIGIN, 'note');
export const witnessSigner = signerOf(8, 'witness.example', 'cosignature');

/** Round `round` moves money between two members and the exchange. */
function sampleRound(round: number): SealedRound {
  const paid = String((round % 90) + 10);
  const line = (owner: number, amount: string) => ({
    round,
    owner,
    salt: lineSalt(SECRET, round, owner),
    rows: [
      postingRow({
        entry: 1000 + round,
        type: 9,
        asset: 'USDT',
        purpose: 'available',
        amount: decimal(amount),
      }),
      ...(owner > 0 ? [lineRow('order', round, 'filled')] : []),
    ],
  });
  const members = [1 + (round % 50), 51 + (round % 40)];
  return sealRound({
    round,
    at: START + round * 250,
    assets: ['USDT'],
    lines: [line(members[0]!, `-${paid}`), line(members[1]!, `${Number(paid) - 1}`), line(-1, '1')],
  });
}

export interface SampleLog {
  readonly entries: readonly Uint8Array[];
  /** Its text, by name. Making one hashes a tile, so only those that a test wants are made. */
  receipt(name: string): Promise<string>;
  /** All of them, by name. */
  receipts(): Promise<ReadonlyMap<string, string>>;
  /** Signed at an earlier size, and at the whole. */
  checkpoint(size?: number): string;
  /** Writes the log, and the tree of liabilities in `liabilities/`. */
  write(folder: string): void;
}

/** The entry that replaces the first key by the next one; `by` signs it. */
export const keyEntryOf = (key: NoteSigner = nextLogSigner, by: NoteSigner = logSigner) =>
  keyEntry({ at: START, key: key.key, outgoing: by });

/**
 * Logs that many rounds, a snapshot of liabilities and a statement. `rotation`: then this entry of a key, and `signer` signs alone.
 */
export async function sampleLog(
  rounds: number,
  members = 40,
  rotation?: { readonly entry: Uint8Array; readonly signer: NoteSigner },
): Promise<SampleLog> {
  const sealed = Array.from({ length: rounds }, (_, at) => sampleRound(at + 1));
  const liabilities = await sampleLiabilities(members);
  const hash = documentHash(SALT, statementFile);
  const statement = documentEntry({ kind: 'statement', at: START, hash });
  const entries = [...sealed.map(({ entry }) => entry), liabilities.entry, statement];
  const signedBefore = entries.length;
  if (rotation !== undefined) entries.push(rotation.entry);
  const files = new Map<string, Uint8Array>();
  const builder = createTreeBuilder(hashNodes);
  for (const entry of entries) builder.append(leafHash(entry));
  for (const tile of [...builder.takeFull(), ...builder.partial()]) {
    files.set(tilePath(tile), tile.nodes);
  }
  for (const tile of tilesOfTree(entries.length, 'with entries')) {
    if (tile.level !== 'entries') continue;
    const from = tile.index * 256;
    files.set(tilePath(tile), formatEntryBundle(entries.slice(from, from + tile.width)));
  }
  const checkpoint = (size = entries.length) => {
    const { root } = memoryTree(hashNodes, entries.slice(0, size).map(leafHash))!;
    const text = checkpointText({ origin: ORIGIN, size, root });
    const signer = size > signedBefore ? (rotation?.signer ?? logSigner) : logSigner;
    const signed = signNote(text, [signer]);
    return `${signed}${cosignatureLine(text, witnessSigner, START / 1000)}`;
  };
  const whole = checkpoint();
  const read: ReadTile = async (tile) => files.get(tilePath(tile));
  const receiptOf = async (receipt: Receipt) => {
    const index = entries.indexOf(receipt.entry);
    const path = await inclusionPath({ scheme: hashNodes, size: entries.length, read }, index);
    const extra = formatReceipt(receipt);
    return formatLogProof({ extra, index, path, checkpoint: whole });
  };
  const makers = new Map<string, () => Receipt | Promise<Receipt>>();
  for (const { leaf, entry, open } of sealed) {
    const owner = 1 + (leaf.round % 50);
    makers.set(`line-${leaf.round}`, () => ({ kind: 'line', entry, ...open(owner)! }));
  }
  makers.set('statement', () => ({ kind: 'document', entry: statement, salt: SALT }));
  if (rotation !== undefined) {
    makers.set('key', () => ({ kind: 'entry', entry: rotation.entry }));
  }
  makers.set('snapshot', () => ({ kind: 'entry', entry: liabilities.entry }));
  for (const owner of liabilities.owners) {
    makers.set(`balance-${owner}`, () => liabilities.receiptOf(owner));
  }
  const receipt = async (name: string) => {
    const make = makers.get(name);
    if (make === undefined) throw new Error(`this log has no receipt ${name}`);
    return receiptOf(await make());
  };
  const snapshot = await receipt('snapshot');
  return {
    entries,
    receipt,
    async receipts() {
      const all = new Map<string, string>();
      for (const name of makers.keys()) all.set(name, await receipt(name));
      return all;
    },
    checkpoint,
    write(folder) {
      const save = (path: string, content: Uint8Array | string) => {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), content);
      };
      for (const [path, content] of files) save(path, content);
      save('checkpoint', checkpoint());
      for (const [path, content] of liabilities.files) save(`liabilities/${path}`, content);
      save('liabilities/snapshot.tlog-proof', snapshot);
    },
  };
}

async function sampleLiabilities(members: number) {
  const files = new Map<string, Uint8Array>();
  const owners = Array.from({ length: members }, (_, at) => at + 1);
  const nonce = new Uint8Array(32).fill(6);
  const partsOf = (owner: number, asset: string) =>
    splitBalance(
      { snapshot: 1, nonce },
      { owner, asset, scale: 6, amount: decimal(`${owner}.25`) as Amount },
    );
  const trees: AssetLiabilities[] = [];
  for (const asset of ['BTC', 'USDT']) {
    const builder = createLiabilitiesBuilder(asset, memoryBuckets());
    for (const owner of owners) await builder.add(partsOf(owner, asset));
    const tree = await builder.finish(async (tile) => {
      files.set(`${asset}/${tilePath(tile)}`, tile.nodes);
    });
    trees.push(tree!);
  }
  const entry = liabilitiesEntry({ snapshot: 1, at: START, round: 1, assets: trees });
  const receiptOf = async (owner: number): Promise<BalanceReceipt> => {
    const parts = [];
    for (const { asset, leaves } of trees) {
      const read: ReadTile = async (tile) => files.get(`${asset}/${tilePath(tile)}`);
      const found = (await proveParts(leaves, partsOf(owner, asset), read))!;
      parts.push(...found.map(({ snapshot: _snapshot, owner: _owner, ...part }) => part));
    }
    return { kind: 'balance', entry, owner, parts };
  };
  return { entry, files, owners, receiptOf };
}

function memoryBuckets(): NodeBuckets {
  const kept = new Map<number, Uint8Array[]>();
  return {
    async put(bucket, nodes) {
      kept.set(bucket, [...(kept.get(bucket) ?? []), nodes]);
    },
    take: async (bucket) => Buffer.concat(kept.get(bucket) ?? []),
  };
}
