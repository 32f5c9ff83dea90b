/** Audits the heads of price chains: each is in the entry of the public log that was published with it (ADR 89). */
import { HEADS, isSameBytes, parseStatementsEntry, sealStatements } from '@tern/proofs';
import { bytea, int8, text } from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery } from '../platform/database/query.ts';
import { everyRow, FAULTS_MAX } from './every-row.ts';
import type { Finding } from './ledger.ts';

/** Entries with the texts of their heads, one a line. */
const entriesOfHeads = defineQuery({
  name: 'transparency.auditHeads',
  text: `select d.entry_index + 1 as id, e.entry, string_agg('tern chain head 1|' || i.symbol || '|' || h.to_seq || '|'
        || encode(h.hash, 'hex') || '|' || trunc(extract(epoch from h.signed_at) * 1000), E'\\n' order by h.instrument_id) as heads
    from (select distinct entry_index from transparency_segments where entry_index >= $1 order by 1 limit $2) d
    join public_log_entries e on e.index = d.entry_index
    join transparency_segments h on h.entry_index = d.entry_index join instruments i on i.id = h.instrument_id
    group by d.entry_index, e.entry order by 1`,
  params: [int8, int8],
  row: { id: int8, entry: bytea, heads: text },
});

const outsideQuery = defineQuery({
  name: 'transparency.auditHeadsOutside',
  text: `select 'the head of ' || i.symbol || ' at ' || s.to_seq || ' is not in the public log' as fault
    from transparency_segments s join instruments i on i.id = s.instrument_id
    where s.entry_index is null and s.signed_at > (select min(f.signed_at) from transparency_segments f where f.entry_index is not null)
    order by s.signed_at limit 20`,
  params: [],
  row: { fault: text },
});

/** `reader` should be a snapshot. */
export async function auditSignedHeads(reader: Reader): Promise<Finding> {
  const faults = (await reader.many(outsideQuery, [])).map(({ fault }) => fault);
  let checked = 0;
  for await (const { id, entry, heads } of everyRow(reader, entriesOfHeads)) {
    checked += 1;
    const leaf = parseStatementsEntry(entry);
    const made = leaf && sealStatements(HEADS, leaf.at, heads.split('\n')).entry;
    if (made === undefined || !isSameBytes(made, entry)) {
      faults.push(
        `entry ${id - 1} of the public log does not contain the heads that were published`,
      );
    }
  }
  return {
    rule: 'every signed head of a price chain is in the public log',
    checked,
    faults: faults.slice(0, FAULTS_MAX),
  };
}
