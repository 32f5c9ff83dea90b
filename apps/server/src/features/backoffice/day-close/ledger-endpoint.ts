/** The links to ledger files, and their downloads. */
import { Readable } from 'node:stream';
import { logAct, type Actor } from '../../../kernel/operators/audit-log.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { isoTime } from '../../../platform/clock.ts';
import { linkDownload } from '../../../platform/http/link-download.ts';
import type { RawEndpoint } from '../../../platform/http/raw-endpoint.ts';
import type { DayCloseDeps } from './deps.ts';
import { type DayRange, LINK_MS, openLink, sealLink } from './file-links.ts';
import { writeLedger } from './ledger-file.ts';
import { closeOfDay } from './store.ts';

/** Where the console is, so that it is reached from no other place. */
const DOWNLOADS = '/console/ledger-file';

/** Logs the export and returns where it is downloaded. @throws invalid-request, not-found naming the day that is not closed */
export async function linkToLedger(
  { database, clock, secretBox }: DayCloseDeps,
  actor: Actor,
  range: DayRange,
) {
  const { from, until } = range;
  if (from > until) throw new Refusal('invalid-request', { fields: ['until'] });
  for (const [field, day] of Object.entries({ from, until })) {
    const close = await database.maybe(closeOfDay, [day]);
    if (close === undefined) throw new Refusal('not-found', { fields: [field] });
  }
  const now = clock.now();
  const act = { actor, action: 'ledger.export', subject: 'ledger', detail: { ...range } } as const;
  await database.transaction((tx) => logAct(tx, act, now));
  const expiresAt = now + LINK_MS;
  const token = sealLink(secretBox, range, expiresAt);
  return { path: `${DOWNLOADS}/${token}`, expiresAt: isoTime(expiresAt) };
}

/** A file is written while it is sent: in memory there are some thousand postings at a time. */
export function ledgerEndpoint({ database, clock, secretBox }: DayCloseDeps): RawEndpoint {
  return linkDownload({
    path: DOWNLOADS,
    limit: { kind: 'ledger-file', rate: 'read' },
    expired: 'This download has expired. Ask for the file again in the console.',
    async open(token) {
      const range = openLink(secretBox, token, clock.now());
      return (
        range && {
          name: `tern-ledger-${range.from}-${range.until}.csv`,
          type: 'text/csv; charset=utf-8',
          body: Readable.from(writeLedger(database, range), { objectMode: false }),
        }
      );
    },
  });
}
