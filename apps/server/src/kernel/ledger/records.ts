/**
 * Members' records, newest first: postings that changed their total or, without an order, what is available; each movement once
 * (ADR 22).
 */
import { recordTypes } from '@tern/ledger';
import {
  amount,
  arrayOf,
  int2,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../platform/database/columns.ts';
import { messageIn } from '../i18n/reasons.ts';
import type { Lang } from '../i18n/texts.ts';
import type { Reader } from '../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../platform/database/query.ts';
import { nameOfKind } from './money-flows.ts';

/** A record, with the length of the whole list. */
const row = {
  total: int8,
  id: nullable(int8),
  asset: nullable(text),
  kind: nullable(int2),
  amount: nullable(amount),
  availableAfter: nullable(amount),
  reservedAfter: nullable(amount),
  /** Of a withdrawal or payout: what became of the money that it reserved. */
  outcome: nullable(text),
  reference: nullable(text),
  note: nullable(text),
  effectiveAt: nullable(timestamptz),
} as const;

/** A withdrawal that is held or coins that are released change the available amount, not the total. */
const AMOUNT = 'case when p.total = 0 then p.available else p.total end as amount';
/** The entry that ended a hold has its reference. */
const ENDED = (kind: number) =>
  `exists (select from ledger_entries f where f.kind = ${kind} and f.reference = e.reference)`;
const COLUMNS = `p.id, p.asset, p.kind, ${AMOUNT}, p.available_after, p.reserved_after,
  case when p.kind <> ${recordTypes.withdrawal} then 'final' when ${ENDED(recordTypes.withdrawalSuccess)} then 'final'
    when ${ENDED(recordTypes.withdrawalReturn)} then 'returned' else 'reserved' end as outcome,
  case when p.subject_id = 0 then e.reference
    when p.kind in (${recordTypes.spotBuy}, ${recordTypes.spotSell}) then 'trade:' || p.subject_id
    else split_part(e.reference, ':', 1) || ':' || p.subject_id end as reference, e.note, p.effective_at`;
/** The condition of the indexes, repeated so that generic plans can use them. */
export const IS_RECORD = 'p.owner_id > 0 and ledger_is_record(p.total, p.kind)';
const OWN = `p.owner_id = $1 and ${IS_RECORD}`;
/** Lists show each movement once: the few others are passed over. */
const LISTED = `${OWN} and ledger_is_listed(p.available, p.total, p.kind)`;
/** An id above all others. */
const NEWEST = Number.MAX_SAFE_INTEGER;

/**
 * The range of a page: the records after `oldest_id` up to `newest_id`, of which the newest `skip` come before the page.
 * Both ends are marks of the filtered list, so that few records lie between.
 * `list` has the total, $2 is the limit, $3 the offset.
 */
const PLACE = (asset: string, kind: string) => `
    select list.total, coalesce(newer.posting_id, ${NEWEST}) as newest_id, coalesce(older.posting_id, 0) as oldest_id,
      case when newer.number is null then $3 else newer.number - (list.total - $3) end as skip
    from list
      left join lateral (
        select m.number, m.posting_id from ledger_record_marks m
        where m.owner_id = $1 and m.asset = ${asset} and m.kind = ${kind} and m.number >= list.total - $3 order by m.number limit 1
      ) newer on true
      left join lateral (
        select m.posting_id from ledger_record_marks m
        where m.owner_id = $1 and m.asset = ${asset} and m.kind = ${kind} and m.number <= list.total - $3 - $2 order by m.number desc limit 1
      ) older on true`;

/** Range and records in one statement: one round trip and one snapshot. */
const pageAt = (ids: string) => `
    select place.total, r.* from place left join lateral (
      select ${COLUMNS} from (${ids}) page
        join ledger_postings p on p.id = page.id join ledger_entries e on e.id = p.entry_id
    ) r on true
    order by r.id desc`;

const recordsPage = defineQuery({
  name: 'kernel.recordsPage',
  text: `with list as materialized (
      select coalesce((select c.records from ledger_record_counts c where c.owner_id = $1 and c.asset = '' and c.kind = 0), 0)
        + (select count(*) from ledger_postings p where ${LISTED} and p.id > (select counted_through from ledger_record_progress)) as total
    ), place as materialized (${PLACE("''", '0')})
    ${pageAt(`
        select p.id from ledger_postings p
        where ${LISTED} and p.id <= place.newest_id and p.id > place.oldest_id and place.total > $3
        order by p.id desc offset place.skip limit $2`)}`,
  params: [int8, int8, int8],
  row,
});

/**
 * One index range for each pair of asset and kind. Compared as rows: with bounds on the id alone, or with a limit pushed
 * into the ranges, the planner would filter the index of all records instead.
 */
export const OF_LEAF = (from: string, through: string) =>
  `(p.asset, p.kind, p.id) > (leaf.asset, leaf.kind, ${from}) and (p.asset, p.kind, p.id) <= (leaf.asset, leaf.kind, ${through})`;

/** By asset ('' is any), by kind (0 is any), or by both. */
const recordsOfKindsPage = defineQuery({
  name: 'kernel.recordsOfKindsPage',
  text: `with later as materialized (
      select p.asset, p.kind from ledger_postings p
      where ${LISTED} and p.id > (select counted_through from ledger_record_progress)
        and ($4 = '' or p.asset = $4) and ($5::smallint = 0 or p.kind = $5::smallint)
    ), counted as materialized (
      select c.asset, c.kind, c.records from ledger_record_counts c
      where c.owner_id = $1 and c.asset <> '' and ($4 = '' or c.asset = $4) and ($5::smallint = 0 or c.kind = $5::smallint)
    ), list as materialized (
      select coalesce((select sum(c.records)::bigint from counted c), 0) + (select count(*) from later) as total
    ), place as materialized (${PLACE('$4', '$5::smallint')})
    ${pageAt(`
        select lines.id from (select c.asset, c.kind from counted c union select l.asset, l.kind from later l) leaf
          cross join lateral (
            select p.id from ledger_postings p
            where ${LISTED} and ${OF_LEAF('place.oldest_id', 'place.newest_id')} and place.total > $3 offset 0
          ) lines
        order by lines.id desc offset place.skip limit $2`)}`,
  params: [int8, int8, int8, text, int2],
  row,
});

const ofRange = (
  order: 'asc' | 'desc',
) => `select p.id, p.asset, p.kind, ${AMOUNT}, p.available_after, p.total_after, p.effective_at
    from ledger_postings p
    where ${LISTED} and ($2::text is null or p.asset = $2) and ($3::smallint[] is null or p.kind = any($3))
      and p.effective_at >= $4 and p.effective_at <= $5 and ($6::bigint is null or p.id ${order === 'asc' ? '>=' : '<='} $6)
    order by p.id ${order} limit $7`;

const rangeParams = [
  int8,
  nullable(text),
  nullable(arrayOf(int2)),
  timestamptz,
  timestamptz,
  nullable(int8),
  int8,
] as const;

const rangeRow = {
  id: int8,
  asset: text,
  kind: int2,
  amount,
  availableAfter: amount,
  totalAfter: amount,
  effectiveAt: timestamptz,
} as const;

const oldestOfRange = defineQuery({
  name: 'kernel.oldestRecordsOfRange',
  text: ofRange('asc'),
  params: rangeParams,
  row: rangeRow,
});

const newestOfRange = defineQuery({
  name: 'kernel.newestRecordsOfRange',
  text: ofRange('desc'),
  params: rangeParams,
  row: rangeRow,
});

export type RecordRow = RowOf<typeof newestOfRange>;

/** Null means no filter; `from` is the id of the first record; both ends of the time span are included (epoch ms). */
export interface RecordRange {
  readonly memberId: number;
  readonly asset: string | null;
  readonly kinds: readonly number[] | null;
  readonly since: number;
  readonly until: number;
  readonly from: number | null;
  readonly isOldestFirst: boolean;
  readonly limit: number;
}

/** For API clients, which page by id: reads the member's records from one end. */
export function recordsBetween(reader: Reader, range: RecordRange): Promise<RecordRow[]> {
  const { memberId, asset, kinds, since, until, from, isOldestFirst, limit } = range;
  const query = isOldestFirst ? oldestOfRange : newestOfRange;
  const list = kinds === null ? null : [...kinds];
  return reader.many(query, [memberId, asset, list, since, until, from, limit]);
}

type PageRow = RowOf<typeof recordsPage>;
export type LedgerRecord = { readonly [K in keyof PageRow]: NonNullable<PageRow[K]> };

/** Equally fast at any depth and for any filter; `total` comes from stored counts. */
export async function listRecords(
  reader: Reader,
  filter: { memberId: number; asset: string | null; kind: number | null },
  page: { limit: number; offset: number },
): Promise<{ records: LedgerRecord[]; total: number }> {
  const { memberId, asset, kind } = filter;
  const place = [memberId, page.limit, page.offset] as const;
  const rows =
    asset === null && kind === null
      ? await reader.many(recordsPage, place)
      : await reader.many(recordsOfKindsPage, [...place, asset ?? '', kind ?? 0]);
  return { records: rows.filter(isRecord), total: rows[0]?.total ?? 0 };
}

function isRecord(found: PageRow): found is LedgerRecord {
  return found.id !== null;
}

/** The act, as in `memberMessages`, that a record's note is about; undefined where the note is a name or a rate. */
export function actOfNote({ kind, reference }: { kind: string; reference: string }) {
  if (kind === 'withdrawalReturn') return `reject.${reference.split(':')[0]}`;
  const isByStaff = kind === 'agentDeposit' || kind === 'agentBalanceDeduction';
  return isByStaff ? 'approve.manual' : undefined;
}

/** The note of a record as the member reads it. */
export function noteIn(
  lang: Lang,
  record: Pick<LedgerRecord, 'kind' | 'reference' | 'note'>,
): string {
  const { kind, reference, note } = record;
  const act = actOfNote({ kind: nameOfKind(kind), reference });
  return act === undefined ? note : messageIn(lang, note, act);
}
