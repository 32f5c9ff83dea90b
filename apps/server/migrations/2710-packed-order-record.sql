-- feature: spot
-- The record of days whose files are published takes a fraction of its room (ADR 113): batches and seals are text that the database
-- compresses, some hundreds in a row, in place of a row and index entries each. What is read of a record comes from both.

create table spot_record_packs (
  instrument_id smallint not null,
  first_number bigint not null,
  last_number bigint not null,
  -- The entries of the public log that seal its first and its last number.
  first_entry bigint not null,
  last_entry bigint not null,
  -- Times within count from here.
  since timestamptz not null,
  -- 16 bytes for each batch.
  secrets bytea not null,
  -- Each: seconds since `since`, a line break, its lines. Empty lines between.
  batches text not null,
  -- A line each: newest number and entry, counted from the first ones, and seconds since `since`, with bars between.
  seals text not null,
  primary key (instrument_id, last_number),
  constraint spot_record_packs_order check (first_number <= last_number and first_entry <= last_entry)
);
create index spot_record_packs_of_entry on spot_record_packs (instrument_id, last_entry);
-- Random bytes do not compress.
alter table spot_record_packs alter column secrets set storage external;
create trigger spot_record_packs_append_only before update or delete or truncate on spot_record_packs
  for each statement execute function refuse_write('the record of a market is append only');
grant select on spot_record_packs to tern_app;

-- Roots follow from the lines.
create function spot_unpack_batches(pack spot_record_packs)
returns table (first_number bigint, last_number bigint, at timestamptz, secret bytea, lines text)
language sql immutable set search_path = pg_catalog, public as $$
  select (pack.first_number + sum(b.numbers) over places - b.numbers)::bigint, (pack.first_number + sum(b.numbers) over places - 1)::bigint,
    pack.since + b.seconds * interval '1 second', substring(pack.secrets from 16 * b.place::int - 15 for 16), b.lines
  from (
    select t.place, split_part(t.batch, E'\n', 1)::float8 as seconds, substring(t.batch from strpos(t.batch, E'\n') + 1) as lines,
      length(t.batch) - length(replace(t.batch, E'\n', '')) as numbers
    from string_to_table(pack.batches, E'\n\n') with ordinality as t(batch, place)
  ) b window places as (order by b.place)
$$;

create function spot_unpack_seals(pack spot_record_packs)
returns table (first_number bigint, last_number bigint, entry_index bigint, sealed_at timestamptz)
language sql immutable set search_path = pg_catalog, public as $$
  select pack.first_number + coalesce(lag(s.number) over (order by s.number) + 1, 0), pack.first_number + s.number, pack.first_entry + s.entry,
    pack.since + s.seconds * interval '1 second'
  from (
    select split_part(t.seal, '|', 1)::bigint as number, split_part(t.seal, '|', 2)::bigint as entry, split_part(t.seal, '|', 3)::float8 as seconds
    from string_to_table(pack.seals, E'\n') as t(seal)
  ) s
$$;

-- The batches of a market that end behind a number and not behind another, oldest first. The root is null where it follows from the lines.
create function spot_recorded(market smallint, after_number bigint, most bigint, through_number bigint default 9223372036854775807)
returns table (first_number bigint, last_number bigint, at timestamptz, secret bytea, root bytea, lines text)
language plpgsql stable set search_path = pg_catalog, public as $$
#variable_conflict use_column
declare
  pack spot_record_packs;
  found_count bigint;
  left_count bigint := most;
begin
  for pack in
    select * from spot_record_packs p where p.instrument_id = market and p.last_number > after_number order by p.last_number
  loop
    exit when pack.first_number > through_number or left_count <= 0;
    return query
      select u.first_number, u.last_number, u.at, u.secret, null::bytea, u.lines from spot_unpack_batches(pack) u
      where u.last_number > after_number and u.last_number <= through_number order by u.last_number limit left_count;
    get diagnostics found_count = row_count;
    left_count := left_count - found_count;
  end loop;
  if left_count > 0 then
    return query
      select c.first_number, c.last_number, c.at, c.secret, c.root, c.lines from spot_commands c
      where c.instrument_id = market and c.last_number > after_number and c.last_number <= through_number
      order by c.last_number limit left_count;
  end if;
end
$$;

-- The same of seals.
create function spot_sealed(market smallint, after_number bigint, most bigint)
returns table (first_number bigint, last_number bigint, entry_index bigint, sealed_at timestamptz)
language plpgsql stable set search_path = pg_catalog, public as $$
#variable_conflict use_column
declare
  pack spot_record_packs;
  found_count bigint;
  left_count bigint := most;
begin
  for pack in
    select * from spot_record_packs p where p.instrument_id = market and p.last_number > after_number order by p.last_number
  loop
    exit when left_count <= 0;
    return query
      select u.* from spot_unpack_seals(pack) u where u.last_number > after_number order by u.last_number limit left_count;
    get diagnostics found_count = row_count;
    left_count := left_count - found_count;
  end loop;
  if left_count > 0 then
    return query
      select s.first_number, s.last_number, s.entry_index, s.sealed_at from spot_command_seals s
      where s.instrument_id = market and s.last_number > after_number order by s.last_number limit left_count;
  end if;
end
$$;

-- What an entry of the public log seals, by market.
create function spot_seals_of_entry(of_entry bigint)
returns table (instrument_id smallint, first_number bigint, last_number bigint)
language sql stable set search_path = pg_catalog, public as $$
  select s.instrument_id, s.first_number, s.last_number from spot_command_seals s where s.entry_index = of_entry
  union all
  select e.instrument_id, u.first_number, u.last_number from spot_engines e
  cross join lateral (
    select p as pack from spot_record_packs p where p.instrument_id = e.instrument_id and p.last_entry >= of_entry order by p.last_entry limit 1
  ) c
  cross join lateral spot_unpack_seals(c.pack) u
  where (c.pack).first_entry <= of_entry and u.entry_index = of_entry
  order by 1
$$;

-- What goes is in a pack as it was, whoever deletes it.
create function spot_commands_refuse_unpacked() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  if exists (
    select g.instrument_id, g.first_number, g.last_number, g.at, g.secret, g.lines from gone g
    except
    select p.instrument_id, u.first_number, u.last_number, u.at, u.secret, u.lines from (
      select g.instrument_id, min(g.first_number) as first, max(g.last_number) as last from gone g group by g.instrument_id
    ) of_market
    join spot_record_packs p on p.instrument_id = of_market.instrument_id and p.last_number >= of_market.first and p.first_number <= of_market.last
    cross join lateral spot_unpack_batches(p) u
  ) then
    raise exception 'the record of a market is packed before it is deleted' using errcode = 'check_violation', constraint = 'spot_commands_packed';
  end if;
  return null;
end
$$;
create function spot_command_seals_refuse_unpacked() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  if exists (
    select g.instrument_id, g.first_number, g.last_number, g.entry_index, g.sealed_at from gone g
    except
    select p.instrument_id, u.first_number, u.last_number, u.entry_index, u.sealed_at from (
      select g.instrument_id, min(g.first_number) as first, max(g.last_number) as last from gone g group by g.instrument_id
    ) of_market
    join spot_record_packs p on p.instrument_id = of_market.instrument_id and p.last_number >= of_market.first and p.first_number <= of_market.last
    cross join lateral spot_unpack_seals(p) u
  ) then
    raise exception 'seals of the record are packed before they are deleted' using errcode = 'check_violation', constraint = 'spot_command_seals_packed';
  end if;
  return null;
end
$$;

drop trigger spot_commands_append_only on spot_commands;
create trigger spot_commands_append_only before update or truncate on spot_commands
  for each statement execute function refuse_write('the record of a market is append only');
create trigger spot_commands_packed after delete on spot_commands referencing old table as gone
  for each statement execute function spot_commands_refuse_unpacked();
drop trigger spot_command_seals_append_only on spot_command_seals;
create trigger spot_command_seals_append_only before update or truncate on spot_command_seals
  for each statement execute function refuse_write('seals of the record are append only');
create trigger spot_command_seals_packed after delete on spot_command_seals referencing old table as gone
  for each statement execute function spot_command_seals_refuse_unpacked();

-- Packs the oldest seals of a market with their batches, whole seals with `most` numbers together, 250 at the most, or one that has more.
-- A receipt unpacks so many of each market of its second. Only what is in the file of a day; the newest seal stays, as engines and the next seal begin from it. Returns how many numbers it packed.
--
-- Locks    spot_record_packs, against another that packs.
create function spot_pack_record(market smallint, most bigint) returns bigint
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  through bigint;
  pack spot_record_packs;
  numbers_max bigint := least(most, 250);
begin
  lock table spot_record_packs in share row exclusive mode;
  select max(n.last_number) into through from (
    select s.last_number, s.last_number - min(s.first_number) over () + 1 as numbers, row_number() over (order by s.last_number) as place
    from (
      select o.first_number, o.last_number from spot_command_seals o
      where o.instrument_id = market
        and o.last_number <= (select max(f.last_number) from spot_record_files f where f.instrument_id = market)
        and o.last_number < (select max(l.last_number) from spot_command_seals l where l.instrument_id = market)
      order by o.last_number limit numbers_max
    ) s
  ) n where n.numbers <= numbers_max or n.place = 1;
  if through is null then
    return 0;
  end if;
  pack.instrument_id := market;
  pack.last_number := through;
  select min(s.first_number), min(s.entry_index), max(s.entry_index) into pack.first_number, pack.first_entry, pack.last_entry
  from spot_command_seals s where s.instrument_id = market and s.last_number <= through;
  select min(c.at) into pack.since from spot_commands c where c.instrument_id = market and c.last_number <= through;
  select string_agg(concat_ws('|', s.last_number - pack.first_number, s.entry_index - pack.first_entry,
    trim_scale(extract(epoch from s.sealed_at - pack.since))), E'\n' order by s.last_number) into pack.seals
  from spot_command_seals s where s.instrument_id = market and s.last_number <= through;
  select string_agg(c.secret, ''::bytea order by c.last_number),
    string_agg(trim_scale(extract(epoch from c.at - pack.since)) || E'\n' || c.lines, E'\n\n' order by c.last_number)
    into pack.secrets, pack.batches
  from spot_commands c where c.instrument_id = market and c.last_number <= through;
  insert into spot_record_packs select pack.*;
  delete from spot_command_seals s where s.instrument_id = market and s.last_number <= through;
  delete from spot_commands c where c.instrument_id = market and c.last_number <= through;
  return through - pack.first_number + 1;
end
$$;
grant execute on function spot_unpack_batches, spot_unpack_seals, spot_recorded, spot_sealed, spot_seals_of_entry, spot_pack_record to tern_app;
