/** The links to files of closed days, and their downloads. */
import { Readable } from 'node:stream';
import type { DayFileKind } from '@tern/protocol/operator';
import { logAct } from '../../../../kernel/operators/audit-log.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type { Reviewer } from '../../../../kernel/review/review-rules.ts';
import { isoTime } from '../../../../platform/clock.ts';
import { MINUTE_MS } from '../../../../platform/durations.ts';
import { linkDownload } from '../../../../platform/http/link-download.ts';
import type { RawEndpoint } from '../../../../platform/http/raw-endpoint.ts';
import { openToken, sealToken } from '../../../../platform/sealed-token.ts';
import { mayHave } from './ask-for-file.ts';
import type { DayFileDeps } from './deps.ts';
import { fileById, fileParts } from './store.ts';

/** Where the console is, so that it is reached from no other place. */
const DOWNLOADS = '/console/day-file';
/** Long enough to begin the download once more; one that has begun ends when it is done. */
const LINK_MS = 5 * MINUTE_MS;
const CONTEXT = 'day-file';
const CSV = { extension: 'csv', type: 'text/csv; charset=utf-8' };

/** @throws not-found for a file that is not ready, or no more; not-permitted */
export async function linkToFile(deps: DayFileDeps, actor: Reviewer, id: number) {
  const { database, clock, secretBox, sources } = deps;
  const file = await database.maybe(fileById, [id]);
  if (file?.state !== 'ready') throw new Refusal('not-found', { fields: ['ID'] });
  if (!mayHave(sources[file.kind as DayFileKind], actor.permissions))
    throw new Refusal('not-permitted');
  const now = clock.now();
  const act = { actor, action: 'dayFile.download', subject: `day-file:${id}` } as const;
  const { kind, fromDay, untilDay } = file;
  await database.transaction((tx) =>
    logAct(tx, { ...act, detail: { kind, fromDay, untilDay } }, now),
  );
  const expiresAt = now + LINK_MS;
  const token = sealToken(secretBox, `${id} ${expiresAt}`, CONTEXT);
  return { path: `${DOWNLOADS}/${token}`, expiresAt: isoTime(expiresAt) };
}

export function fileEndpoint({ database, clock, secretBox, sources }: DayFileDeps): RawEndpoint {
  return linkDownload({
    path: DOWNLOADS,
    limit: { kind: 'day-file', rate: 'read' },
    expired: 'This download has expired. Ask for the file again in the console.',
    async open(token) {
      const [id = '0', expiresAt = '0'] = openToken(secretBox, token, CONTEXT).split(' ');
      const isOurs = Number(expiresAt) > clock.now();
      const file = isOurs ? await database.maybe(fileById, [Number(id)]) : undefined;
      if (file?.state !== 'ready') return undefined;
      const { extension, type } = sources[file.kind as DayFileKind].form ?? CSV;
      return {
        name: `tern-${file.kind}-${file.fromDay}-${file.untilDay}.${extension}`,
        type,
        body: Readable.from(fileParts.content(database, file.id), { objectMode: false }),
        bytes: file.bytes,
      };
    },
  });
}
