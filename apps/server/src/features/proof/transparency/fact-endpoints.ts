/** The statements of an entry of facts as a file, and the documents whose hashes they contain (docs/public-log.md). */
import { parseWhole } from '@tern/proofs';
import type { Database } from '../../../platform/database/database.ts';
import type { RawEndpoint } from '../../../platform/http/raw-endpoint.ts';
import { limitedFile, missingFile, openFile } from '../public-log/index.ts';
import { findDocument, listStatementsOf } from './store-facts.ts';

const LINES = { 'content-type': 'text/plain; charset=utf-8' };
const JSON_TEXT = { 'content-type': 'application/json; charset=utf-8' };

export function factEndpoints(database: Database): RawEndpoint[] {
  return [
    {
      method: 'GET',
      path: '/log/facts/:entry',
      answer: limitedFile(async ({ params }) => {
        const index = parseWhole(params['entry'] ?? '');
        const lines = index === undefined ? [] : await listStatementsOf(database, index);
        if (lines.length === 0) return missingFile;
        return openFile(Buffer.from(lines.map((line) => `${line}\n`).join('')), LINES);
      }),
    },
    {
      method: 'GET',
      path: '/log/documents/:hash',
      answer: limitedFile(async ({ params }) => {
        const hash = params['hash'] ?? '';
        const found = /^[0-9a-f]{64}$/.test(hash) ? await findDocument(database, hash) : undefined;
        return found === undefined ? missingFile : openFile(Buffer.from(found), JSON_TEXT);
      }),
    },
  ];
}
