/** A member's records of a span of time in the order of the journal, and what they change in total: for statements (ADR 54). */
import type { Amount } from '@tern/money';
import {
  amount,
  int2,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../platform/database/columns.ts';
import type { Reader } from '../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../platform/database/query.ts';

/** Of a record that changed what the member owns. The first part is the condition of the index of records. */
const OWN = `p.owner_id = $1 and p.owner_id > 0 and ledger_is_record(p.total, p.kind) and p.total <> 0`;

const periodPage = defineQuery({
  name: 'kernel.recordsOfPeriod',
  text: `select p.id, p.entry_id, p.kind, p.subject_id, p.asset, p.total as amount, p.effective_at, e.reference
    from (
      select p.* from ledger_postings p
      where ${OWN} and p.id > $2 and p.id <= $3 and p.effective_at < $5 and (p.effective_at >= $4 or p.id > $6)
      order by p.id limit $7
    ) p cross join lateral (select reference from ledger_entries e where e.id = p.entry_id limit 1) e
    order by p.id`,
  params: [int8, int8, int8, timestamptz, timestamptz, int8, int8],
  row: {
    id: int8,
    entryId: int8,
    kind: int2,
    subjectId: int8,
    asset: text,
    amount,
    effectiveAt: timestamptz,
    reference: text,
  },
});
export type PeriodRecord = RowOf<typeof periodPage>;

/**
 * Records dated from `start` to before `end` (epoch ms), with earlier ones above the posting `lateFrom`, which were written too late for
 * their own period. Posting ids are above `from` and up to `through`.
 */
export interface Period {
  readonly memberId: number;
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly through: number;
  readonly lateFrom: number;
}

const PAGE = 1_000;

/** Yields whole journal entries in their order, in pages, so that memory stays bounded. */
export async function* recordsOfPeriod(
  reader: Reader,
  period: Period,
): AsyncGenerator<readonly PeriodRecord[]> {
  const { memberId, start, end, through, lateFrom } = period;
  let { from } = period;
  let limit = PAGE;
  for (;;) {
    const rows = await reader.many(periodPage, [
      memberId,
      from,
      through,
      start,
      end,
      lateFrom,
      limit,
    ]);
    if (rows.length < limit) {
      if (rows.length > 0) yield rows;
      return;
    }
    const cut = rows.at(-1)?.entryId;
    const whole = rows.filter(({ entryId }) => entryId !== cut);
    // One entry fills the page: read on until its end.
    limit = whole.length === 0 ? limit * 2 : PAGE;
    if (whole.length > 0) yield whole;
    from = whole.at(-1)?.id ?? from;
  }
}

const firstQuery = defineQuery({
  name: 'kernel.firstRecordFrom',
  text: `select p.id from ledger_postings p where ${OWN} and p.id > $2 and p.effective_at >= $3 order by p.id limit 1`,
  params: [int8, int8, timestamptz],
  row: { id: int8 },
});

/** The member's first record above a posting that is dated at a time (epoch ms) or later. */
export function firstRecordFrom(
  reader: Reader,
  { memberId, from, at }: { memberId: number; from: number; at: number },
) {
  return reader.maybe(firstQuery, [memberId, from, at]);
}

const oldestQuery = defineQuery({
  name: 'kernel.oldestRecord',
  text: `select min(p.effective_at) as at from ledger_postings p where ${OWN}`,
  params: [int8],
  row: { at: nullable(timestamptz) },
});

/** The date of the member's oldest record, epoch milliseconds; null without any. */
export async function oldestRecordAt(reader: Reader, memberId: number): Promise<number | null> {
  return (await reader.one(oldestQuery, [memberId])).at;
}

const countQuery = defineQuery({
  name: 'kernel.countLateRecords',
  text: `select count(*) as records from ledger_postings p
    where ${OWN} and p.id > $2 and p.effective_at >= $3 and p.effective_at < $4`,
  params: [int8, int8, timestamptz, timestamptz],
  row: { records: int8 },
});

/** How many records above a posting are dated within a span (epoch ms, without its end). */
export async function countRecordsAbove(
  reader: Reader,
  span: { memberId: number; above: number; start: number; end: number },
): Promise<number> {
  const { memberId, above, start, end } = span;
  return (await reader.one(countQuery, [memberId, above, start, end])).records;
}

const laterQuery = defineQuery({
  name: 'kernel.laterRecords',
  text: `select p.asset, sum(p.total) as amount from ledger_postings p
    where ${OWN} and p.id > $2 and (p.effective_at >= $3 or p.id > $4) group by p.asset`,
  params: [int8, int8, timestamptz, int8],
  row: { asset: text, amount },
});

/** What records above the posting `from` change that are dated at `at` or later, or are above the posting `through`. */
export async function sumLaterRecords(
  reader: Reader,
  after: { memberId: number; from: number; at: number; through: number },
): Promise<Map<string, Amount>> {
  const { memberId, from, at, through } = after;
  const rows = await reader.many(laterQuery, [memberId, from, at, through]);
  return new Map(rows.map(({ asset, amount: total }) => [asset, total]));
}

const countedQuery = defineQuery({
  name: 'kernel.countedThrough',
  text: 'select counted_through from ledger_record_progress',
  params: [],
  row: { countedThrough: int8 },
});

/** The posting up to which none can still appear (ADR 22). */
export async function settledThrough(reader: Reader): Promise<number> {
  return (await reader.one(countedQuery, [])).countedThrough;
}
