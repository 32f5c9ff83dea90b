/** The PDF of a file of a customer's timeline, drawn when it is downloaded; the CSV is in it, so that its hash can be compared. */
import { timelineGroupNames } from './file-kind.ts';
import type { TablePdf } from '../../../../money/statement/index.ts';
import { isoTime } from '../../../../../platform/clock.ts';
import type { CustomerFile } from './store.ts';

export interface DrawDeps {
  drawTable(table: TablePdf): Promise<Uint8Array>;
  mode: 'paper' | 'live';
}

/** More take too long to draw, and nobody reads so many pages. */
const PDF_ROWS_MAX = 10_000;

export const hasPdf = ({ rows }: Pick<CustomerFile, 'rows'>): boolean => rows <= PDF_ROWS_MAX;

const COLUMNS: TablePdf['columns'] = [
  { name: 'time', head: 'Time', share: 20, isTime: true },
  { name: 'group', head: 'Part', share: 9 },
  { name: 'what', head: 'What', share: 25 },
  { name: 'reference', head: 'Reference', share: 16 },
  { name: 'amount', head: 'Amount', share: 15, isRight: true },
  { name: 'asset', head: 'Asset', share: 8 },
  { name: 'place', head: 'Place', share: 17 },
  { name: 'by', head: 'By', share: 12 },
];

export function drawFile(
  { drawTable, mode }: DrawDeps,
  file: CustomerFile,
  csv: Uint8Array,
): Promise<Uint8Array> {
  const { memberId, fromDay, untilDay, groups, rows, sha256 } = file;
  const at = file.madeAt ?? 0;
  return drawTable({
    title: `Timeline of customer ${memberId}`,
    notes: [
      `${fromDay} to ${untilDay}, ${rows} rows: ${groups.map(timelineGroupNames).join(', ')}`,
      `Made ${isoTime(at)}, agreed to by two people`,
      `SHA-256 of the attached rows: ${sha256?.toString('hex') ?? ''}`,
      ...(mode === 'paper' ? ['Paper money: these amounts have no real value.'] : []),
    ],
    columns: COLUMNS,
    csv,
    at,
  });
}
