-- feature: transparency
-- The public figures, as last computed, and when the server ran (ADR 51).

create table transparency_figures (
  is_only boolean primary key default true check (is_only),
  computed_at timestamptz not null,
  figures jsonb not null
);

-- Each row is a time without a pause of more than two minutes: `seen_at` moves on while the server runs.
create table transparency_runs (
  id bigint generated always as identity primary key,
  began_at timestamptz not null,
  seen_at timestamptz not null,
  check (seen_at >= began_at)
);
create index transparency_runs_seen on transparency_runs (seen_at);

-- An outage cannot be covered later: a run is extended by two minutes at most, and a new one begins when it is seen.
create function transparency_runs_refuse_past() returns trigger language plpgsql as $$
begin
  raise exception 'a run is only extended by the time since it was last seen' using errcode = 'insufficient_privilege',
    constraint = 'transparency_runs_honest';
end
$$;
create trigger transparency_runs_begin before insert on transparency_runs for each row
  when (new.seen_at <> new.began_at) execute function transparency_runs_refuse_past();
create trigger transparency_runs_go_on before update on transparency_runs for each row
  when (new.began_at <> old.began_at or new.seen_at < old.seen_at or new.seen_at > old.seen_at + interval '2 minutes')
  execute function transparency_runs_refuse_past();
create trigger transparency_runs_kept before delete or truncate on transparency_runs
  for each statement execute function transparency_runs_refuse_past();

grant select, insert on transparency_figures, transparency_runs to tern_app;
grant update (computed_at, figures) on transparency_figures to tern_app;
grant update (seen_at) on transparency_runs to tern_app;
