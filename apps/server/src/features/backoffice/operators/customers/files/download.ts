/** The links to files of customers' timelines, and their downloads. */
import { Readable } from 'node:stream';
import { logAct } from '../../../../../kernel/operators/audit-log.ts';
import { Refusal } from '../../../../../kernel/requests/refusal.ts';
import type { Reviewer } from '../../../../../kernel/review/review-rules.ts';
import { type Clock, isoTime } from '../../../../../platform/clock.ts';
import type { Database } from '../../../../../platform/database/database.ts';
import { MINUTE_MS } from '../../../../../platform/durations.ts';
import { linkDownload } from '../../../../../platform/http/link-download.ts';
import type { RawEndpoint } from '../../../../../platform/http/raw-endpoint.ts';
import { openToken, sealToken } from '../../../../../platform/sealed-token.ts';
import type { SecretBox } from '../../../../../platform/secret-box.ts';
import { type DrawDeps, drawFile, hasPdf } from './draw-file.ts';
import { CUSTOMER_FILE } from './file-kind.ts';
import { mayRead } from './propose-file.ts';
import { customerFileParts, fileById } from './store.ts';

interface DownloadDeps extends DrawDeps {
  database: Database;
  clock: Clock;
  secretBox: SecretBox;
}

/** Where the console is, so that it is reached from no other place. */
const DOWNLOADS = '/console/customer-file';
/** Long enough to begin the download once more; one that has begun ends when it is done. */
const LINK_MS = 5 * MINUTE_MS;
const CONTEXT = 'customer-file';

export type FileFormat = 'csv' | 'pdf';

/** @throws not-found for a file that is not ready, or no more; not-permitted; not-available for a PDF of too many rows */
export async function linkToFile(
  deps: Pick<DownloadDeps, 'database' | 'clock' | 'secretBox'>,
  actor: Reviewer,
  { id, format }: { id: number; format: FileFormat },
) {
  const { database, clock, secretBox } = deps;
  const file = await database.maybe(fileById, [id]);
  if (file?.state !== 'ready') throw new Refusal('not-found', { fields: ['ID'] });
  if (!mayRead(file, actor)) throw new Refusal('not-permitted');
  if (format === 'pdf' && !hasPdf(file)) throw new Refusal('not-available');
  const now = clock.now();
  const { memberId, fromDay, untilDay } = file;
  const sha256 = file.sha256?.toString('hex') ?? '';
  const act = {
    actor,
    action: 'customerFile.download',
    subject: `${CUSTOMER_FILE}:${id}`,
  } as const;
  const detail = { fromDay, untilDay, format, sha256 };
  await database.transaction((tx) => logAct(tx, { ...act, memberId, detail }, now));
  const expiresAt = now + LINK_MS;
  const token = sealToken(secretBox, [id, expiresAt, format].join(' '), CONTEXT);
  return { path: `${DOWNLOADS}/${token}`, expiresAt: isoTime(expiresAt) };
}

export function customerFileEndpoint(deps: DownloadDeps): RawEndpoint {
  const { database, clock, secretBox } = deps;
  return linkDownload({
    path: DOWNLOADS,
    limit: { kind: 'customer-file', rate: 'read' },
    expired: 'This download has expired. Ask for the file again in the console.',
    async open(token) {
      const [id = '0', expiresAt = '0', format = ''] = openToken(secretBox, token, CONTEXT).split(
        ' ',
      );
      const isOurs = Number(expiresAt) > clock.now();
      const file = isOurs ? await database.maybe(fileById, [Number(id)]) : undefined;
      if (file?.state !== 'ready') return undefined;
      const name = `tern-customer-${file.memberId}-${file.fromDay}-${file.untilDay}`;
      const content = customerFileParts.content(database, file.id);
      if (format === 'pdf') {
        const parts: Buffer[] = [];
        for await (const part of content) parts.push(part);
        const body = Buffer.from(await drawFile(deps, file, Buffer.concat(parts)));
        return { name: `${name}.pdf`, type: 'application/pdf', body };
      }
      const body = Readable.from(content, { objectMode: false });
      return { name: `${name}.csv`, type: 'text/csv; charset=utf-8', body, bytes: file.bytes };
    },
  });
}
