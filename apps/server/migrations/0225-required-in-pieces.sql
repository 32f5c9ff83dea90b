-- feature: kernel
-- What the facts require of some entries at a time: a check of the minute reads new entries in pieces (ADR 52).

drop function ledger_required_since(bigint);

-- What the facts require of the entries after `entry_after` up to `entry_through` (ADR 9); entries about many facts have rules of
-- their own.
create function ledger_required_since(entry_after bigint, entry_through bigint default 9223372036854775807)
returns table (
  kind smallint, reference text, owner_id bigint, asset text,
  available numeric, held numeric, locked numeric, staked numeric, financed numeric, loan numeric
) language sql stable security definer set search_path = pg_catalog, public as $$
  select e.kind, e.reference, r.* from ledger_entries e
  join ledger_facts f on f.kind = e.kind and f.reference = split_part(e.reference, ':', 1) and f.required_lines is not null
  cross join lateral ledger_required_lines(e.kind, e.reference) r
  where e.id > entry_after and e.id <= entry_through
$$;
grant execute on function ledger_required_since to tern_app;
