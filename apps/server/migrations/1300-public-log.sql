-- feature: public-log
-- The public log: what each transaction wrote to the journal is a round, and each round an entry of a Merkle log that anyone
-- may copy (ADR 49, docs/public-log.md). Everything is append only.

-- Keys that sign checkpoints; the newest signs.
create table public_log_keys (
  id smallint primary key check (id > 0),
  public_key bytea not null unique check (octet_length(public_key) = 32),
  -- The private key, encrypted with the deployment's key.
  sealed_secret bytea not null,
  -- The secret behind the salts of lines. It is not encrypted: it hides the journal from readers of the log, and a reader
  -- of this database has the journal itself.
  salt_secret bytea not null check (octet_length(salt_secret) = 32),
  created_at timestamptz not null
);

-- The log's name, its newest checkpoint, and how far the journal is sealed.
create table public_log_head (
  is_only boolean primary key default true check (is_only),
  origin text not null,
  size bigint not null check (size >= 0),
  root bytea not null check (octet_length(root) = 32),
  -- The checkpoint as published, signatures included.
  checkpoint text not null,
  signed_at timestamptz not null,
  -- The last round and its time; later rounds are not dated before it.
  round bigint not null check (round >= 0),
  round_at timestamptz not null,
  -- Every posting up to this id is sealed.
  sealed_through bigint not null default 0,
  -- No posting up to this id can still appear, once every transaction before `settled_at` has ended.
  next_through bigint not null default 0,
  settled_at xid8 not null default '0'
);

create table public_log_entries (
  index bigint primary key check (index >= 0),
  entry bytea not null check (octet_length(entry) between 1 and 65535)
);

-- The entry of the log that introduced each key after the first, signed by the key before it (ADR 64).
create table public_log_key_entries (
  key_id smallint primary key references public_log_keys (id),
  entry_index bigint not null unique references public_log_entries (index)
);

create table public_log_rounds (
  round bigint primary key check (round > 0),
  entry_index bigint not null unique references public_log_entries (index),
  -- The key whose secret made the salts.
  key_id smallint not null references public_log_keys (id),
  -- The ids of its postings are in this range.
  first_posting bigint not null,
  last_posting bigint not null check (last_posting >= first_posting)
);

-- The round of each entry of the journal.
create table public_log_journal (
  entry_id bigint primary key,
  round bigint not null references public_log_rounds (round)
);
create index public_log_journal_round on public_log_journal (round);

-- One row a tile; a partial tile grows. Its earlier versions are its beginnings, since nodes never change.
create table public_log_tiles (
  level smallint not null check (level between 0 and 63),
  index bigint not null check (index >= 0),
  nodes bytea not null check (octet_length(nodes) between 32 and 8192 and octet_length(nodes) % 32 = 0),
  primary key (level, index)
);
alter table public_log_tiles alter column nodes set storage external; -- Hashes cannot be compressed.

-- Checkpoints as they were published, one each ten minutes in which the log grew: anyone can compare an old one with the log.
create table public_log_checkpoints (
  size bigint primary key check (size > 0),
  -- A signed note, with the cosignatures that were under it when it was kept.
  checkpoint text not null,
  signed_at timestamptz not null
);

-- What witnesses answered to the checkpoints submitted to them, and the checkpoint published with their cosignatures (ADR 49).

-- One row for each witness that was ever asked.
create table public_log_witnesses (
  -- Spelt name+id+base64.
  key text primary key,
  asked_at timestamptz not null,
  -- Its last answer; missing: none, or one that is no cosignature.
  answer text not null check (answer in ('cosigned', 'refused', 'missing')),
  -- What it cosigned last, as far as the log knows.
  size bigint not null check (size >= 0),
  cosigned_at timestamptz check ((cosigned_at is not null) or size = 0),
  -- Answers without a cosignature since then; it is not asked before `retry_at`.
  failures int not null check (failures >= 0),
  retry_at timestamptz not null,
  check ((answer = 'cosigned') = (failures = 0))
);

create table public_log_published (
  is_only boolean primary key default true check (is_only),
  size bigint not null check (size >= 0),
  -- A signed note of the log with the cosignatures of its witnesses.
  checkpoint text not null,
  signed_at timestamptz not null,
  -- When checkpoints were submitted last, by any process.
  submitted_at timestamptz not null
);


-- What the journal contains ------------------------------------------------------------------------

-- Transactions whose postings are not sealed yet, in the order of their first entries: whole ones, and after the first only
-- while fewer than `postings_max` postings come before; with the number of all. A transaction is visible as a whole or not at all.
create function public_log_unsealed(after_posting bigint, postings_max int)
returns table (entry_ids bigint[], first_posting bigint, last_posting bigint, at timestamptz, unsealed_count bigint)
language sql stable
  -- Plans may be cached while the tables are still empty, but must suit full tables.
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  with recent as materialized (
    select p.entry_id, min(p.id) as first, max(p.id) as last, count(*) as postings
    from ledger_postings p where p.id > after_posting group by p.entry_id
  ), written as (
    select array_agg(e.id order by e.id) as entry_ids, min(e.id) as first_entry, min(r.first) as first, max(r.last) as last,
      sum(r.postings) as postings, max(e.created_at) as at
    from recent r join ledger_entries e on e.id = r.entry_id
    where not exists (select from public_log_journal j where j.entry_id = r.entry_id)
    group by e.xmin::text
  ), counted as (
    select w.*, sum(w.postings) over (order by w.first_entry) - w.postings as before, count(*) over () as unsealed_count
    from written w
  )
  select c.entry_ids, c.first, c.last, c.at, c.unsealed_count from counted c where c.before < postings_max order by c.first_entry
$$;

-- The lines of rounds, as docs/public-log.md spells them: one for each owner. Entry i of the journal belongs to round i of the
-- arrays, and their postings are in one range of ids. The keys are those of HMAC-SHA256, 64 bytes each: the secret behind the
-- salts XOR its inner and outer pad.
create function public_log_lines(
  entry_rounds bigint[], entry_ids bigint[], first_posting bigint, last_posting bigint, inner_key bytea, outer_key bytea
) returns table (round bigint, owner_id bigint, line text)
language sql stable
  -- The planner cannot estimate the length of the ranges.
  set enable_seqscan = off set enable_nestloop = off as $$
  with sealed as materialized (
    select s.round, e.id, E'\nentry|' || e.id || '|' || e.kind || '|' || e.reference || '|'
      || trunc(extract(epoch from e.effective_at) * 1000) || '|' || encode(sha256(convert_to(e.note, 'UTF8')), 'hex') as head
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

-- The assets that moved in rounds, joined by spaces in ASCII order, and whether the postings of each sum to zero.
create function public_log_assets(entry_rounds bigint[], entry_ids bigint[], first_posting bigint, last_posting bigint)
returns table (round bigint, assets text, is_balanced boolean)
language sql stable
  set enable_seqscan = off set enable_nestloop = off as $$
  select t.round, string_agg(t.asset, ' ' order by t.asset collate "C"), bool_and(t.total = 0)
  from (
    select s.round, p.asset, sum(p.total) as total
    from unnest(entry_rounds, entry_ids) as s(round, id) join ledger_postings p on p.entry_id = s.id
    where p.id between first_posting and last_posting group by s.round, p.asset
  ) t group by t.round
$$;

-- The newest posting that is committed; 0 without any.
create function public_log_last_posting() returns bigint language sql stable as $$
  select coalesce(max(p.id), 0) from ledger_postings p
$$;

-- What postings that are in no round yet changed of members' balances, without what they borrowed.
create function public_log_unsealed_balances(after_posting bigint)
returns table (owner_id bigint, asset text, amount numeric)
language sql stable
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  select p.owner_id, p.asset, sum(p.total - p.loan) from ledger_postings p
  where p.id > after_posting and p.owner_id > 0
    and not exists (select from public_log_journal j where j.entry_id = p.entry_id)
  group by p.owner_id, p.asset
$$;

-- The entry of the journal that contains an owner's posting; no row if there is none.
create function public_log_entry_of(posting_id bigint, owner bigint) returns setof bigint language sql stable as $$
  select p.entry_id from ledger_postings p where p.id = posting_id and p.owner_id = owner
$$;


-- Guards and rights -------------------------------------------------------------------------------

create trigger public_log_keys_append_only before update or delete or truncate on public_log_keys
  for each statement execute function refuse_write('the public log is append only');
create trigger public_log_entries_append_only before update or delete or truncate on public_log_entries
  for each statement execute function refuse_write('the public log is append only');
create trigger public_log_rounds_append_only before update or delete or truncate on public_log_rounds
  for each statement execute function refuse_write('the public log is append only');
create trigger public_log_journal_append_only before update or delete or truncate on public_log_journal
  for each statement execute function refuse_write('the public log is append only');
create trigger public_log_key_entries_append_only before update or delete or truncate on public_log_key_entries
  for each statement execute function refuse_write('the public log is append only');
create trigger public_log_checkpoints_append_only before update or delete or truncate on public_log_checkpoints
  for each statement execute function refuse_write('the public log is append only');
create trigger public_log_tiles_kept before delete or truncate on public_log_tiles
  for each statement execute function refuse_write('the public log is append only');
create trigger public_log_head_kept before delete or truncate on public_log_head
  for each statement execute function refuse_write('the public log is append only');

create trigger public_log_tiles_grow before update on public_log_tiles
  for each row when (
    (new.level, new.index) is distinct from (old.level, old.index)
    or substring(new.nodes for octet_length(old.nodes)) is distinct from old.nodes
  ) execute function refuse_write('the public log is append only');
create trigger public_log_head_grows before update on public_log_head
  for each row when (
    new.origin is distinct from old.origin or new.size < old.size or new.round < old.round
    or new.size = old.size and new.root is distinct from old.root
  ) execute function refuse_write('the public log is append only');
create trigger public_log_published_kept before delete or truncate on public_log_published
  for each statement execute function refuse_write('the public log is append only');
create trigger public_log_published_grows before update on public_log_published
  for each row when (new.size < old.size) execute function refuse_write('the public log is append only');

grant select, insert on public_log_keys, public_log_key_entries, public_log_entries, public_log_rounds, public_log_journal,
  public_log_checkpoints to tern_app;
grant select, insert, update on public_log_tiles, public_log_head, public_log_witnesses, public_log_published to tern_app;
grant execute on function public_log_unsealed, public_log_lines, public_log_assets, public_log_last_posting,
  public_log_unsealed_balances, public_log_entry_of to tern_app;


-- Lost keys ---------------------------------------------------------------------------------------

-- Two operators declare that keys of the log are lost, and which key signs in place of them. The declaration is an entry of the log
-- (ADR 67).
create table public_log_losses (
  -- Signs in place of the lost ones.
  key_id smallint primary key references public_log_keys (id),
  proposed_by bigint not null references operators (id),
  proposed_reason text not null check (proposed_reason <> ''),
  proposed_at timestamptz not null,
  -- Null until another operator declares it.
  declared_by bigint references operators (id),
  declared_reason text check (declared_reason <> ''),
  declared_at timestamptz,
  entry_index bigint unique references public_log_entries (index),
  constraint public_log_losses_declared check (num_nonnulls(declared_by, declared_reason, declared_at, entry_index) in (0, 4)),
  constraint public_log_losses_two_people check (declared_by <> proposed_by)
);

-- The proposal and the declaration are two acts; neither changes afterwards.
create function public_log_losses_refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' then
    raise exception 'declarations of lost keys are kept' using errcode = 'insufficient_privilege';
  end if;
  if old.entry_index is not null or (new.key_id, new.proposed_by, new.proposed_reason, new.proposed_at)
    is distinct from (old.key_id, old.proposed_by, old.proposed_reason, old.proposed_at) then
    raise exception 'a lost key is declared once' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger public_log_losses_in_turn before update on public_log_losses
  for each row execute function public_log_losses_refuse_change();
create trigger public_log_losses_kept before delete or truncate on public_log_losses
  for each statement execute function public_log_losses_refuse_change();
create trigger public_log_losses_begin_open before insert on public_log_losses for each row
  when (new.entry_index is not null) execute function refuse_write('a lost key is proposed before it is declared');

grant select, insert on public_log_losses to tern_app;
grant update (declared_by, declared_reason, declared_at, entry_index) on public_log_losses to tern_app;
