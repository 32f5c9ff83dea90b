/** The SQL of statements: progress, closed months, sealed documents. */
import {
  bytea,
  date,
  int8,
  json,
  nullable,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';
import type { Figures } from './compute-month.ts';
import { firstDay, type Month, monthOfDay } from './months.ts';
import type { StoredHoldings } from './tally.ts';

const progressRow = {
  nextMonth: date,
  throughPosting: int8,
  fromPosting: int8,
  holdings: json<StoredHoldings>(),
} as const;

const progressQuery = defineQuery({
  name: 'statement.progress',
  text: 'select next_month, through_posting, from_posting, holdings from statement_progress where member_id = $1',
  params: [int8],
  row: progressRow,
});

/** Where the next month starts. */
export interface Progress {
  readonly month: Month;
  readonly through: number;
  readonly from: number;
  readonly holdings: StoredHoldings;
}

/** Undefined before the first month was closed. */
export async function readProgress(
  reader: Reader,
  memberId: number,
): Promise<Progress | undefined> {
  const row = await reader.maybe(progressQuery, [memberId]);
  if (row === undefined) return undefined;
  const { nextMonth, throughPosting: through, fromPosting: from, holdings } = row;
  return { month: monthOfDay(nextMonth), through, from, holdings };
}

const beginStatement = defineStatement({
  name: 'statement.begin',
  text: `insert into statement_progress (member_id, next_month, through_posting, from_posting, holdings)
    values ($1, $2, 0, 0, $3) on conflict do nothing`,
  params: [int8, date, json<StoredHoldings>()],
});

const advanceStatement = defineStatement({
  name: 'statement.advance',
  text: `update statement_progress set next_month = $3, through_posting = $4, from_posting = $5, holdings = $6
    where member_id = $1 and next_month = $2`,
  params: [int8, date, date, int8, int8, json<StoredHoldings>()],
});

const insertMonthStatement = defineStatement({
  name: 'statement.insertMonth',
  text: `insert into statement_months (member_id, month, through_posting, from_posting, late_from, figures, closed_at)
    values ($1, $2, $3, $4, $5, $6, $7)`,
  params: [int8, date, int8, int8, int8, json<Figures>(), timestamptz],
});

export interface ClosedMonth {
  readonly memberId: number;
  readonly figures: Figures;
  /** Of its records: the postings they are above, and up to; those dated earlier are above `lateFrom`. */
  readonly range: { readonly from: number; readonly through: number; readonly lateFrom: number };
  /** Epoch milliseconds. */
  readonly closedAt: number;
  readonly next: Progress;
}

/** False when another process has closed the month. */
export async function insertMonth(tx: Tx, closed: ClosedMonth): Promise<boolean> {
  const { memberId, figures, range, closedAt, next } = closed;
  const day = firstDay(figures.month);
  await tx.run(beginStatement, [memberId, day, { amounts: {}, lots: { fifo: {}, average: {} } }]);
  const advanced = await tx.run(advanceStatement, [
    memberId,
    day,
    firstDay(next.month),
    next.through,
    next.from,
    next.holdings,
  ]);
  if (advanced === 0) return false;
  const { through, from, lateFrom } = range;
  await tx.run(insertMonthStatement, [memberId, day, through, from, lateFrom, figures, closedAt]);
  return true;
}

const MONTH = `m.month, m.through_posting, m.from_posting, m.late_from, m.figures, d.sealed_at`;
const monthRow = {
  month: date,
  throughPosting: int8,
  fromPosting: int8,
  lateFrom: int8,
  figures: json<Figures>(),
  sealedAt: nullable(timestamptz),
} as const;

const monthsQuery = defineQuery({
  name: 'statement.months',
  text: `select ${MONTH} from statement_months m left join statement_documents d using (member_id, month)
    where m.member_id = $1 order by m.month desc`,
  params: [int8],
  row: monthRow,
});
export type MonthRow = RowOf<typeof monthsQuery>;

/** Newest first. */
export function listMonths(reader: Reader, memberId: number): Promise<MonthRow[]> {
  return reader.many(monthsQuery, [memberId]);
}

const monthQuery = defineQuery({
  name: 'statement.month',
  text: `select ${MONTH} from statement_months m left join statement_documents d using (member_id, month)
    where m.member_id = $1 and m.month = $2`,
  params: [int8, date],
  row: monthRow,
});

export function readMonth(
  reader: Reader,
  memberId: number,
  month: Month,
): Promise<MonthRow | undefined> {
  return reader.maybe(monthQuery, [memberId, firstDay(month)]);
}

const documentQuery = defineQuery({
  name: 'statement.document',
  text: 'select content, receipt from statement_documents where member_id = $1 and month = $2',
  params: [int8, date],
  row: { content: bytea, receipt: text },
});

/** What was sealed, compressed with gzip, and its receipt. */
export type SealedDocument = RowOf<typeof documentQuery>;

export function readDocument(
  reader: Reader,
  memberId: number,
  month: Month,
): Promise<SealedDocument | undefined> {
  return reader.maybe(documentQuery, [memberId, firstDay(month)]);
}

const insertDocumentStatement = defineStatement({
  name: 'statement.insertDocument',
  text: `insert into statement_documents (member_id, month, content, receipt, sealed_at) values ($1, $2, $3, $4, $5)`,
  params: [int8, date, bytea, text, timestamptz],
});

/** @throws Error when the month is sealed already */
export async function insertDocument(
  tx: Tx,
  document: {
    readonly memberId: number;
    readonly month: Month;
    readonly content: Uint8Array;
    readonly receipt: string;
    readonly sealedAt: number;
  },
): Promise<void> {
  const { memberId, month, content, receipt, sealedAt } = document;
  await tx.run(insertDocumentStatement, [memberId, firstDay(month), content, receipt, sealedAt]);
}
