/** The published trees under `/log/liabilities/` (docs/public-log.md). */
import { parseTilePath, SUM_NODE_BYTES } from '@tern/proofs';
import type { Database } from '../../../platform/database/database.ts';
import type { RawEndpoint } from '../../../platform/http/raw-endpoint.ts';
import { limitedFile, missingFile, openFile } from '../public-log/index.ts';
import { readReceipt, readTile } from './store.ts';

const PATH = /^([1-9]\d{0,14})\/(?:(snapshot\.tlog-proof)|([A-Z0-9]{1,20})\/(tile\/.+))$/;

export function treeEndpoints(database: Database): RawEndpoint[] {
  return [
    {
      method: 'GET',
      path: '/log/liabilities/*',
      answer: limitedFile(async ({ params }) => {
        const [, number = '', isReceipt, asset = '', name = ''] =
          PATH.exec(params['*'] ?? '') ?? [];
        const snapshot = Number(number);
        if (isReceipt !== undefined) {
          const receipt = await readReceipt(database, snapshot);
          const type = { 'content-type': 'text/plain; charset=utf-8' };
          return openFile(receipt === undefined ? undefined : Buffer.from(receipt), type);
        }
        const tile = parseTilePath(name);
        if (tile === undefined || tile.level === 'entries') return missingFile;
        const { level, index, width } = tile;
        const nodes = await readTile(database, { snapshot, asset, level, index });
        const bytes = width * SUM_NODE_BYTES;
        return openFile(
          nodes === undefined || nodes.length < bytes ? undefined : nodes.subarray(0, bytes),
        );
      }),
    },
  ];
}
