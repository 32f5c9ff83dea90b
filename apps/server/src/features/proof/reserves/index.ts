/** Reserves: what is held for each snapshot of liabilities, in a file that anyone checks against the chains (ADR 107). */
import { parseWhole } from '@tern/proofs';
import { MINUTE_MS } from '../../../platform/durations.ts';
import type { Feature } from '../../../platform/feature.ts';
import { limitedFile, missingFile, openFile } from '../public-log/index.ts';
import { makeFile, type ReservesDeps } from './make-file.ts';
import { findFile } from './store.ts';

const NAME = /^(\d+)\.(json|tlog-proof)$/;
const TYPES: Readonly<Record<string, string>> = {
  json: 'application/json; charset=utf-8',
  'tlog-proof': 'text/plain; charset=utf-8',
};

export function createReserves(deps: ReservesDeps): Feature {
  return {
    slug: 'reserves',
    endpoints: [
      {
        method: 'GET',
        path: '/log/reserves/:file',
        answer: limitedFile(async ({ params }) => {
          const [, number = '', ending = ''] = NAME.exec(params['file'] ?? '') ?? [];
          const snapshot = parseWhole(number);
          const file = snapshot === undefined ? undefined : await findFile(deps.database, snapshot);
          if (file === undefined) return missingFile;
          const body = ending === 'json' ? file.document : file.receipt;
          return openFile(Buffer.from(body), { 'content-type': TYPES[ending] ?? '' });
        }),
      },
    ],
    jobs: [{ name: 'reserves.make', everyMs: MINUTE_MS, run: () => makeFile(deps) }],
  };
}
