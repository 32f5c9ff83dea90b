-- feature: operators
-- Files of a customer's timeline, for an authority that asks: proposed by one operator and agreed to by another, then made in the background
-- from a cursor, and kept for a week (ADR 24, 97).

create table customer_files (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  -- Of the timeline.
  groups text[] not null constraint customer_files_groups
    check (cardinality(groups) between 1 and 5 and groups <@ array['money', 'orders', 'security', 'chats', 'acts']),
  from_day date not null,
  until_day date not null check (until_day >= from_day),
  -- With acts that the customer is not shown: as its proposer sees them.
  has_all_acts boolean not null,
  reason text not null check (reason <> ''),
  proposed_by bigint not null references operators (id),
  created_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'refused', 'making', 'ready', 'removed')),
  -- When it was agreed to: what happens later is not in it.
  began_at timestamptz,
  -- Behind it are the rows that are not in the file yet; empty: all; null: none.
  cursor text default '',
  rows bigint not null default 0,
  -- Of the file, not compressed.
  bytes bigint not null default 0,
  sha256 bytea check (octet_length(sha256) = 32),
  made_at timestamptz,
  constraint customer_files_begun check ((state in ('waiting', 'refused')) = (began_at is null)),
  constraint customer_files_made check ((state in ('ready', 'removed')) = (num_nonnulls(sha256, made_at) = 2))
);
create unique index customer_files_waiting on customer_files (member_id) where state = 'waiting';
create index customer_files_of_member on customer_files (member_id, id desc);
create index customer_files_open on customer_files (id) where state = 'making';
create index customer_files_kept on customer_files (made_at) where state = 'ready';

-- Pieces in their order, each compressed with gzip.
create table customer_file_parts (
  file_id bigint not null references customer_files (id),
  part integer not null,
  content bytea not null,
  primary key (file_id, part)
);
alter table customer_file_parts alter column content set storage external; -- Compressed already.

-- What was proposed never changes; a file that is ready does not either: only its content is removed.
create function customer_files_refuse_change() returns trigger language plpgsql as $$
begin
  if (new.id, new.member_id, new.groups, new.from_day, new.until_day, new.has_all_acts, new.reason, new.proposed_by, new.created_at)
      is distinct from (old.id, old.member_id, old.groups, old.from_day, old.until_day, old.has_all_acts, old.reason, old.proposed_by, old.created_at)
    or (old.state, new.state) not in (('waiting', 'making'), ('waiting', 'refused'), ('making', 'making'), ('making', 'ready'), ('ready', 'removed'))
    or old.began_at is not null and new.began_at is distinct from old.began_at
    or old.state = 'ready' and (new.rows, new.bytes, new.sha256, new.made_at) is distinct from (old.rows, old.bytes, old.sha256, old.made_at) then
    raise exception 'a file of a customer does not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger customer_files_fixed before update on customer_files for each row execute function customer_files_refuse_change();
create trigger customer_files_listed before delete or truncate on customer_files
  for each statement execute function refuse_write('files of customers stay listed');
create trigger customer_files_begin before insert on customer_files for each row
  when (new.state <> 'waiting') execute function refuse_write('a file of a customer is proposed first');

-- Compared when the transaction of the decision ends.
create function customer_files_refuse_unagreed() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if not exists (select from reviews_agreed a where a.kind = 'customerFile' and a.subject_id = new.id) then
    raise exception 'two operators have not agreed to the file % of a customer', new.id
      using errcode = 'insufficient_privilege', constraint = 'customer_files_agreed';
  end if;
  return null;
end
$$;
create constraint trigger customer_files_two_people after update on customer_files deferrable initially deferred
  for each row when (new.state = 'making' and old.state <> 'making') execute function customer_files_refuse_unagreed();

create function customer_file_parts_refuse_change() returns trigger language plpgsql as $$
declare
  file_state text;
begin
  select state into file_state from customer_files where id = case when tg_op = 'DELETE' then old.file_id else new.file_id end for share;
  if tg_op = 'UPDATE' or tg_op = 'INSERT' and file_state <> 'making' or tg_op = 'DELETE' and file_state <> 'removed' then
    raise exception 'a file of a customer does not change' using errcode = 'insufficient_privilege';
  end if;
  return coalesce(new, old);
end
$$;
create trigger customer_file_parts_fixed before insert or update or delete on customer_file_parts
  for each row execute function customer_file_parts_refuse_change();

grant select, insert (member_id, groups, from_day, until_day, has_all_acts, reason, proposed_by, created_at) on customer_files to tern_app;
grant update (state, began_at, cursor, rows, bytes, sha256, made_at) on customer_files to tern_app;
grant select, insert, delete on customer_file_parts to tern_app;
