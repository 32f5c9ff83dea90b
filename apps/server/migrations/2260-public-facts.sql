-- feature: transparency
-- What the exchange publishes is stated in the public log: each fact writes its statement with itself, in the database (ADR 89).

create table transparency_facts (
  id bigint generated always as identity primary key,
  kind text not null constraint transparency_facts_kind check (kind in ('seed', 'setting', 'product', 'operator', 'key', 'audit', 'figures')),
  -- Number of what it is about: of a seed the days since 1970, of figures the time when they were computed.
  subject_id bigint not null,
  -- One line of docs/public-log.md, without its newline.
  statement text not null constraint transparency_facts_statement check (statement ~ '^[ -~]+$' and length(statement) <= 1000),
  -- What the hash in the statement is that of, where it is published.
  document text,
  stated_at timestamptz not null default now(),
  -- The entry of the log that contains it; null until it is sealed.
  entry_index bigint references public_log_entries (index)
);
create index transparency_facts_open on transparency_facts (id) where entry_index is null;
create index transparency_facts_of_entry on transparency_facts (entry_index, id) where entry_index is not null;
create index transparency_facts_of_subject on transparency_facts (kind, subject_id, id);
create unique index transparency_facts_once on transparency_facts (kind, subject_id) where kind in ('seed', 'key', 'audit');
create index transparency_facts_documents on transparency_facts (split_part(statement, '|', 5)) where document is not null;

create trigger transparency_facts_fixed before update on transparency_facts for each row
  when ((new.id, new.kind, new.subject_id, new.statement, new.document, new.stated_at)
      is distinct from (old.id, old.kind, old.subject_id, old.statement, old.document, old.stated_at)
    or old.entry_index is not null or new.entry_index is null)
  execute function refuse_write('published proofs are append only');
create trigger transparency_facts_kept before delete or truncate on transparency_facts
  for each statement execute function refuse_write('published proofs are append only');
-- Statements are written by the triggers of their facts alone.
grant select, update (entry_index) on transparency_facts to tern_app;

-- JSON with one spelling: no spaces, names in the order of their bytes, numbers in digits without zeros behind.
create function transparency_plain_json(value jsonb) returns text language plpgsql immutable parallel safe as $$
begin
  return case jsonb_typeof(value)
    when 'object' then '{' || coalesce((
      select string_agg(to_json(e.key)::text || ':' || transparency_plain_json(e.value), ',' order by e.key collate "C")
      from jsonb_each(value) e), '') || '}'
    when 'array' then '[' || coalesce((
      select string_agg(transparency_plain_json(a.value), ',' order by a.ordinality)
      from jsonb_array_elements(value) with ordinality a), '') || ']'
    when 'number' then trim_scale(value::text::numeric)::text
    else value::text end;
end
$$;

create function transparency_hash(content text) returns text language sql immutable parallel safe as $$
  select encode(sha256(convert_to(content, 'UTF8')), 'hex')
$$;

create function transparency_ms(at timestamptz) returns text language sql stable parallel safe as $$
  select trunc(extract(epoch from at) * 1000)::bigint::text
$$;

-- For the triggers of facts, which run with the rights of the owner. One line of its fields.
create function transparency_state(fact_kind text, subject bigint, fields text[], content text default null) returns void language sql as $$
  insert into transparency_facts (kind, subject_id, statement, document) values (fact_kind, subject, array_to_string(fields, '|'), content)
$$;

create function transparency_state_seed() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into transparency_facts (kind, subject_id, statement)
  values ('seed', new.day - date '1970-01-01',
    concat_ws('|', 'tern market seed 1', to_char(new.day, 'YYYY-MM-DD'), encode(new.commitment, 'hex'), transparency_ms(new.published_at)));
  return null;
end
$$;
create trigger transparency_seeds_stated after insert on transparency_seeds
  for each row execute function transparency_state_seed();

create function transparency_state_key() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into transparency_facts (kind, subject_id, statement)
  values ('key', new.id,
    concat_ws('|', 'tern evidence key 1', new.id, encode(new.public_key, 'hex'), transparency_ms(new.created_at)));
  return null;
end
$$;
create trigger transparency_keys_stated after insert on transparency_keys
  for each row execute function transparency_state_key();

create function transparency_state_figures() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into transparency_facts (kind, subject_id, statement)
  values ('figures', transparency_ms(new.computed_at)::bigint, concat_ws('|', 'tern figures 1', transparency_ms(new.computed_at),
    transparency_hash(transparency_plain_json(new.figures))));
  return null;
end
$$;
create trigger transparency_figures_stated after insert or update on transparency_figures
  for each row execute function transparency_state_figures();

-- States the newest link of the audit log if it is later than the one stated last.
create function transparency_state_audit_head() returns void
  language sql security definer set search_path = pg_catalog, public as $$
  insert into transparency_facts (kind, subject_id, statement)
  select 'audit', n.seq, concat_ws('|', 'tern audit head 1', n.seq, encode(n.hash, 'hex'))
  from (select seq, hash from audit_log_links order by seq desc limit 1) n
  where n.seq > coalesce((select max(f.subject_id) from transparency_facts f where f.kind = 'audit'), 0)
  on conflict do nothing
$$;
revoke execute on function transparency_state_audit_head from public;
grant execute on function transparency_state_audit_head to tern_app;

-- What was published before is stated from here on.
insert into transparency_facts (kind, subject_id, statement)
select 'seed', day - date '1970-01-01',
  concat_ws('|', 'tern market seed 1', to_char(day, 'YYYY-MM-DD'), encode(commitment, 'hex'), transparency_ms(published_at))
from transparency_seeds order by day;
insert into transparency_facts (kind, subject_id, statement)
select 'key', id, concat_ws('|', 'tern evidence key 1', id, encode(public_key, 'hex'), transparency_ms(created_at))
from transparency_keys order by id;
insert into transparency_facts (kind, subject_id, statement)
select 'figures', transparency_ms(computed_at)::bigint, concat_ws('|', 'tern figures 1', transparency_ms(computed_at),
  transparency_hash(transparency_plain_json(figures)))
from transparency_figures;
