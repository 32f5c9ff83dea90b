/** A public log as an exchange publishes it: a real tree with real signatures. */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import {
  checkpointText,
  createTreeBuilder,
  emptyRoot,
  formatLogProof,
  formatReceipt,
  formatVerifierKey,
  hashNodes,
  keyEntry,
  leafHash,
  lossEntry,
  type NoteSigner,
  plainBytes,
  signNote,
  tilePath,
  verifierKey,
} from '@tern/proofs';
import type { LogSource } from '../src/features/proof/public-log/check-log.ts';

export const ORIGIN = 'exchange.example/log';
/** RFC 8410: what stands before the 32 bytes of an Ed25519 secret. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** `seed`: another key for each. */
export function signer(seed: number): NoteSigner {
  const bytes = Buffer.concat([PKCS8, Buffer.alloc(32, seed)]);
  const secret = createPrivateKey({ key: bytes, type: 'pkcs8', format: 'der' });
  const spki = createPublicKey(secret).export({ type: 'spki', format: 'der' });
  return {
    key: verifierKey(ORIGIN, 'note', new Uint8Array(spki.subarray(-32))),
    sign: (message) => new Uint8Array(sign(null, message, secret)),
  };
}
export const keyText = ({ key }: NoteSigner) => formatVerifierKey(key);

export interface Published {
  size: number;
  /** Entries are others from this one on. */
  fork?: number;
  signers?: readonly NoteSigner[];
  /** The keys that are published; those that sign by default. */
  keys?: readonly NoteSigner[];
  /** Entries that introduce keys, by their places. */
  introduced?: ReadonlyMap<number, Uint8Array>;
  /** Receipts are published of these; of those that are in the log by default. */
  claimed?: ReadonlyMap<number, Uint8Array> | undefined;
  /** Entries that declare lost keys, by their places; their receipts are published. */
  losses?: ReadonlyMap<number, Uint8Array>;
}

/** The entry that introduces a key, signed by another. */
export const introduction = (made: NoteSigner, by: NoteSigner) =>
  keyEntry({ at: 1_795_000_000_000, key: made.key, outgoing: by });

/** The entry in which a key declares that it signs in place of another. */
export const declaration = (made: NoteSigner, lost: NoteSigner) =>
  lossEntry({ at: 1_795_000_000_000, key: made, lost: [lost.key] });

/** A log as an exchange publishes it; `asked` has the tiles that were read. */
export function publish(log: Published) {
  const { size, fork = size, signers = [signer(1)], keys = signers } = log;
  const { introduced = new Map<number, Uint8Array>(), claimed = introduced } = log;
  const { losses = new Map<number, Uint8Array>() } = log;
  const tree = createTreeBuilder(hashNodes);
  for (let at = 0; at < size; at += 1) {
    const plain = plainBytes(at < fork ? `entry ${at}` : `other ${at}`);
    tree.append(leafHash(introduced.get(at) ?? losses.get(at) ?? plain));
  }
  const tiles = new Map(
    [...tree.takeFull(), ...tree.partial()].map((tile) => [tilePath(tile), tile.nodes]),
  );
  const root = tree.root() ?? emptyRoot();
  const note = signNote(checkpointText({ origin: ORIGIN, size, root }), signers);
  const asked: string[] = [];
  // The device reads the path from the tiles.
  const receiptOf = ([index, entry]: [number, Uint8Array]) =>
    formatLogProof({
      extra: formatReceipt({ kind: 'entry', entry }),
      index,
      path: [],
      checkpoint: note,
    });
  const receipts = [...claimed].map(receiptOf);
  const declared = [...losses].map(receiptOf);
  const source: LogSource & { asked: string[]; note: string; pauses: number } = {
    asked,
    note,
    pauses: 0,
    checkpoint: async () => note,
    keys: async () => ({ origin: ORIGIN, keys: keys.map(keyText), receipts, losses: declared }),
    tile: async (tile) => {
      asked.push(tilePath(tile));
      // As the server does: a tile of any width that it has.
      const stored = [...tiles].find(
        ([path]) => path.replace(/\.p\/\d+$/, '') === tilePath({ ...tile, width: 256 }),
      );
      const bytes = stored?.[1].subarray(0, tile.width * 32);
      return bytes?.length === tile.width * 32 ? bytes : undefined;
    },
    pause: async () => {
      source.pauses += 1;
    },
  };
  return source;
}
