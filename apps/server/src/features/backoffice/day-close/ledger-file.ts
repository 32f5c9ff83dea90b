/** The ledger of closed days as CSV, written while it is sent: postings that count on these days, in the order of the journal. */
import { purposes } from '@tern/ledger';
import { formatDecimal } from '@tern/money';
import { nameOfKind } from '../../../kernel/ledger/money-flows.ts';
import {
  type CountedSpan,
  type DayPosting,
  postingsOfDays,
} from '../../../kernel/ledger/postings-of-days.ts';
import { isoTime, startOfDay } from '../../../platform/clock.ts';
import { csvLine } from '../../../platform/csv.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { accountNames } from './account-names.ts';
import type { DayRange } from './file-links.ts';
import { spansOfDays } from './store.ts';

/** Postings that are read at a time: some megabytes, and some milliseconds. */
const IDS_PER_READ = 5_000;

const COLUMNS = [
  'day',
  'entry',
  'kind',
  'reference',
  'effective_at',
  'posting',
  'account',
  'asset',
  ...purposes,
  'total',
] as const;

/** Amounts are exact decimals with their sign: what an account receives is positive. Members stand by their number. */
export async function* writeLedger(reader: Reader, range: DayRange): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  const nameOf = await accountNames(reader);
  const spans = await reader.many(spansOfDays, [
    range.until,
    // A day before the first: what was counted then may be dated ahead.
    startOfDay(range.from) - DAY_MS,
  ]);
  for (const span of spans) yield* linesOfSpan(reader, { span, range, nameOf });
}

interface SpanGiven {
  readonly span: CountedSpan;
  readonly range: DayRange;
  nameOf(account: number): string;
}

async function* linesOfSpan(
  reader: Reader,
  { span: { after, through, firstOpen }, range, nameOf }: SpanGiven,
): AsyncGenerator<string> {
  for (let from = after; from < through; from += IDS_PER_READ) {
    const part = { after: from, through: Math.min(from + IDS_PER_READ, through), firstOpen };
    const rows = await postingsOfDays(reader, part, range);
    if (rows.length > 0) yield rows.map((row) => lineOf(row, nameOf)).join('');
  }
}

const lineOf = (row: DayPosting, nameOf: (account: number) => string): string =>
  csvLine([
    row.day,
    String(row.entryId),
    nameOfKind(row.kind),
    row.reference,
    isoTime(row.effectiveAt),
    String(row.id),
    row.ownerId > 0 ? String(row.ownerId) : nameOf(row.account),
    row.asset,
    ...purposes.map((purpose) => formatDecimal(row[purpose])),
    formatDecimal(row.total),
  ]);
