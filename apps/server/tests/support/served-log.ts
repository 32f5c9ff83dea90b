/** A log over HTTP as an exchange serves it, honest or not: tiles, and receipts of the entries of keys. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  checkpointText,
  consistencyPath,
  createTreeBuilder,
  emptyRoot,
  formatAddCheckpoint,
  formatLogProof,
  formatReceipt,
  hashNodes,
  leafHash,
  type NoteSigner,
  parseTilePath,
  plainBytes,
  type ReadTile,
  signNote,
  TILE_WIDTH,
  tilePath,
} from '@tern/proofs';
import { ORIGIN } from './sample-log.ts';

export interface ServedLog {
  readonly url: string;
  /** The body that submits the log at this size to a witness that cosigned it at `oldSize`. */
  submission(oldSize: number, size: number, signers: readonly NoteSigner[]): Promise<string>;
  end(): Promise<void>;
}

/** `introduced`: entries of keys, by their places; others are arbitrary. `claimed`: what the receipts say instead. */
export async function serveLog({
  size,
  introduced = new Map(),
  claimed = introduced,
}: {
  readonly size: number;
  readonly introduced?: ReadonlyMap<number, Uint8Array>;
  readonly claimed?: ReadonlyMap<number, Uint8Array> | undefined;
}): Promise<ServedLog> {
  const leaves = Array.from({ length: size }, (_, at) =>
    leafHash(introduced.get(at) ?? plainBytes(`entry ${at}`)),
  );
  const whole = treeOf(leaves);
  const receipts = [...claimed].map(([index, entry]) => {
    const extra = formatReceipt({ kind: 'entry', entry });
    return formatLogProof({ extra, index, path: [], checkpoint: 'not read\n' });
  });
  const server = createServer((request, response) => {
    const path = (request.url ?? '').slice('/log/'.length);
    if (request.url === '/api/public-log/keys') {
      const list = receipts.map((receipt) => ({ receipt }));
      const answer = { code: 0, msg: '', data: { origin: ORIGIN, list } };
      return void response.end(JSON.stringify(answer));
    }
    const tile = parseTilePath(path);
    const nodes = tile && whole.tiles.get(tilePath({ ...tile, width: TILE_WIDTH }));
    const bytes = nodes?.subarray(0, (tile?.width ?? 0) * 32);
    if (bytes?.length !== (tile?.width ?? 0) * 32) return void response.writeHead(404).end();
    response.end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async submission(oldSize, newSize, signers) {
      const { root, tiles } = treeOf(leaves.slice(0, newSize));
      const read: ReadTile = async (tile) => tiles.get(tilePath({ ...tile, width: TILE_WIDTH }));
      const path = await consistencyPath({ scheme: hashNodes, size: newSize, read }, oldSize);
      const text = checkpointText({ origin: ORIGIN, size: newSize, root });
      return formatAddCheckpoint({ oldSize, path, checkpoint: signNote(text, signers) });
    },
    end: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** `tiles`: by the path of the full tile, as wide as they are. */
function treeOf(leaves: readonly Uint8Array[]) {
  const tree = createTreeBuilder(hashNodes);
  for (const leaf of leaves) tree.append(leaf);
  const stored = [...tree.takeFull(), ...tree.partial()];
  const tiles = new Map(
    stored.map((tile) => [tilePath({ ...tile, width: TILE_WIDTH }), tile.nodes]),
  );
  return { root: tree.root() ?? emptyRoot(), tiles };
}
