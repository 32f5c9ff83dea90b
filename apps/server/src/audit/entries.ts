/** Audits the facts of entries: each entry has its fact and each fact its entry, line by line (ADR 9). */
import type { Finding } from './ledger.ts';
import { int8, text } from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery } from '../platform/database/query.ts';

const fault = { fault: text } as const;

const counts = defineQuery({
  name: 'entries.auditCounts',
  text: 'select count(*)::int8 as entries from ledger_entries',
  params: [],
  row: { entries: int8 },
});

/**
 * Entries that their kind does not allow: the reference, the kinds of lines, the house accounts.
 */
const strange = defineQuery({
  name: 'entries.auditStrange',
  text: `select distinct 'entry ' || e.id || ' ' || e.kind || ' ' || e.reference || ' has lines that its kind never has' as fault
    from ledger_postings p
    join ledger_entries e on e.id = p.entry_id
    left join ledger_kinds k on k.kind = e.kind
    where (p.locked <> 0 or p.staked <> 0 or p.financed <> 0 or p.loan <> 0)
        and not exists (select from ledger_fact_views v where v.reference = split_part(e.reference, ':', 1))
      or not coalesce(case
      when e.kind in (3, 4, 19) then p.asset = 'USDT' and e.reference like 'contract:%'
        and (p.owner_id > 0 and p.kind = any (k.line_kinds) or p.owner_id in (-2, -4, -9))
      when e.kind = 35 then e.reference like 'round:%' and case
        when p.owner_id > 0 then p.kind = any (k.line_kinds) and (p.kind in (9, 10) or p.total = 0)
        else p.kind = 35 and p.owner_id in (-1, -2, -3) end
      else split_part(e.reference, ':', 1) = any (string_to_array(k.reference, ',')) and p.kind = e.kind
    end, false) limit 20`,
  params: [],
  row: fault,
});

/** Entries about one fact. Contracts and rounds of orders, which are about many, have their own audits. */
const wrong = defineQuery({
  name: 'entries.auditWrong',
  text: `with required as (
      select * from deposit_required_lines
      union all select * from fiat_wire_required_lines
      union all select * from fiat_payout_required_lines
      union all select * from withdrawal_required_lines
      union all select * from swap_required_lines
      union all select * from manual_required_lines
      union all select * from paper_required_lines
    ), posted as (
      select e.kind, e.reference, p.owner_id, p.asset, sum(p.available) as available, sum(p.held) as held
      from ledger_entries e join ledger_postings p on p.entry_id = e.id
      where e.kind in (2, 16, 17, 20, 21, 22, 23, 31, 32) group by 1, 2, 3, 4
    )
    select 'entry ' || coalesce(p.kind, r.kind) || ' ' || coalesce(p.reference, r.reference) || case
        when p.kind is null then ' is missing: owner ' || r.owner_id || ' should have ' || trim_scale(r.available) || ' ' || r.asset
          || ' and ' || trim_scale(r.held) || ' held'
        else ' gave owner ' || p.owner_id || ' ' || trim_scale(p.available) || ' ' || p.asset || ' and ' || trim_scale(p.held)
          || ' held, its fact ' || coalesce(trim_scale(r.available) || ' and ' || trim_scale(r.held) || ' held', 'nothing')
      end as fault
    from posted p full join required r on (r.kind, r.reference, r.owner_id, r.asset) = (p.kind, p.reference, p.owner_id, p.asset)
    where (p.available, p.held) is distinct from (r.available, r.held) limit 20`,
  params: [],
  row: fault,
});

/** Entries about declared facts, in all purposes. */
const wrongDeclared = defineQuery({
  name: 'entries.auditWrongDeclared',
  text: `with posted as (
      select e.kind, e.reference, p.owner_id, p.asset, sum(p.available) as available, sum(p.held) as held,
        sum(p.locked) as locked, sum(p.staked) as staked, sum(p.financed) as financed, sum(p.loan) as loan
      from ledger_entries e join ledger_postings p on p.entry_id = e.id
      where split_part(e.reference, ':', 1) in (select v.reference from ledger_fact_views v) group by 1, 2, 3, 4
    )
    select 'entry ' || coalesce(p.kind, r.kind) || ' ' || coalesce(p.reference, r.reference) || case
        when p.kind is null then ' is missing: owner ' || r.owner_id
        else ' differs from its fact: owner ' || p.owner_id
      end || ' ' || coalesce(p.asset, r.asset) || ' has (' || concat_ws(', ', p.available, p.held, p.locked, p.staked, p.financed, p.loan)
      || '), should have (' || concat_ws(', ', r.available, r.held, r.locked, r.staked, r.financed, r.loan) || ')' as fault
    from posted p full join ledger_declared_lines() r
      on (r.kind, r.reference, r.owner_id, r.asset) = (p.kind, p.reference, p.owner_id, p.asset)
    where (p.available, p.held, p.locked, p.staked, p.financed, p.loan)
      is distinct from (r.available, r.held, r.locked, r.staked, r.financed, r.loan) limit 20`,
  params: [],
  row: fault,
});

/** As far as ticks are stored. The house trades near the reference price; a member's resting order may be better for it. */
const giveaways = defineQuery({
  name: 'entries.auditGiveaways',
  text: `select 'trade ' || t.id || ' with the house was at ' || trim_scale(t.price) || ', the reference price was ' || trim_scale(k.price) as fault
    from spot_trades t
    cross join lateral (
      select price from ticks where instrument_id = t.instrument_id and at <= t.created_at order by at desc limit 1
    ) k
    where (t.maker_order_id is null or t.taker_order_id is null)
      and case when (t.taker_side = 1) = (t.taker_order_id is not null) then t.price < k.price * 0.95 else t.price > k.price * 1.05 end
    limit 20`,
  params: [],
  row: fault,
});

/** `reader` should be a snapshot. */
export async function auditEntries(reader: Reader): Promise<Finding[]> {
  const { entries } = await reader.one(counts, []);
  const faultsOf = async (query: typeof strange) =>
    (await reader.many(query, [])).map((each) => each.fault);
  return [
    {
      rule: 'every entry is of a kind that a feature posts',
      checked: entries,
      faults: await faultsOf(strange),
    },
    {
      rule: 'every entry is what its fact requires, and every fact has its entry',
      checked: entries,
      faults: [...(await faultsOf(wrong)), ...(await faultsOf(wrongDeclared))],
    },
    {
      rule: 'the house trades near the reference price',
      checked: entries,
      faults: await faultsOf(giveaways),
    },
  ];
}
