/** Audits wires and payouts: their rows agree with the journal. */
import { exchangeAccounts, recordTypes } from '@tern/ledger';
import type { Finding } from './ledger.ts';
import { int8, text } from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery } from '../platform/database/query.ts';

const fault = { fault: text } as const;

const { depositSuccess, withdrawal, withdrawalReturn, withdrawalSuccess } = recordTypes;

const counts = defineQuery({
  name: 'fiat.auditCounts',
  text: `select (select count(*) from wires)::int8 as wires, (select count(*) from payouts)::int8 as payouts`,
  params: [],
  row: { wires: int8, payouts: int8 },
});

/** Approved wires were credited with the amount that arrived; no other entry refers to a wire. */
const wrongWires = defineQuery({
  name: 'fiat.auditWrongWires',
  text: `with moved as (
      select substr(e.reference, 6)::bigint as id, p.owner_id, p.asset, sum(p.total) as total
      from ledger_entries e join ledger_postings p on p.entry_id = e.id and p.owner_id > 0
      where e.kind = ${depositSuccess} and e.reference like 'wire:%' group by 1, 2, 3
    )
    select 'wire ' || coalesce(w.id, m.id) || ' is not what the journal says' as fault
    from wires w full join moved m on m.id = w.id and m.owner_id = w.member_id and m.asset = w.asset
    where w.id is null or coalesce(m.total, 0) <> case when w.state = 'completed' then w.received else 0 end limit 20`,
  params: [],
  row: fault,
});

/**
 * Each payout was held once, then paid or returned in full once, according to its state; the amount paid is the agreed one. What a
 * bank sent back was paid and has come back.
 */
const WAS_SENT = `(o.state = 'completed' or o.returned is not null)`;

const wrongPayouts = defineQuery({
  name: 'fiat.auditWrongPayouts',
  text: `with moved as (
      select substr(e.reference, 8)::bigint as id, p.owner_id, p.asset, sum(p.held) filter (where e.kind = ${withdrawal}) as set_aside,
        sum(p.total) filter (where e.kind = ${withdrawalSuccess}) as paid, sum(p.available) filter (where e.kind = ${withdrawalReturn}) as returned
      from ledger_entries e join ledger_postings p on p.entry_id = e.id and p.owner_id > 0
      where e.kind in (${withdrawal}, ${withdrawalReturn}, ${withdrawalSuccess}) and e.reference like 'payout:%' group by 1, 2, 3
    ), left_by_bank as (
      select substr(e.reference, 8)::bigint as id, p.asset, sum(p.total) as total
      from ledger_entries e join ledger_postings p on p.entry_id = e.id and p.owner_id = ${exchangeAccounts.custody}
      where e.kind = ${withdrawalSuccess} and e.reference like 'payout:%' group by 1, 2
    )
    select 'payout ' || coalesce(o.id, m.id) || ' is not what the journal says' as fault
    from payouts o full join moved m on m.id = o.id and m.owner_id = o.member_id and m.asset = o.asset
      left join moved c on c.id = o.id and c.owner_id = o.member_id and c.asset = o.currency and o.currency <> o.asset
      left join left_by_bank b on b.id = o.id and b.asset = o.currency
    where (o.id is null and not exists (
        select from payouts x where x.id = m.id and x.member_id = m.owner_id and x.currency = m.asset and x.returned is not null))
      or o.id is not null and (m.set_aside is distinct from o.amount
        or coalesce(m.paid, 0) <> case when ${WAS_SENT} then -o.amount else 0 end
        or coalesce(m.returned, 0) <> case
          when o.state in ('rejected', 'cancelled') or (o.state = 'returned' and o.returned is null) then o.amount
          when o.asset = o.currency then coalesce(o.returned, 0) else 0 end
        or coalesce(c.returned, 0) <> case when o.asset = o.currency then 0 else coalesce(o.returned, 0) end
        or coalesce(b.total, 0) <> case when ${WAS_SENT} then o.received else 0 end)
    limit 20`,
  params: [],
  row: fault,
});

/** `reader` should be a snapshot. */
export async function auditFiat(reader: Reader): Promise<Finding[]> {
  const { wires, payouts } = await reader.one(counts, []);
  const faultsOf = async (query: typeof wrongWires) =>
    (await reader.many(query, [])).map((each) => each.fault);
  return [
    {
      rule: 'every wire was credited once with the amount that arrived',
      checked: wires,
      faults: await faultsOf(wrongWires),
    },
    {
      rule: 'every payout was held once, then paid or returned once, and what came back was sent',
      checked: payouts,
      faults: await faultsOf(wrongPayouts),
    },
  ];
}
