-- feature: public-log
-- What the exchange signs about contracts is in the public log: receipts are rows of the lines of their rounds (ADR 89).

-- Lines of later rounds contain receipts; those of earlier ones stay what they were.
alter table public_log_head add column receipts_after bigint not null default 0;
update public_log_head set receipts_after = round;
create trigger public_log_head_receipts before update on public_log_head
  for each row when (new.receipts_after <> old.receipts_after) execute function refuse_write('the public log is append only');

-- The row of a contract's receipt, which its stake has; empty for other entries. 3 is ledger_kind('contractOpen'), written out because
-- the call would be planned for each line.
create function public_log_receipt_row(entry_kind smallint, entry_reference text) returns text language sql stable as $$
  select case when entry_kind = 3 then coalesce((
    select E'\nreceipt|' || entry_reference || '|' || c.receipt from futures_contracts c
    where c.id = split_part(entry_reference, ':', 2)::bigint), '') else '' end
$$;

create or replace function public_log_lines(
  entry_rounds bigint[], entry_ids bigint[], first_posting bigint, last_posting bigint, inner_key bytea, outer_key bytea
) returns table (round bigint, owner_id bigint, line text)
language sql stable
  -- The planner cannot estimate the length of the ranges.
  set enable_seqscan = off set enable_nestloop = off as $$
  with sealed as materialized (
    select s.round, e.id, E'\nentry|' || e.id || '|' || e.kind || '|' || e.reference || '|'
      || trunc(extract(epoch from e.effective_at) * 1000) || '|' || encode(sha256(convert_to(e.note, 'UTF8')), 'hex')
      || case when s.round > (select h.receipts_after from public_log_head h)
        then public_log_receipt_row(e.kind, e.reference) else '' end as head
    from unnest(entry_rounds, entry_ids) as s(round, id) join ledger_entries e on e.id = s.id
    where e.id between (select min(i) from unnest(entry_ids) i) and (select max(i) from unnest(entry_ids) i)
  ), parts as (
    select s.round, p.owner_id, s.id, s.head || string_agg(concat(
        case when p.available <> 0 then f.head || 'available|' || trim_scale(p.available) end,
        case when p.held <> 0 then f.head || 'held|' || trim_scale(p.held) end,
        case when p.locked <> 0 then f.head || 'locked|' || trim_scale(p.locked) end,
        case when p.staked <> 0 then f.head || 'staked|' || trim_scale(p.staked) end,
        case when p.financed <> 0 then f.head || 'financed|' || trim_scale(p.financed) end,
        case when p.loan <> 0 then f.head || 'loan|' || trim_scale(p.loan) end
      ), '' order by p.id) as rows
    from ledger_postings p join sealed s on s.id = p.entry_id
    cross join lateral (select E'\nposting|' || p.entry_id || '|' || p.kind || '|' || p.asset || '|' as head) f
    where p.id between first_posting and last_posting
    group by s.round, p.owner_id, s.id, s.head
  ), grouped as (
    select p.round, p.owner_id, string_agg(p.rows, '' order by p.id) as rows from parts p group by p.round, p.owner_id
  )
  select g.round, g.owner_id, E'tern line 1\n' || g.round || E'\n' || g.owner_id || E'\n'
    || encode(substring(sha256(outer_key || sha256(
      inner_key || convert_to('tern line salt 1|' || g.round || '|' || g.owner_id, 'UTF8'))) for 16), 'hex')
    || g.rows
  from grouped g
$$;

-- The entry of the journal with this name; no row if there is none.
create function public_log_entry_named(entry_kind smallint, entry_reference text) returns setof bigint language sql stable as $$
  select e.id from ledger_entries e where e.kind = entry_kind and e.reference = entry_reference
$$;

grant execute on function public_log_receipt_row, public_log_entry_named to tern_app;
