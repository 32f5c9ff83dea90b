-- feature: catalogue
-- The product catalogue: versions of products' terms, which two operators approve before they take effect (ADR 25). The tables of the
-- features, which have the current terms in columns of their own, accept a row only if it is an approved version (product_follow_version).

create table products (
  id bigint generated always as identity (start with 101) primary key,
  -- The slug of the kind, as its feature registers it.
  kind text not null check (kind ~ '^[a-z]+$'),
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table product_versions (
  id bigint generated always as identity primary key,
  product_id bigint not null references products (id),
  version int not null check (version > 0),
  -- All terms by name, as the feature's fields describe them. They change in a draft only.
  terms jsonb not null check (jsonb_typeof(terms) = 'object'),
  -- False: no new orders. Running orders keep their terms.
  is_open boolean not null default true,
  state text not null default 'draft'
    check (state in ('draft', 'proposed', 'scheduled', 'inForce', 'replaced', 'rejected', 'withdrawn')),
  -- Planned, from the approval on the actual time; null: on approval.
  effective_at timestamptz,
  reason text not null default '',
  -- Part of the installation: nobody approved it. Only the owner of the database can write one.
  is_beginning boolean not null default false,
  -- Who wrote the draft or proposed it. Null: part of the installation.
  proposed_by bigint references operators (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint product_versions_once unique (product_id, version),
  constraint product_versions_author check (is_beginning = (proposed_by is null)),
  constraint product_versions_time check (effective_at is not null or state not in ('scheduled', 'inForce', 'replaced'))
);
-- At most one version is pending, and one is in force.
create unique index product_versions_pending on product_versions (product_id) where state in ('draft', 'proposed', 'scheduled');
create unique index product_versions_in_force on product_versions (product_id) where state = 'inForce';
create index product_versions_due on product_versions (effective_at, id) where state = 'scheduled';

-- True if a version may take effect: it is part of the installation, two operators approved it, or it closes the product without
-- another change, for which one operator is enough.
create function product_version_may_apply(candidate product_versions) returns boolean language sql stable as $$
  select candidate.is_beginning
    or exists (select from reviews_agreed a where a.kind = 'product' and a.subject_id = candidate.id)
    or not candidate.is_open and candidate.terms = (
      select earlier.terms from product_versions earlier
      where earlier.product_id = candidate.product_id and earlier.version < candidate.version and earlier.state in ('inForce', 'replaced')
      order by earlier.version desc limit 1
    )
$$;

-- Refuses: product_versions_approval (it takes effect or is scheduled without approval), product_versions_fixed (a change after
-- the draft), product_versions_order (a state that does not follow the previous one).
create function product_versions_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new.id, new.product_id, new.version, new.is_beginning, new.created_at)
        is distinct from (old.id, old.product_id, old.version, old.is_beginning, old.created_at)
      or old.state <> 'draft' and (new.terms, new.is_open, new.reason, new.proposed_by)
        is distinct from (old.terms, old.is_open, old.reason, old.proposed_by)
      or old.state not in ('draft', 'proposed', 'scheduled') and new.effective_at is distinct from old.effective_at
    then
      raise exception 'a proposed version does not change' using errcode = 'insufficient_privilege', constraint = 'product_versions_fixed';
    end if;
    if new.state <> old.state and (old.state, new.state) not in (
      ('draft', 'proposed'), ('draft', 'withdrawn'), ('proposed', 'scheduled'), ('proposed', 'rejected'), ('proposed', 'withdrawn'),
      ('scheduled', 'inForce'), ('scheduled', 'withdrawn'), ('inForce', 'replaced'))
    then
      raise exception 'a version skips a state' using errcode = 'insufficient_privilege', constraint = 'product_versions_order';
    end if;
  elsif new.state not in ('draft', 'inForce') then
    raise exception 'a version starts as a draft' using errcode = 'insufficient_privilege', constraint = 'product_versions_order';
  end if;
  if new.state in ('scheduled', 'inForce') and not product_version_may_apply(new) then
    raise exception 'two operators approve a version' using errcode = 'insufficient_privilege', constraint = 'product_versions_approval';
  end if;
  return new;
end
$$;
create trigger product_versions_guard before insert or update on product_versions
  for each row execute function product_versions_guard();

create trigger product_versions_stay before delete or truncate on product_versions
  for each statement execute function refuse_write('versions of products stay');

-- Terms by the names of columns: unitPrice becomes unit_price.
create function product_columns(terms jsonb) returns jsonb language sql immutable parallel safe as $$
  select coalesce(jsonb_object_agg(lower(regexp_replace(t.key, '([A-Z])', '_\1', 'g')), t.value), '{}') from jsonb_each(terms) t
$$;

-- For the table of a kind of products: each row has the terms of the version that is in force. The table has the columns id (of
-- products), version, state (open or closed) and created_at, and one column for each term.
-- Arguments: the kind, then all other columns, which are no terms.
-- Refuses: product_version (other terms than approved, or a column that no term names).
create function product_follow_version() returns trigger language plpgsql as $$
declare
  own constant text[] := array['id', 'version', 'state', 'created_at'] || tg_argv[1:];
  approved product_versions;
  term_columns jsonb;
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - tg_argv[1:] = to_jsonb(old) - tg_argv[1:] then
    return new;
  end if;
  select v.* into approved from product_versions v join products p on p.id = v.product_id and p.kind = tg_argv[0]
  where v.product_id = new.id and v.version = new.version and v.state = 'inForce';
  term_columns := product_columns(approved.terms);
  if approved.id is null or new.state is distinct from (case when approved.is_open then 'open' else 'closed' end)
    or jsonb_populate_record(new, term_columns) is distinct from new
    or exists (select from jsonb_object_keys(to_jsonb(new) - own) as c(name) where not term_columns ? c.name)
  then
    raise exception 'product % has other terms than its approved version', new.id
      using errcode = 'check_violation', constraint = 'product_version';
  end if;
  return new;
end
$$;

-- For the audit, of every table that follows versions: rows with other terms than approved, and versions that took effect without
-- approval.
create function product_faults() returns table (fault text) language plpgsql stable as $$
declare
  follower regclass;
begin
  return query
  select 'version ' || v.version || ' of product ' || v.product_id || ' was not approved' from product_versions v
  where v.state in ('scheduled', 'inForce', 'replaced') and not product_version_may_apply(v);
  for follower in
    select t.tgrelid::regclass from pg_trigger t where t.tgfoid = 'product_follow_version'::regproc and not t.tgisinternal
  loop
    return query execute format($rows$
      select 'product ' || r.id || ' has other terms than its version ' || r.version from %s r
      left join product_versions v on v.product_id = r.id and v.version = r.version and v.state = 'inForce'
      where v.id is null or r.state <> case when v.is_open then 'open' else 'closed' end
        or jsonb_populate_record(r, product_columns(v.terms)) is distinct from r$rows$, follower);
  end loop;
end
$$;

-- Adds a product in force from the start, for the seeds of the features; returns its id. The terms are those of its version 1.
create function product_begin(kind text, terms jsonb, at_time timestamptz, is_open boolean default true) returns bigint
language plpgsql as $$
declare
  new_id bigint;
begin
  insert into products (kind, created_at, updated_at) values (kind, at_time, at_time) returning id into new_id;
  insert into product_versions (product_id, version, terms, is_open, state, effective_at, reason, is_beginning, created_at, updated_at)
  values (new_id, 1, terms, is_open, 'inForce', at_time, 'Part of the installation.', true, at_time, at_time);
  return new_id;
end
$$;

grant select on products, product_versions to tern_app;
grant insert (kind, created_at, updated_at), update (updated_at) on products to tern_app;
grant insert (product_id, version, terms, is_open, state, effective_at, reason, proposed_by, created_at, updated_at) on product_versions
  to tern_app;
grant update (terms, is_open, state, effective_at, reason, proposed_by, updated_at) on product_versions to tern_app;
grant execute on function product_version_may_apply, product_columns, product_faults to tern_app;
