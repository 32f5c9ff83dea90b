/** The files of the record under `/log/orders/`, beside the log that seals them (docs/order-record.md). */
import type { InstrumentRegistry } from '../../../../kernel/catalog/instruments.ts';
import type { Database } from '../../../../platform/database/database.ts';
import type { RawEndpoint } from '../../../../platform/http/raw-endpoint.ts';
import { limitedFile, missingFile, openFile } from '../../../proof/public-log/index.ts';
import { listFilesOf, readFileOf, readNewestDay } from './store-files.ts';

const DAY = /^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const FILE = /^([a-z0-9]{1,20})\.gz$/;
const LINES = { 'content-type': 'text/plain; charset=utf-8' };
/** Markets of the same day may still be made, and a new day comes. */
const CHANGES = { 'cache-control': 'public, max-age=60' };
const COMPRESSED = { 'content-type': 'application/gzip' };

interface RecordFiles {
  readonly database: Database;
  readonly instruments: InstrumentRegistry;
}

const isDay = (text: string) => DAY.test(text) && !Number.isNaN(Date.parse(text));

export function recordEndpoints({ database, instruments }: RecordFiles): RawEndpoint[] {
  return [
    {
      method: 'GET',
      path: '/log/orders',
      answer: limitedFile(async () => {
        const day = await readNewestDay(database);
        return day === null
          ? missingFile
          : openFile(Buffer.from(`${day}\n`), { ...LINES, ...CHANGES });
      }),
    },
    {
      method: 'GET',
      path: '/log/orders/:day',
      answer: limitedFile(async ({ params }) => {
        const { day = '' } = params;
        const files = isDay(day) ? await listFilesOf(database, day) : [];
        if (files.length === 0) return missingFile;
        const lines = files.map(({ instrumentId, bytes, sha256 }) => {
          const { symbol } = instruments.findById(instrumentId)!;
          return `${sha256}  ${symbol}.gz  ${bytes}\n`;
        });
        return openFile(Buffer.from(lines.join('')), { ...LINES, ...CHANGES });
      }),
    },
    {
      method: 'GET',
      path: '/log/orders/:day/:file',
      answer: limitedFile(async ({ params }) => {
        const { day = '', file = '' } = params;
        const instrument = instruments.find(FILE.exec(file)?.[1] ?? '');
        if (instrument === undefined || !isDay(day)) return missingFile;
        return openFile(await readFileOf(database, day, instrument.id), COMPRESSED);
      }),
    },
  ];
}
