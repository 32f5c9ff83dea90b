/** Verifies the hash chain of the audit log from its rows, and finds where it is broken (ADR 27). */
import { int4, int8, nullable, text } from '../../platform/database/columns.ts';
import type { Reader } from '../../platform/database/database.ts';
import { defineQuery } from '../../platform/database/query.ts';

/** Computes the hashes here, without the database's function `audit_log_text`. */
const brokenLinks = defineQuery({
  name: 'kernel.brokenAuditLinks',
  text: `with links as (
      select k.seq, k.hash, k.entry_id, l.id, coalesce(lag(k.hash) over chain, decode(repeat('00', 32), 'hex')) as before,
        coalesce(lag(k.seq) over chain, 0) as seq_before,
        jsonb_build_array(l.id, l.operator_id, l.operator_login, l.action, l.subject, l.member_id, l.reason, l.detail, l.address, l.is_shown,
          (extract(epoch from l.created_at) * 1000000)::bigint)::text as content
      from audit_log_links k left join audit_log l on l.id = k.entry_id
      where k.seq >= $1
      window chain as (order by k.seq)
    )
    select entry_id, 'row ' || entry_id || ' of the audit log ' || case when id is null then 'is gone' else 'is not what was written' end as fault
    from links where seq > $1 and (id is null or seq <> seq_before + 1 or hash <> sha256(before || convert_to(content, 'UTF8')))
    union all
    select l.id, 'row ' || l.id || ' of the audit log is in no chain' from audit_log l
    where l.id > coalesce((select k.entry_id from audit_log_links k where k.seq = $1), 0)
      and not exists (select from audit_log_links k where k.entry_id = l.id)
    order by entry_id limit 20`,
  params: [int8],
  row: { entryId: int8, fault: text },
});

const newestLink = defineQuery({
  name: 'kernel.newestAuditLink',
  text: `select seq, entry_id, encode(hash, 'hex') as hash from audit_log_links order by seq desc limit 1`,
  params: [],
  row: { seq: int8, entryId: int8, hash: text },
});

const countEntries = defineQuery({
  name: 'kernel.countAuditLog',
  text: 'select count(*)::int as entries, max(id) as newest from audit_log',
  params: [],
  row: { entries: int4, newest: nullable(int8) },
});

export interface AuditChain {
  /** Rows of the log. */
  entries: number;
  /** The newest row; null in an empty log. */
  newest: number | null;
  head: { seq: number; hash: string } | undefined;
  /** The first twenty faults, by row. */
  broken: { entryId: number; fault: string }[];
}

/** The first faults after this link of the chain; 0: of all. `reader` should be a snapshot. */
export function brokenAuditLinks(reader: Reader, afterLink: number) {
  return reader.many(brokenLinks, [afterLink]);
}

/** The newest link; 0 if there is none. */
export async function newestAuditLink(reader: Reader): Promise<number> {
  return (await reader.maybe(newestLink, []))?.seq ?? 0;
}

/** Reads every row of the log; `reader` should be a snapshot. */
export async function verifyAuditLog(reader: Reader): Promise<AuditChain> {
  const broken = await brokenAuditLinks(reader, 0);
  const { entries, newest } = await reader.one(countEntries, []);
  return { entries, newest, head: await reader.maybe(newestLink, []), broken };
}
