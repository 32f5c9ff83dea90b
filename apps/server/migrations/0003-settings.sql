-- feature: kernel
-- Settings, and whether this deployment trades paper money.

create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- The seed of simulated prices is drawn once: to change it would be to choose prices (rules §2, ADR 15).
create function settings_refuse_seed_change() returns trigger language plpgsql as $$
begin
  raise exception 'the market''s seed stays' using errcode = 'insufficient_privilege';
end
$$;
create trigger settings_market_seed_stays before update or delete on settings for each row
  when (old.key = 'market.seed') execute function settings_refuse_seed_change();

-- Paper money exists in paper mode only. The owner of the database writes the mode at each start; the program reads it.
create table deployment_mode (
  is_only boolean primary key default true check (is_only),
  mode text not null check (mode in ('paper', 'live'))
);
insert into deployment_mode (mode) values ('paper');

grant select, insert on settings to tern_app;
-- A version that two operators approved takes effect (ADR 25).
grant update (value, updated_at) on settings to tern_app;
grant select on deployment_mode to tern_app;
