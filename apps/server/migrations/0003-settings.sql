-- feature: kernel
-- Settings, and the mode of this deployment: paper or live money.

create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- The seed of simulated prices is drawn once: who can change it can choose prices (rules §2, ADR 15).
create function settings_refuse_seed_change() returns trigger language plpgsql as $$
begin
  raise exception 'the market seed cannot be changed' using errcode = 'insufficient_privilege';
end
$$;
create trigger settings_market_seed_fixed before update or delete on settings for each row
  when (old.key = 'market.seed') execute function settings_refuse_seed_change();

-- Paper money exists in paper mode only. The owner of the database writes the mode at each start; the program can only
-- read it.
create table deployment_mode (
  is_only boolean primary key default true check (is_only),
  mode text not null check (mode in ('paper', 'live'))
);
insert into deployment_mode (mode) values ('paper');

grant select, insert on settings to tern_app;
-- When a version approved by two operators takes effect (ADR 25).
grant update (value, updated_at) on settings to tern_app;
grant select on deployment_mode to tern_app;
